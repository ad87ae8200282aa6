/** What the popup and the background process say to each other. */
import type { Snapshot } from './snapshot';

/** The popup asks. */
export type Command =
  | { readonly type: 'start'; readonly tabId: number }
  | { readonly type: 'stop' }
  | { readonly type: 'discard' };

/** The background sends: the state after each change, or why a command could not be carried out. */
export type Notice =
  | { readonly type: 'snapshot'; readonly snapshot: Snapshot }
  | { readonly type: 'failed'; readonly failed: Failed; readonly message: string };

/** What could not be done: a command, or opening what was kept. */
export type Failed = Command['type'] | 'open';
