/** The form's way to the editor: the calls of the contract, and what the editor tells or asks. */
import { Channel } from '../../src/protocol/channel';
import { formEditorGuards, formPageGuards } from '../../src/protocol/formContract';
import type { FormEditor, FormPage } from '../../src/protocol/formContract';
import type { PanelPage } from '../ui/panelPage';

/** What the editor tells or asks the form. */
export type EditorListener = FormPage;

/** The editor as the form sees it. */
export interface EditorLink {
  /** Starts to listen; the function it returns ends it. */
  start(listener: EditorListener): () => void;
  /** Asks the editor; every promise settles, and rejects with a RemoteError only. */
  readonly call: Channel<FormPage, FormEditor>['call'];
}

/** Connects a form to the editor. */
export function connectEditor(page: Omit<PanelPage, 'remember'>): EditorLink {
  let listener: EditorListener | undefined;
  const channel = new Channel<FormPage, FormEditor>({
    ...page,
    offered: {
      guards: formPageGuards,
      implementation: {
        show: (view) => listener?.show(view),
        progress: (index, progress) => listener?.progress(index, progress),
        drafts: () => listener?.drafts() ?? [],
      },
    },
    used: formEditorGuards,
  });
  return {
    start(heard) {
      listener = heard;
      return () => channel.dispose();
    },
    call: (name, ...args) => channel.call(name, ...args),
  };
}
