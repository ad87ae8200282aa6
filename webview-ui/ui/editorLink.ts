/** A page's way to the editor, derived from the contract of its panel. */
import { useEffect } from 'preact/hooks';
import { Channel, remote, type Implementation, type Port, type Remote } from '../../src/protocol/channel';
import type { Functions } from '../../src/protocol/contract';

/** What the page around a panel gives. */
export interface PanelPage {
  readonly port: Port;
  readonly session: string;
  /** Unlike that of any earlier load of this page. */
  readonly name: string;
  /** Keeps the subject's name with the window, so that the panel can be restored. */
  readonly remember: (subject: string) => void;
  readonly log: (problem: string) => void;
}

/** The editor as a page sees it. */
export interface EditorLink<Editor extends Functions<Editor>, Page extends Functions<Page>> {
  /** What the page may ask. */
  readonly editor: Remote<Editor>;
  /** Starts to hear what the editor tells or asks; the function it returns ends the conversation. */
  readonly start: (page: Implementation<Page>) => () => void;
  readonly remember: PanelPage['remember'];
}

/** What a panel shows, and what names it. */
interface Subject<View> {
  readonly subject: string;
  readonly view: View;
  /** Whether the sample is open; absent for pages that do not offer its API. */
  readonly isSample?: boolean;
}

/** What the answer is to the state of a panel. */
type FirstAction<View> =
  | { readonly type: 'shown'; readonly view: View; readonly isSample?: boolean }
  | { readonly type: 'action-failed'; readonly message: string };

/** Connects a page to the editor. */
export function connectEditor<Editor extends Functions<Editor>, Page extends Functions<Page>>({
  port,
  session,
  name,
  log,
  remember,
}: PanelPage): EditorLink<Editor, Page> {
  let heard: Implementation<Page> | undefined;
  const channel = new Channel<Page, Editor>({
    port,
    session,
    name,
    log,
    get implementation() {
      return heard;
    },
  });
  return {
    editor: remote(channel),
    start: (page) => {
      heard = page;
      return () => channel.dispose();
    },
    remember,
  };
}

/** Begins the conversation of a panel: it asks what it shows, and has that remembered with the window. */
export function useEditor<View, Page>(
  link: {
    readonly editor: { readonly ready: () => Promise<Subject<View>> };
    readonly start: (page: Page) => () => void;
    readonly remember: PanelPage['remember'];
  },
  dispatch: (action: FirstAction<View>) => void,
  page: Page,
): void {
  useEffect(() => {
    const stop = link.start(page);
    link.editor.ready().then(
      ({ subject, ...shown }) => {
        link.remember(subject);
        dispatch({ type: 'shown', ...shown });
      },
      (error: Error) => dispatch({ type: 'action-failed', message: error.message }),
    );
    return stop;
  }, [link]);
}
