/** What an issue is raised about: the request or the cell of the file that somebody names, masked. */
import path from 'node:path';
import { causePath } from '../../core/run/causePath';
import { formatPlace, UserError } from '../../core/errors';
import { createRedactor, type Redactor } from '../../core/masking/redact';
import type { AuthzResult } from '../../core/authz/model/authzResult';
import { readAuthzResultText } from '../../core/authz/report/authzResultFile';
import { readReportedResults } from '../../core/result/reportedResults';
import type { ExecutionResult } from '../../core/result/result';
import { mainPlace } from '../../formats/reporters/authz/places';
import { findCells } from '../../node/authz/cellPlaces';
import { latestAuthzResult } from '../../node/authz/authzStore';
import { nodeHash } from '../../node/run/nodePorts';
import { pseudonyms } from '../../node/secrets/pseudonyms';
import { secretPrefix } from '../../node/secrets/secretValues';
import { readStoredRun } from '../../node/results/storedRun';
import { troubleAround } from '../../node/results/troubleAround';
import { readWorkspaceText, workspacePath } from '../../node/files/workspaceText';
import { flawContent, isFlaw } from '../../sharing/issues/flawIssue';
import type { DraftContext, IssueContent } from '../../sharing/issues/issueDraft';
import { isTrouble, requestContent } from '../../sharing/issues/requestIssue';
import { storedIn } from '../chainFiles';
import { workspaceOf } from '../../node/files/workspaceOf';
import type { CommandContext } from '../commandContext';

/** Which one of several. */
export interface IssueChoice {
  /** Id of a request. */
  readonly request?: string;
  /** Id of a cell. */
  readonly cell?: string;
}

/** What was found. */
export interface IssueSource {
  readonly content: IssueContent;
  readonly context: DraftContext;
  /** Absolute path of the folder that remembers issues. */
  readonly workspace: string;
  /** How many others could be raised. */
  readonly others: number;
  readonly redactor: Redactor;
}

/**
 * Reads the subject of an issue from a file (absolute path). Throws UserError when there is nothing to raise.
 */
export async function issueSource(
  file: string,
  choice: IssueChoice,
  { folder, environment, version }: CommandContext,
): Promise<IssueSource> {
  const workspace = storedIn(file) ?? (await workspaceOf(file, folder));
  const context = { tool: { name: 'chainwright', version }, hash: nodeHash };
  const read = await readNamed(file, workspace);
  const redactor = redactorFor(environment, read);
  const found =
    read.kind === 'authz'
      ? await flawIn(redactor.data(read.result), choice, workspace)
      : await requestIn(read.results.map(redactor.result), choice, workspace);
  return { ...found, context, workspace, redactor };
}

/** Results come masked; what this process knows is masked once more, because a file may be anybody's. */
function redactorFor(environment: NodeJS.ProcessEnv, read: Read): Redactor {
  // The same marks every time: what a dry run shows is what leaves.
  const { startedAt = '' } = (read.kind === 'run' ? read.results[0] : read.result) ?? {};
  const redactor = createRedactor({ pseudonym: pseudonyms(new TextEncoder().encode(startedAt)) });
  for (const [name, value = ''] of Object.entries(environment)) {
    if (name.startsWith(secretPrefix) || /(?:TOKEN|SECRET|PASSWORD|API_?KEY)$/i.test(name)) {
      redactor.learn(value);
    }
  }
  return redactor;
}

type Read =
  | { readonly kind: 'run'; readonly results: readonly ExecutionResult[] }
  | { readonly kind: 'authz'; readonly result: AuthzResult };

async function readNamed(file: string, workspace: string): Promise<Read> {
  if (file.endsWith('.chain.json')) {
    return { kind: 'run', results: [await readStoredRun(file, workspace)] };
  }
  if (file.endsWith('.authz.json')) {
    const matrix = workspacePath(file, workspace);
    const latest = await latestAuthzResult(workspace, matrix);
    if (latest === undefined) {
      throw new UserError(`${matrix} has no recorded result.`, 'Run it: authz run.');
    }
    return { kind: 'authz', result: latest.result };
  }
  // Windows PowerShell begins what it sends to a file with a byte order mark.
  const text = (await readWorkspaceText(file, workspace)).replace(/^\ufeff/, '');
  const name = path.basename(file);
  return /"kind"\s*:\s*"authz"/.test(text.slice(0, HEAD_LENGTH))
    ? { kind: 'authz', result: readAuthzResultText(text, name) }
    : { kind: 'run', results: readReportedResults(text, name) };
}

/** UTF-16 code units at the start of a result that identify it. */
const HEAD_LENGTH = 1_000;

type Found = Pick<IssueSource, 'content' | 'others'>;

async function requestIn(
  results: readonly ExecutionResult[],
  { request: wanted, cell }: IssueChoice,
  workspace: string,
): Promise<Found> {
  refuseOther(cell, '--cell', 'a run of a chain');
  const all = results.flatMap((run) => run.requests.map((request, index) => ({ run, request, index })));
  const troubles = all.filter(({ request }) => isTrouble(request));
  const failedFirst = [
    ...troubles.filter(({ request }) => request.outcome === 'failed'),
    ...troubles.filter(({ request }) => request.outcome === 'blocked'),
  ];
  const found = failedFirst.find(({ request }) => wanted === undefined || request.request.id === wanted);
  if (found === undefined) {
    throw wanted === undefined
      ? new UserError('There is nothing to raise: no request failed or was blocked.', 'Run it again.')
      : notThere(wanted, 'request', [...new Set(failedFirst.map(({ request }) => request.request.id))]);
  }
  const { run, request, index } = found;
  const causes = causePath(new Map(run.requests.entries()), index);
  const around = await troubleAround(workspace, run, request);
  return {
    content: requestContent({ run, request, causes, ...around }),
    others: wanted === undefined ? troubles.length - 1 : 0,
  };
}

async function flawIn(
  result: AuthzResult,
  { request, cell: wanted }: IssueChoice,
  workspace: string,
): Promise<Found> {
  refuseOther(request, '--request', 'a matrix');
  const flaws = result.cells.filter(isFlaw);
  const cell = flaws.find((one) => wanted === undefined || one.cell.id === wanted);
  if (cell === undefined) {
    throw wanted === undefined
      ? new UserError('There is nothing to raise: no flaw was found.', 'Run the matrix again.')
      : notThere(
          wanted,
          'cell',
          flaws.map((one) => one.cell.id),
        );
  }
  const place = mainPlace((await findCells(workspace, result))(cell));
  return {
    content: flawContent({ result, cell, ...(place === undefined ? {} : { place: formatPlace(place) }) }),
    others: wanted === undefined ? flaws.length - 1 : 0,
  };
}

function refuseOther(value: string | undefined, option: string, what: string): void {
  if (value !== undefined) {
    throw new UserError(`${option} means nothing for ${what}.`, 'Leave it out.');
  }
}

function notThere(wanted: string, kind: string, known: readonly string[]): UserError {
  return new UserError(
    `No ${kind} ${JSON.stringify(wanted.slice(0, 200))} has something to raise.`,
    known.length === 0 ? 'Nothing failed.' : `Those that have: ${known.slice(0, 20).join(', ')}.`,
  );
}
