/** The issues that were raised about what results show: found again by their fingerprints. */
import type * as vscode from 'vscode';
import type { AuthzResult, CellResult } from '../../../core/authz/model/authzResult';
import type { RequestResult } from '../../../core/result/result';
import type { DraftContext, IssueDraft } from '../../../sharing/issues/issueDraft';
import type { IssueLink } from '../../../sharing/issues/raiseIssue';
import type { MatrixPlace } from '../../authz/matrixDocument';
import { rootOf } from '../../chainDocument';
import { loadExporting } from '../../lazyBundles';
import { isUserError } from '../../userMessage';
import { serverOf } from './issuePlace';

/** The newest issue about a request, from this workspace; nothing for one that passed or has none. */
export async function raisedIssue(chain: vscode.Uri, request: RequestResult): Promise<IssueLink | undefined> {
  const { isTrouble, requestIssue } = await loadExporting();
  if (!isTrouble(request)) {
    return undefined;
  }
  const { chain: file } = request.request;
  const run = { chain: { file, name: file }, startedAt: request.startedAt };
  const { fingerprint } = requestIssue({ run, request, causes: [] }, await anybody());
  return (await linksOf(rootOf(chain).fsPath, { fingerprint })).at(-1);
}

/** The newest issue about a flaw, from this workspace; nothing for a cell that is none or has none. */
export async function raisedFlaw(
  { root }: Pick<MatrixPlace, 'root'>,
  cell: CellResult,
  result: AuthzResult,
): Promise<IssueLink | undefined> {
  const { flawIssue, isFlaw } = await loadExporting();
  return isFlaw(cell)
    ? (await linksOf(root, flawIssue({ result, cell }, await anybody()))).at(-1)
    : undefined;
}

/** Whoever made a draft, its fingerprint is the same. */
async function anybody(): Promise<DraftContext> {
  const { nodeHash } = await loadExporting();
  return { tool: { name: 'chainwright', version: '' }, hash: nodeHash };
}

/**
 * The issues that were raised with a fingerprint, the newest last. The file that names them may be a stranger's: an
 * issue at another server than the person's own is none.
 */
async function linksOf(
  workspace: string,
  { fingerprint }: Pick<IssueDraft, 'fingerprint'>,
): Promise<readonly IssueLink[]> {
  const { checkedProject, checkedServer, linkOf, readRaisedIssues, trackerNamed } = await loadExporting();
  const issues = (await readRaisedIssues(workspace)).filter((issue) => issue.fingerprint === fingerprint);
  return issues.flatMap(({ tracker: name, server, project, key }) => {
    try {
      const tracker = trackerNamed(name);
      const own = checkedServer(serverOf(tracker), tracker);
      const place = { server: own, project: checkedProject(project, tracker) };
      return server === own && /^[\w-]{1,50}$/.test(key) ? [linkOf(tracker, place, key)] : [];
    } catch (error) {
      if (isUserError(error)) {
        return [];
      }
      throw error;
    }
  });
}
