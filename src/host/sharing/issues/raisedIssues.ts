/** The issues that were raised about what results show: found again by their fingerprints. */
import type * as vscode from 'vscode';
import { UserError } from '../../../core/errors';
import type { AuthzResult, CellResult } from '../../../core/authz/model/authzResult';
import type { RequestResult } from '../../../core/result/result';
import type { DraftContext, IssueDraft } from '../../../sharing/issues/issueDraft';
import { linkOf, type IssueLink } from '../../../sharing/issues/raiseIssue';
import type { MatrixPlace } from '../../authz/matrixDocument';
import { rootOf } from '../../chainDocument';
import { serverOf } from './issuePlace';
import { isTrouble, requestIssue } from '../../../sharing/issues/requestIssue';
import { flawIssue, isFlaw } from '../../../sharing/issues/flawIssue';
import { nodeHash } from '../../../node/run/nodePorts';
import { checkedProject, checkedServer, trackerNamed } from '../../../sharing/issues/trackers';
import { readRaisedIssues } from '../../../node/results/issueStore';

/** The newest issue about a request, from this workspace; nothing for one that passed or has none. */
export async function raisedIssue(chain: vscode.Uri, request: RequestResult): Promise<IssueLink | undefined> {
  if (!isTrouble(request)) {
    return undefined;
  }
  const { chain: file } = request.request;
  const run = { chain: { file, name: file }, startedAt: request.startedAt };
  const { fingerprint } = requestIssue({ run, request, causes: [] }, ANY_VERSION);
  return (await linksOf(rootOf(chain).fsPath, { fingerprint })).at(-1);
}

/** The newest issue about a flaw, from this workspace; nothing for a cell that is none or has none. */
export async function raisedFlaw(
  { root }: Pick<MatrixPlace, 'root'>,
  cell: CellResult,
  result: AuthzResult,
): Promise<IssueLink | undefined> {
  return isFlaw(cell) ? (await linksOf(root, flawIssue({ result, cell }, ANY_VERSION))).at(-1) : undefined;
}

/** The fingerprint of a draft does not depend on the version that made it. */
const ANY_VERSION: DraftContext = { tool: { name: 'chainwright', version: '' }, hash: nodeHash };

/**
 * The issues that were raised with a fingerprint, the newest last. The file that names them may be a stranger's: an
 * issue at another server than the person's own is none.
 */
async function linksOf(
  workspace: string,
  { fingerprint }: Pick<IssueDraft, 'fingerprint'>,
): Promise<readonly IssueLink[]> {
  const issues = (await readRaisedIssues(workspace)).filter((issue) => issue.fingerprint === fingerprint);
  return issues.flatMap(({ tracker: name, server, project, key }) => {
    try {
      const tracker = trackerNamed(name);
      const own = checkedServer(serverOf(tracker), tracker);
      const place = { server: own, project: checkedProject(project, tracker) };
      return server === own && /^[\w-]{1,50}$/.test(key) ? [linkOf(tracker, place, key)] : [];
    } catch (error) {
      if (error instanceof UserError) {
        return [];
      }
      throw error;
    }
  });
}
