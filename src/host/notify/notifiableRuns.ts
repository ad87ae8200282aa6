/** Runs of this editor as notifications report them. */
import { baselineOf } from '../../core/authz/report/baseline';
import type { AuthzResult } from '../../core/authz/model/authzResult';
import { defined } from '../../core/defined';
import { countOutcomes, type ExecutionResult } from '../../core/result/result';
import type { RunTrigger } from '../../core/result/resultFile';
import { workspacePath } from '../../node/files/workspaceText';
import { matrixNewsOf } from '../../sharing/notifiers/matrixNews';
import { newsOf, type NewsContext, type NewsLink } from '../../sharing/notifiers/runNews';
import type { NotifiableRun } from '../../sharing/notifyDesk';
import { newFlaws, ruledMatrix, ruledRun } from '../../sharing/ruledRuns';

/** A file and the workspace folder that its path is relative to. */
interface Place {
  readonly uri: { toString(): string };
  readonly file: string;
  readonly root: string;
}

/** Where the message leads; nowhere for what a colleague cannot have. */
interface Linked {
  readonly link: NewsLink | undefined;
}

/** A run of a chain. */
export function notifiableChain(
  place: Place,
  result: ExecutionResult,
  { trigger, version, link }: { readonly trigger: RunTrigger; readonly version: string } & Linked,
): NotifiableRun {
  const tool = { name: 'chainwright', version };
  return {
    ...placed(place, result),
    isPart: trigger === 'part',
    ruled: ruledRun({ ...result, counts: countOutcomes(result) }),
    news: (change) =>
      newsOf({ tool, results: [result], generatedAt: result.startedAt }, { change, ...linked(link) }),
  };
}

/** A run of a matrix, with the result that it is compared with. */
export function notifiableMatrix(
  place: Place,
  result: AuthzResult,
  { before, isPart, link }: { readonly before: AuthzResult | undefined; readonly isPart: boolean } & Linked,
): NotifiableRun {
  const measure = { strict: false };
  const known = before?.environment === result.environment ? before : undefined;
  const baseline = known === undefined ? undefined : baselineOf(known);
  return {
    ...placed(place, result),
    isPart,
    ruled: ruledMatrix(result, measure),
    newFlaws: newFlaws(result, baseline ?? { formatVersion: 1, kind: 'authz-baseline', cells: {} }).length,
    news: (change) =>
      matrixNewsOf(result, {
        measure,
        change,
        ...linked(link),
        ...defined({ known: baseline }),
      }),
  };
}

function linked(link: NewsLink | undefined): Pick<NewsContext, 'link'> {
  return link === undefined ? {} : { link };
}

function placed(
  { uri, file, root }: Place,
  { environment, startedAt }: Pick<ExecutionResult, 'environment' | 'startedAt'>,
): Pick<NotifiableRun, 'subject' | 'path' | 'environment' | 'startedAt'> {
  return {
    subject: uri.toString(),
    path: workspacePath(file, root),
    ...defined({ environment }),
    startedAt,
  };
}
