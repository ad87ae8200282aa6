/** A browser as far as the recorder sees it: tabs that can be attached to, and a store in memory. */
import type { Debuggee, ExtensionApi } from '../../recorder/browserApi';
import type { Call } from '../../recorder/call';
import type { KeptBody } from '../../recorder/har';
import { KeptRecording } from '../../recorder/keptRecording';
import { Recorder } from '../../recorder/recorder';
import type { Recording } from '../../recorder/recording';
import type { RecordingStore } from '../../recorder/recordingStore';
import { defined } from '../../src/core/defined';
import type { TestEvent } from './recordedEvents';

/** What a test sees and steers. */
export interface FakeBrowser {
  readonly recorder: Recorder;
  readonly kept: KeptRecording;
  readonly store: RecordingStore;
  /** Tabs that are open. */
  readonly tabs: Set<number>;
  /** Tabs that are debugged. */
  readonly attached: Set<number>;
  /** Commands so far, with their tab: `7 Network.enable`. */
  readonly commands: string[];
  /** Answers commands in place of the browser; nothing where it has none. */
  answer: (method: string, params: object) => object | undefined;
  /** Tells the recorder what happens in a tab. */
  readonly emit: (source: Debuggee, events: readonly TestEvent[]) => void;
  /** The recorder after a restart, in a new process. */
  readonly restarted: () => Promise<Recorder>;
}

/** Opens a browser with tabs of these numbers. */
export async function fakeBrowser(openTabs: readonly number[], store = memoryStore()): Promise<FakeBrowser> {
  const tabs = new Set(openTabs);
  const attached = new Set<number>();
  const commands: string[] = [];
  const never = { addListener: () => undefined };
  const api: Pick<ExtensionApi, 'debugger' | 'tabs'> = {
    debugger: {
      onEvent: never,
      onDetach: never,
      attach: ({ tabId = 0 }) => {
        if (!tabs.has(tabId) || attached.has(tabId)) {
          return Promise.reject(new Error(`Cannot attach to tab ${tabId}.`));
        }
        attached.add(tabId);
        return Promise.resolve();
      },
      detach: ({ tabId = 0 }) => Promise.resolve(void attached.delete(tabId)),
      sendCommand: ({ tabId = 0 }, method, params = {}) => {
        commands.push(`${tabId} ${method}`);
        const known = attached.has(tabId) ? browser.answer(method, params) : undefined;
        return known === undefined
          ? Promise.reject(new Error('The browser does not answer.'))
          : Promise.resolve(known);
      },
    },
    tabs: {
      onCreated: never,
      onUpdated: never,
      get: (id) => (tabs.has(id) ? Promise.resolve({ id }) : Promise.reject(new Error('No tab.'))),
      query: () => Promise.resolve([]),
    },
  };
  const begin = async (): Promise<{ recorder: Recorder; kept: KeptRecording }> => {
    const kept = new KeptRecording(store, await store.load(), () => undefined);
    return { kept, recorder: new Recorder({ api, kept, now: () => 1000 }) };
  };
  const { recorder, kept } = await begin();
  const browser: FakeBrowser = {
    recorder,
    kept,
    store,
    tabs,
    attached,
    commands,
    answer: usualAnswer,
    emit: (source, events) =>
      events.forEach(([name, params]) => recorder.onEvent(source, `Network.${name}`, params)),
    restarted: async () => {
      const again = await begin();
      await again.recorder.resume();
      await again.kept.written();
      return again.recorder;
    },
  };
  return browser;
}

function usualAnswer(method: string): object {
  switch (method) {
    case 'Network.getResponseBody':
      return { body: 'the body', base64Encoded: false };
    case 'Network.getRequestPostData':
      return { postData: 'the request' };
    case 'Page.getFrameTree':
      return { frameTree: { frame: { url: '' } } };
    default:
      return {};
  }
}

function memoryStore(): RecordingStore {
  let recording: Recording | undefined;
  const calls = new Map<number, Call>();
  const bodies = new Map<number, KeptBody>();
  return {
    load: () => Promise.resolve({ ...defined({ recording }), calls: [...calls.values()] }),
    save: (next, changed) => {
      recording = next;
      changed.forEach((call) => calls.set(call.order, call));
      return Promise.resolve();
    },
    saveBody: (call, body) => Promise.resolve(void bodies.set(call, body)),
    readBody: (call) => Promise.resolve(bodies.get(call)),
    clear: () => {
      recording = undefined;
      calls.clear();
      bodies.clear();
      return Promise.resolve();
    },
  };
}
