/** The form's way to the editor: the calls of the contract, and what the editor tells or asks. */
import { Channel, type ChannelOptions } from '../../src/protocol/channel';
import {
  formEditorGuards,
  formPageGuards,
  type FormEditor,
  type FormPage,
} from '../../src/protocol/formContract';

/** What the editor tells or asks the form. */
export type EditorListener = FormPage;

/** The editor as the form sees it. */
export interface EditorLink {
  /** Starts to listen; the function it returns ends it. */
  start(listener: EditorListener): () => void;
  /** Asks the editor; every promise settles, and rejects with a RemoteError only. */
  readonly call: Channel<FormPage, FormEditor>['call'];
}

/** The page's end of the wire. */
export type PageEnd = Pick<ChannelOptions<FormPage, FormEditor>, 'port' | 'session' | 'name' | 'log'>;

/** Connects a form to the editor. */
export function connectEditor({ port, session, name, log }: PageEnd): EditorLink {
  let listener: EditorListener | undefined;
  const channel = new Channel<FormPage, FormEditor>({
    port,
    session,
    name,
    log,
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
    call: (called, ...args) => channel.call(called, ...args),
  };
}
