/** The panel's way to the editor: the calls of the contract, and the run as it comes. */
import {
  authzEditorGuards,
  authzPanelGuards,
  type AuthzEditor,
  type AuthzPanel,
  type CellEvidence,
} from '../../src/protocol/authzPanel';
import { Channel } from '../../src/protocol/channel';
import { showFirst } from '../ui/firstView';
import type { PanelPage } from '../ui/panelPage';
import type { AuthzAction } from './authzState';

/** What the panel asks of the editor; every promise settles, and rejects with a RemoteError only. */
export interface EditorLink {
  /** Starts to listen and asks for the run to show; the function it returns ends both. */
  start(dispatch: (action: AuthzAction) => void): () => void;
  evidence(run: number, cell: number): Promise<CellEvidence>;
  runAll(): Promise<void>;
  share(): Promise<void>;
  runCell(run: number, cell: number): Promise<void>;
  cancel(): Promise<void>;
  notify(): Promise<void>;
  copyCurl(run: number, cell: number): Promise<void>;
  raiseIssue(run: number, cell: number): Promise<string | null>;
  openIssue(run: number, cell: number): Promise<void>;
  reveal(run: number, cell: number, link: number): Promise<void>;
}

/** Connects a panel to the editor. */
export function connectEditor({ remember, ...page }: PanelPage): EditorLink {
  let dispatch: (action: AuthzAction) => void = () => undefined;
  const channel = new Channel<AuthzPanel, AuthzEditor>({
    ...page,
    offered: {
      guards: authzPanelGuards,
      implementation: {
        show: (view) => dispatch({ type: 'shown', view }),
        update: (update) => dispatch({ type: 'updated', update }),
      },
    },
    used: authzEditorGuards,
  });
  return {
    start(listener) {
      dispatch = listener;
      showFirst(channel.call('ready'), remember, listener);
      return () => channel.dispose();
    },
    evidence: (run, cell) => channel.call('evidence', run, cell),
    runAll: () => channel.call('runAll'),
    share: () => channel.call('share'),
    runCell: (run, cell) => channel.call('runCell', run, cell),
    cancel: () => channel.call('cancel'),
    notify: () => channel.call('notify'),
    copyCurl: (run, cell) => channel.call('copyCurl', run, cell),
    raiseIssue: (run, cell) => channel.call('raiseIssue', run, cell),
    openIssue: (run, cell) => channel.call('openIssue', run, cell),
    reveal: (run, cell, link) => channel.call('reveal', run, cell, link),
  };
}
