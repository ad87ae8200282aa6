/**
 * The recorder: listens to tabs, and keeps what they call.
 *
 * Its process may end at any time and is started again by the next event. A new start (`resume`) takes
 * up the rest: tabs are listened to on, bodies that were not fetched are fetched.
 */
import type { BadgeView } from './badge';
import { BodyFetcher } from './bodyFetcher';
import type { Debuggee, ExtensionApi, Tab } from './browserApi';
import type { Call } from './call';
import { isRecorded } from './exchange';
import type { KeptRecording } from './keptRecording';
import { networkEvent } from './networkEvents';
import {
  endedWithoutTabs,
  newRecording,
  recordedTabs,
  withoutTab,
  withTab,
  withTabState,
  type RecordedTab,
} from './recording';
import { badgeOf, snapshotOf, type Snapshot } from './snapshot';
import { attachSession, attachTab, resumeTab, sessionIn, shownPage } from './tabDebugger';
import { LIMITS } from './bodyPolicy';

/** What the recorder works with. */
export interface RecorderPorts {
  readonly api: Pick<ExtensionApi, 'debugger' | 'tabs'>;
  readonly kept: KeptRecording;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Records the calls of tabs. */
export class Recorder {
  readonly #ports: RecorderPorts;
  readonly #kept: KeptRecording;
  readonly #bodies: BodyFetcher;
  #stopping: Promise<void> | undefined;

  constructor(ports: RecorderPorts) {
    this.#ports = ports;
    this.#kept = ports.kept;
    this.#bodies = new BodyFetcher(ports.api.debugger, ports.kept);
  }

  /** What is recorded, in numbers. */
  snapshot(): Snapshot {
    return snapshotOf(this.#kept.recording, this.#kept.log.all());
  }

  /** What the badge says, and on which tabs. */
  badge(): BadgeView {
    return badgeOf(this.#kept.recording, this.#kept.log.requests);
  }

  /** Takes up a recording that the end of the process interrupted. */
  async resume(): Promise<void> {
    const tabs = this.#kept.recording === undefined ? [] : recordedTabs(this.#kept.recording);
    await Promise.all(tabs.map((tab) => this.#resumeTab(tab)));
    for (const call of this.#kept.log.all()) {
      this.#bodies.look(call);
    }
  }

  /** Begins to record a tab, or continues the current recording. Rejects with the browser's reason. */
  async start(tabId: number): Promise<void> {
    const before = this.#kept.recording;
    const going = before ?? newRecording(this.#ports.now());
    this.#kept.begin(withTab({ ...going, phase: 'recording' }, tabId)); // events come at once
    try {
      await attachTab(this.#ports.api.debugger, tabId);
    } catch (error) {
      await (before === undefined ? this.#kept.clear() : this.#kept.begin(before));
      throw error;
    }
  }

  /** Ends the recording when what is on its way has been kept, or after a while. */
  async stop(): Promise<void> {
    this.#stopping ??= this.#end().finally(() => (this.#stopping = undefined));
    await this.#stopping;
  }

  async #end(): Promise<void> {
    this.#bodies.lookAgain();
    const late = new Promise<void>((resolve) => setTimeout(resolve, STOP_DEADLINE_MS));
    await Promise.race([this.#bodies.settled(), late]);
    const { recording } = this.#kept;
    this.#kept.update((current) => ({ ...current, phase: 'stopped' }));
    if (recording !== undefined) {
      const { debugger: api } = this.#ports.api;
      await Promise.allSettled(recordedTabs(recording).map(({ id }) => api.detach({ tabId: id })));
    }
    await this.#kept.written();
  }

  /** Deletes the recording. */
  async discard(): Promise<void> {
    await this.stop();
    await this.#kept.clear();
  }

  /** Takes in what a debugged tab tells. */
  onEvent(source: Debuggee, method: string, params: object): void {
    const session = sessionIn(source, method, params);
    if (session !== undefined) {
      attachSession(this.#ports.api.debugger, session).catch(() => undefined); // it is gone already
      return;
    }
    const tab = this.#tabOf(source.tabId);
    const event = networkEvent(method, params);
    if (tab?.state !== 'recorded' || event === undefined) {
      return;
    }
    const { sessionId } = source;
    const place = { tab: tab.position, ...(sessionId === undefined ? {} : { session: sessionId }) };
    const isFull = this.#kept.log.requests >= LIMITS.calls;
    if (isFull && event.name === 'requestWillBeSent') {
      this.#endWhenFull();
      return;
    }
    const call = this.#kept.log.apply(place, event);
    if (call !== undefined) {
      const fitting = event.name === 'requestWillBeSent' ? this.#withinLimits(call) : call;
      this.#kept.keep(fitting);
      this.#bodies.look(fitting);
    } else if (event.name === 'responseReceived') {
      this.#miss(event.params.response.url);
    }
  }

  #endWhenFull(): void {
    if (this.#stopping === undefined) {
      this.#kept.note(`The recording ended at ${LIMITS.calls} calls: it holds no more.`);
      void this.stop();
    }
  }

  /** A call whose last request comes with its body, which counts like that of a response. */
  #withinLimits(call: Call): Call {
    const hop = call.hops.length - 1;
    const { postData } = call.hops[hop]?.request ?? {};
    return postData === undefined ? call : this.#kept.withPostData(call, hop, postData);
  }

  /** Takes in that a tab is not debugged any more. */
  async onDetach({ tabId }: Debuggee, reason: string): Promise<void> {
    const tab = this.#tabOf(tabId);
    if (tab?.state !== 'recorded') {
      return;
    }
    if (reason === 'canceled_by_user') {
      this.#kept.update((recording) => ({ ...withTabState(recording, tab.id, 'lost'), phase: 'stopped' }));
      this.#kept.note('The recording ended because debugging was cancelled in the browser.');
      return;
    }
    await this.#lose(tab.id, `Tab ${tab.position} was not recorded for a while: the browser said ${reason}.`);
  }

  /** Records a tab that a recorded one opened. */
  async onTabCreated({ id, openerTabId }: Tab): Promise<void> {
    if (id !== undefined && this.#tabOf(openerTabId)?.state === 'recorded') {
      await this.#follow(id, 'A tab that was opened could not be recorded');
    }
  }

  /** Takes up a lost tab that goes to another page. */
  async onTabUpdated(tabId: number, { status }: { readonly status?: string }): Promise<void> {
    if (status === 'loading' && this.#tabOf(tabId)?.state === 'lost') {
      await this.#follow(tabId, 'A tab could not be recorded on');
    }
  }

  /** The tab of that number in a running recording. */
  #tabOf(tabId: number | undefined): RecordedTab | undefined {
    const { recording } = this.#kept;
    return recording?.phase === 'recording' ? recording.tabs.find(({ id }) => id === tabId) : undefined;
  }

  async #resumeTab({ id, position }: RecordedTab): Promise<void> {
    try {
      if (await resumeTab(this.#ports.api.debugger, id)) {
        this.#kept.note(`Tab ${position} was not recorded while the recorder was restarted.`);
      }
    } catch (error) {
      await this.#lose(id, `Tab ${position} could not be recorded on after a restart: ${messageOf(error)}`);
    }
  }

  async #follow(tabId: number, problem: string): Promise<void> {
    const isKnown = this.#tabOf(tabId) !== undefined;
    this.#kept.update((recording) => withTab(recording, tabId));
    try {
      await attachTab(this.#ports.api.debugger, tabId);
      await this.#checkPage(tabId);
    } catch (error) {
      this.#kept.update((recording) =>
        isKnown ? withTabState(recording, tabId, 'lost') : withoutTab(recording, tabId),
      );
      const message = messageOf(error);
      // pages of the browser itself call no API
      if (!/\b(?:chrome|edge|devtools)(?:-\w+)?:\/\//.test(message)) {
        this.#kept.note(`${problem}: ${message}`);
      }
    }
  }

  /** A page may be there before its tab is listened to. */
  async #checkPage(tabId: number): Promise<void> {
    const url = await shownPage(this.#ports.api.debugger, tabId);
    const tab = this.#tabOf(tabId);
    if (tab !== undefined && !this.#kept.log.hasPage(tab.position, url.replace(/#.*$/s, ''))) {
      this.#miss(url);
    }
  }

  /** Notes a call that had begun before; its query may contain a credential. */
  #miss(url: string): void {
    if (isRecorded(url)) {
      const plain = url.replace(/[?#].*$/s, '').replace(/\/\/[^/@]*@/, '//');
      this.#kept.note(`Missing, because it had begun before its tab was recorded: ${plain}`);
    }
  }

  /** A tab that was closed is over; one that is still there is missed. */
  async #lose(tabId: number, problem: string): Promise<void> {
    const isOpen = await this.#ports.api.tabs.get(tabId).then(
      () => true,
      () => false,
    );
    this.#kept.update((recording) =>
      endedWithoutTabs(withTabState(recording, tabId, isOpen ? 'lost' : 'closed')),
    );
    if (isOpen) {
      this.#kept.note(problem);
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Milliseconds that the end of a recording waits for bodies. */
const STOP_DEADLINE_MS = 3_000;
