/** The viewer's way to the editor: the calls of the contract, and the chain as it changes. */
import type { ShownPart } from '../../src/core/graph/shownPart';
import { Channel } from '../../src/protocol/channel';
import {
  viewerEditorGuards,
  viewerPageGuards,
  type ViewerEditor,
  type ViewerPage,
} from '../../src/protocol/viewerContract';
import { showFirst } from '../ui/firstView';
import type { PanelPage } from '../ui/panelPage';
import type { ViewerAction } from './viewerState';

/** What the viewer asks of the editor; every promise settles, and rejects with a RemoteError only. */
export interface EditorLink {
  /** Starts to listen and asks for the chain to show; the function it returns ends both. */
  start(dispatch: (action: ViewerAction) => void): () => void;
  reveal(node: string): Promise<void>;
  copyMermaid(part: ShownPart): Promise<void>;
  saveSvg(part: ShownPart): Promise<void>;
  savePng(picture: string): Promise<void>;
}

/** Connects a viewer to the editor. */
export function connectEditor({ remember, ...page }: PanelPage): EditorLink {
  let dispatch: (action: ViewerAction) => void = () => undefined;
  const channel = new Channel<ViewerPage, ViewerEditor>({
    ...page,
    offered: {
      guards: viewerPageGuards,
      implementation: {
        show: (view) => dispatch({ type: 'shown', view }),
        progress: (changed) => dispatch({ type: 'progressed', changed }),
      },
    },
    used: viewerEditorGuards,
  });
  return {
    start(listener) {
      dispatch = listener;
      showFirst(channel.call('ready'), remember, listener);
      return () => channel.dispose();
    },
    reveal: (node) => channel.call('reveal', node),
    copyMermaid: (part) => channel.call('copyMermaid', { ...part, open: [...part.open] }),
    saveSvg: (part) => channel.call('saveSvg', { ...part, open: [...part.open] }),
    savePng: (picture) => channel.call('savePng', picture),
  };
}
