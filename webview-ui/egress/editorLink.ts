/** The egress view's way to the editor: the calls of the contract. */
import { Channel } from '../../src/protocol/channel';
import {
  egressEditorGuards,
  egressPageGuards,
  type EgressChoice,
  type EgressEditor,
  type EgressPage,
  type EgressView,
} from '../../src/protocol/egressContract';
import { showFirst } from '../ui/firstView';
import type { PanelPage } from '../ui/panelPage';
import type { EgressAction } from './egressState';

/** What the view asks of the editor; every promise settles, and rejects with a RemoteError only. */
export interface EditorLink {
  /** Asks for what to show; the function it returns ends the conversation. */
  start(dispatch: (action: EgressAction) => void): () => void;
  choose(choice: EgressChoice): Promise<EgressView>;
  openText(revision: number, index: number): Promise<void>;
  approve(revision: number): Promise<void>;
  cancel(): Promise<void>;
}

/** Connects a view to the editor. */
export function connectEditor({ remember, ...page }: PanelPage): EditorLink {
  const channel = new Channel<EgressPage, EgressEditor>({
    ...page,
    offered: { guards: egressPageGuards, implementation: {} },
    used: egressEditorGuards,
  });
  return {
    start(dispatch) {
      showFirst(channel.call('ready'), remember, dispatch);
      return () => channel.dispose();
    },
    choose: (choice) => channel.call('choose', choice),
    openText: (revision, index) => channel.call('openText', revision, index),
    approve: (revision) => channel.call('approve', revision),
    cancel: () => channel.call('cancel'),
  };
}
