/** Fetches bodies from the browser as soon as they are complete: it discards them when the page is left. */
import type { Debuggee, DebuggerApi } from './browserApi';
import type { Call } from './call';
import type { CallLog } from './callLog';
import type { KeptRecording } from './keptRecording';
import { requestBody, responseBody } from './tabDebugger';
import { bodyPlan, mayHaveEnded, notGiven } from './bodyPolicy';

/** Fetches what calls lack. */
export class BodyFetcher {
  readonly #api: DebuggerApi;
  readonly #kept: KeptRecording;
  readonly #fetching = new Map<string, Promise<void>>();

  constructor(api: DebuggerApi, kept: KeptRecording) {
    this.#api = api;
    this.#kept = kept;
  }

  /** Fetches the bodies that a call lacks and that can be had by now. */
  look(call: Call): void {
    const plan = bodyPlan(call);
    if (plan === 'fetch') {
      this.#once(`response ${call.order}`, () => this.#fetchResponseBody(call));
    } else if (plan !== undefined) {
      this.#kept.keep({ ...call, body: plan });
    }
    const hop = call.hops.length - 1;
    const { request, postDataMissing } = call.hops[hop] ?? {};
    const isLacking = request?.hasPostData === true && request.postData === undefined;
    if (isLacking && postDataMissing === undefined) {
      this.#once(`request ${call.order} ${hop}`, () => this.#fetchRequestBody(call, hop));
    }
  }

  /** Fetches bodies of calls whose end was not reported; those still in progress are left alone. */
  lookAgain(): void {
    for (const call of this.#kept.log.all()) {
      if (mayHaveEnded(call)) {
        this.#once(`response ${call.order}`, () => this.#fetchResponseBody(call));
      }
    }
  }

  /** Resolves when everything that is being fetched has come or failed. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#fetching.values());
  }

  #once(what: string, fetch: () => Promise<void>): void {
    if (!this.#fetching.has(what)) {
      this.#fetching.set(
        what,
        fetch().finally(() => this.#fetching.delete(what)),
      );
    }
  }

  async #fetchResponseBody(call: Call): Promise<void> {
    const { log } = this.#kept;
    const answer = await responseBody(this.#api, this.#targetOf(call), call.requestId).catch(() => undefined);
    if (log !== this.#kept.log || (answer === undefined && log.latest(call).end === undefined)) {
      return;
    }
    const body = answer === undefined ? notGiven() : await this.#kept.keepBody(call, answer);
    this.#keepIn(log, { ...log.latest(call), body });
  }

  async #fetchRequestBody(call: Call, hop: number): Promise<void> {
    const { log } = this.#kept;
    const text = await requestBody(this.#api, this.#targetOf(call), call.requestId).catch(() => undefined);
    if (text !== undefined && log === this.#kept.log) {
      this.#kept.keep(this.#kept.withPostData(log.latest(call), hop, text));
    }
  }

  /** What comes after its recording was deleted belongs to no other. */
  #keepIn(log: CallLog, call: Call): void {
    if (log === this.#kept.log) {
      this.#kept.keep(call);
    }
  }

  #targetOf({ tab, session }: Call): Debuggee {
    const tabId = this.#kept.recording?.tabs.find(({ position }) => position === tab)?.id;
    return {
      ...(tabId === undefined ? {} : { tabId }),
      ...(session === undefined ? {} : { sessionId: session }),
    };
  }
}
