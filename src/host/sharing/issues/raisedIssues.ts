/** The issues that were raised about what results show: found again by their fingerprints. */
import type * as vscode from 'vscode';
import { isUserError } from '../../userMessage';
import type { RequestResult } from '../../../core/result';
import type { IssueDraft } from '../../../sharing/issues/issueDraft';
import type { IssueLink } from '../../../sharing/issues/raiseIssue';
import { rootOf } from '../../chainDocument';
import { loadExporting } from '../../lazyBundles';

/** The newest issue about a request, from this workspace; nothing for one that passed or has none. */
export async function raisedIssue(chain: vscode.Uri, request: RequestResult): Promise<IssueLink | undefined> {
  const { isTrouble, nodeHash, requestIssue } = await loadExporting();
  if (!isTrouble(request)) {
    return undefined;
  }
  const context = { tool: { name: 'chainwright', version: '' }, hash: nodeHash };
  const { chain: file } = request.request;
  const run = { chain: { file, name: file }, startedAt: request.startedAt };
  const { fingerprint } = requestIssue({ run, request, causes: [] }, context);
  return (await linksOf(rootOf(chain).fsPath, { fingerprint })).at(-1);
}

/** The issues that were raised with a fingerprint, the newest last. What a stranger's file may say leads nowhere. */
export async function linksOf(
  workspace: string,
  { fingerprint }: Pick<IssueDraft, 'fingerprint'>,
): Promise<readonly IssueLink[]> {
  const { checkedProject, checkedServer, linkOf, readRaisedIssues, trackerNamed } = await loadExporting();
  const issues = (await readRaisedIssues(workspace)).filter((issue) => issue.fingerprint === fingerprint);
  return issues.flatMap(({ tracker: name, server, project, key }) => {
    try {
      const tracker = trackerNamed(name);
      const place = { server: checkedServer(server, tracker), project: checkedProject(project, tracker) };
      return /^[\w-]{1,50}$/.test(key) ? [linkOf(tracker, place, key)] : [];
    } catch (error) {
      if (isUserError(error)) {
        return [];
      }
      throw error;
    }
  });
}
