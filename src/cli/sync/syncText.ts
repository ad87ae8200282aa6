/** What a sync comes to, for people and for programs. */
import { inEnglish } from '../../core/say';
import { list, plural } from '../../core/words';
import type { Paint } from '../../formats/reporters/consoleReport';
import type { Point } from '../../formats/sync/correction';
import type { Sync } from '../../formats/sync/syncChains';
import { syncLines, type AddedOperations } from '../../formats/sync/syncLines';
import { printable } from '../paint';

/** The chains of one description. */
export interface SyncReport {
  readonly description: string;
  /** The description as it was; absent without one. */
  readonly since?: string;
  readonly sync: Sync;
  readonly changed: readonly ChangedChain[];
  /** A chain that got requests for operations that nothing called; absent where nobody asked for it. */
  readonly added?: AddedOperations & {
    /** References in them to secrets, and to variables without a value. */
    readonly needs: readonly string[];
  };
}

/** A chain that is not as it was. */
export interface ChangedChain {
  readonly absolute: string;
  readonly file: string;
  /** Afterwards. */
  readonly text: string;
  /** Ids of its requests that changed. */
  readonly requests: readonly string[];
}

/** Whether nothing is left to do: neither for a person, nor for a sync that writes. */
export function isDone({ sync, changed }: SyncReport, dryRun: boolean): boolean {
  return (!dryRun || changed.length === 0) && openPoints(sync).length === 0;
}

function openPoints({ operations }: Sync): readonly Point[] {
  return operations
    .flatMap(({ requests }) => requests)
    .flatMap(({ points }) => points.filter(({ kind }) => kind === 'open'));
}

/** What `chainwright sync --json` writes for a description. */
export function syncJson({ description, since, sync, changed, added }: SyncReport) {
  return {
    description,
    since,
    operations: sync.operations,
    changed: changed.map(({ file, requests }) => ({ file, requests })),
    added,
  };
}

/** A sync for a person: each operation with its requests, then what was done or would be. */
export function renderSync(reports: readonly SyncReport[], dryRun: boolean, paint: Paint): string {
  return reports.map((report) => renderReport(report, dryRun, paint)).join('\n');
}

function renderReport(report: SyncReport, dryRun: boolean, paint: Paint): string {
  const { description, since, sync, added } = report;
  const compared = since === undefined ? '' : `, compared with ${since}`;
  return [
    paint.bold(printable(`${description}${compared}`)),
    ...syncLines(sync.operations, added, { paint, say: inEnglish, translate: (sentence) => sentence }),
    '',
    ...summary(report, dryRun, paint),
    '',
  ].join('\n');
}

function summary({ sync, changed, added }: SyncReport, dryRun: boolean, paint: Paint): readonly string[] {
  const open = openPoints(sync).length;
  const needs = added?.needs ?? [];
  return [
    changed.length === 0 ? 'There is nothing to write.' : writtenSentence(changed, added, dryRun, paint),
    ...(open === 0 ? [] : [paint.yellow(`${plural(open, 'point')} for you to decide, marked with "!".`)]),
    ...(needs.length === 0 ? [] : [`The added requests need values for ${printable(list(needs))}.`]),
  ];
}

function writtenSentence(
  changed: readonly ChangedChain[],
  added: SyncReport['added'],
  dryRun: boolean,
  paint: Paint,
): string {
  const requests = changed.flatMap((one) => one.requests).length;
  const more = added?.operations.length ?? 0;
  const what = list([
    ...(requests === 0 ? [] : [`${plural(requests, 'request')} changed`]),
    ...(more === 0 ? [] : [`${plural(more, 'request')} added`]),
  ]);
  const where = printable(list(changed.map(({ file }) => file)));
  return dryRun
    ? `To be written without --dry-run: ${what} in ${where}.`
    : paint.green(`Written: ${what} in ${where}.`);
}
