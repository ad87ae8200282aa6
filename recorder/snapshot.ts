/** What the popup and the badge show of a recording. */
import type { BadgeView } from './badge';
import type { Call } from './call';
import { recordedTabs, type Recording } from './recording';
import { countHosts, type HostCount, type Selectable } from './selection';

/** A recording in numbers. */
export interface Snapshot {
  readonly phase: 'empty' | Recording['phase'];
  /** Milliseconds since 1970; 0 without a recording. */
  readonly startedAt: number;
  /** In the order in which they were first called. */
  readonly hosts: readonly HostCount[];
  /** Tabs that are recorded now. */
  readonly tabs: number;
  /** What the recording lacks, a sentence each. */
  readonly problems: readonly string[];
}

/** The numbers of a recording. */
export function snapshotOf(recording: Recording | undefined, calls: Iterable<Call>): Snapshot {
  if (recording === undefined) {
    return { phase: 'empty', startedAt: 0, hosts: [], tabs: 0, problems: [] };
  }
  const { phase, startedAt } = recording;
  const all = [...calls];
  return {
    phase,
    startedAt,
    hosts: countHosts(all.flatMap(selectablesOf)),
    tabs: recordedTabs(recording).length,
    problems: problemsOf(recording, all),
  };
}

/** What a recording lacks: what was noted while it went on, and bodies that could not be had. */
export function problemsOf(recording: Recording, calls: Iterable<Call>): readonly string[] {
  const ofRequests = new Map<string, number>();
  const ofResponses = new Map<string, number>();
  for (const { hops, body } of calls) {
    if (body?.kind === 'missing' && body.isUnexpected === true) {
      ofResponses.set(body.reason, (ofResponses.get(body.reason) ?? 0) + 1);
    }
    for (const { postDataMissing: reason } of hops) {
      if (reason !== undefined) {
        ofRequests.set(reason, (ofRequests.get(reason) ?? 0) + 1);
      }
    }
  }
  return [
    ...recording.problems,
    ...withoutBody('request', ofRequests),
    ...withoutBody('response', ofResponses),
  ];
}

function withoutBody(what: string, reasons: ReadonlyMap<string, number>): readonly string[] {
  return [...reasons].map(
    ([reason, count]) => `${count} ${count === 1 ? `${what} has` : `${what}s have`} no body. ${reason}`,
  );
}

/** What the badge says of a recording, on the tabs that are recorded now. */
export function badgeOf(recording: Recording | undefined, count: number): BadgeView {
  if (recording?.phase !== 'recording') {
    return { text: '', tabs: [] };
  }
  return {
    text: count > 999 ? '999+' : String(count),
    tabs: recordedTabs(recording).map(({ id }) => id),
  };
}

function selectablesOf({ hops }: Call): readonly Selectable[] {
  return hops.map(({ request, type, response }) => ({
    url: request.url,
    method: request.method,
    type: type.toLowerCase(),
    mimeType: (response?.mimeType ?? '').toLowerCase(),
  }));
}
