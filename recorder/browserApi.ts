/**
 * The part of the browser's extension interface that the recorder uses
 * (https://developer.chrome.com/docs/extensions/reference/api), as the global `chrome` offers it.
 */

/** Something that happens in the browser. */
interface BrowserEvent<Listener> {
  addListener(listener: Listener): void;
}

/** A line between the popup and the background; it ends with either. */
export interface Port {
  readonly name: string;
  readonly onMessage: BrowserEvent<(message: unknown) => void>;
  readonly onDisconnect: BrowserEvent<() => void>;
  postMessage(message: unknown): void;
}

/** A tab, as far as extensions without the permission `tabs` see it. */
export interface Tab {
  readonly id?: number;
  /** The tab that it was opened from. */
  readonly openerTabId?: number;
}

/** What is debugged: a tab, or with a session one of its frames or workers with a process of its own. */
export interface Debuggee {
  readonly tabId?: number;
  readonly sessionId?: string;
}

/** `chrome.debugger`. */
export interface DebuggerApi {
  readonly onEvent: BrowserEvent<(source: Debuggee, method: string, params?: object) => void>;
  readonly onDetach: BrowserEvent<(source: Debuggee, reason: string) => void>;
  attach(target: Debuggee, protocolVersion: string): Promise<void>;
  detach(target: Debuggee): Promise<void>;
  sendCommand(target: Debuggee, method: string, params?: object): Promise<object | undefined>;
}

/** `chrome.tabs`. */
interface TabsApi {
  readonly onCreated: BrowserEvent<(tab: Tab) => void>;
  readonly onUpdated: BrowserEvent<(tabId: number, change: { readonly status?: string }) => void>;
  /** Rejects when the tab does not exist. */
  get(tabId: number): Promise<Tab>;
  query(filter: { readonly active: boolean; readonly currentWindow: boolean }): Promise<readonly Tab[]>;
}

/** `chrome.action`; without a tab, what is set holds for all windows, private ones as well. */
export interface ActionApi {
  /** Rejects when the tab does not exist. */
  setBadgeText(details: { readonly tabId: number; readonly text: string }): Promise<void>;
  setBadgeBackgroundColor(details: { readonly color: string }): Promise<void>;
  setBadgeTextColor(details: { readonly color: string }): Promise<void>;
  /** Rejects when the tab does not exist. */
  setTitle(details: { readonly tabId: number; readonly title: string }): Promise<void>;
}

/** `chrome`. */
export interface ExtensionApi {
  readonly debugger: DebuggerApi;
  readonly tabs: TabsApi;
  readonly runtime: {
    readonly onConnect: BrowserEvent<(port: Port) => void>;
    connect(info: { readonly name: string }): Port;
    getManifest(): { readonly version: string };
  };
  readonly action: ActionApi;
}
