/**
 * Events as Chromium 156 sent them for the pages of `test/e2e/recorderLab.ts`, by what was done; members that no
 * recorder reads are left out, and the servers are called `lab.test` and `other.test`.
 */
import { readFileSync } from 'node:fs';
import type { Call } from '../../recorder/call';
import { CallLog } from '../../recorder/callLog';
import { exchangesOf, type Exchange } from '../../recorder/exchange';
import { networkEvent } from '../../recorder/networkEvents';

/** What was done. */
export type Scene =
  | 'redirect'
  | 'navigation'
  | 'form'
  | 'upload'
  | 'events'
  | 'socket'
  | 'dropped'
  | 'aborted'
  | 'crossOrigin'
  | 'image'
  | 'dataUrl'
  | 'longBody';

/** An event: its name without the domain, and its parameters. */
export type TestEvent = readonly [name: string, params: object];

/** The events of a scene, in the order in which they came. */
export function eventsOf(scene: Scene): readonly TestEvent[] {
  const all = JSON.parse(readFileSync('test/fixtures/recorder/events.json', 'utf8')) as Readonly<
    Record<Scene, readonly TestEvent[]>
  >;
  return all[scene];
}

/** The calls that events are about, as if all of them came from the first tab. */
export function callsOf(events: readonly TestEvent[]): readonly Call[] {
  const log = new CallLog([]);
  for (const [name, params] of events) {
    const event = networkEvent(`Network.${name}`, params);
    if (event !== undefined) {
      log.apply({ tab: 1 }, event);
    }
  }
  return [...log.all()];
}

/** The exchanges of a scene. */
export function exchanges(scene: Scene): readonly Exchange[] {
  return callsOf(eventsOf(scene)).flatMap(exchangesOf);
}
