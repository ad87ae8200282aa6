/** The review's way to the editor: the calls of the contract, and the proposals as they change. */
import { Channel } from '../../src/protocol/channel';
import {
  mappingEditorGuards,
  mappingPageGuards,
  type MappingEditor,
  type MappingPage,
  type PickedUse,
} from '../../src/protocol/mappingContract';
import { showFirst } from '../ui/firstView';
import type { PanelPage } from '../ui/panelPage';
import type { MappingAction } from './mappingState';

/** What the review asks of the editor; every promise settles, and rejects with a RemoteError only. */
export interface EditorLink {
  /** Starts to listen and asks for what to show; the function it returns ends both. */
  start(dispatch: (action: MappingAction) => void): () => void;
  apply(picks: readonly PickedUse[]): Promise<number>;
  applyGuesses(variables: readonly string[]): Promise<number>;
  takeInstead(pick: PickedUse): Promise<number>;
  applyCopy(key: string): Promise<number>;
  reject(keys: readonly string[]): Promise<void>;
  restore(keys: readonly string[]): Promise<void>;
  reveal(request: string): Promise<void>;
  runAll(): Promise<void>;
  again(): Promise<void>;
  verify(): Promise<void>;
  unverify(): Promise<void>;
}

/** Connects a review to the editor. */
export function connectEditor({ remember, ...page }: PanelPage): EditorLink {
  let dispatch: (action: MappingAction) => void = () => undefined;
  const channel = new Channel<MappingPage, MappingEditor>({
    ...page,
    offered: {
      guards: mappingPageGuards,
      implementation: { show: (view) => dispatch({ type: 'shown', view }) },
    },
    used: mappingEditorGuards,
  });
  return {
    start(listener) {
      dispatch = listener;
      showFirst(channel.call('ready'), remember, listener);
      return () => channel.dispose();
    },
    apply: (picks) => channel.call('apply', picks),
    applyGuesses: (variables) => channel.call('applyGuesses', variables),
    takeInstead: (pick) => channel.call('takeInstead', pick),
    applyCopy: (key) => channel.call('applyCopy', key),
    reject: (keys) => channel.call('reject', keys),
    restore: (keys) => channel.call('restore', keys),
    reveal: (request) => channel.call('reveal', request),
    runAll: () => channel.call('runAll'),
    again: () => channel.call('again'),
    verify: () => channel.call('verify'),
    unverify: () => channel.call('unverify'),
  };
}
