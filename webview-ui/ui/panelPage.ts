/** The page around a panel: its conversation with the editor, and what VS Code keeps for it. */
import type { PanelPage } from './editorLink';
import { keepPlaces } from './keptPlaces';
import { membersOf, type PageMemory } from './pageMemory';

/** A panel's place in its page. */
export interface PanelPlace {
  readonly page: PanelPage;
  readonly memory: PageMemory;
  /** Where it draws itself. */
  readonly root: HTMLElement;
}

/** The place of the panel in this page; absent in a page that the editor did not make. */
export function panelPlace(): PanelPlace | undefined {
  const vscode = acquireVsCodeApi();
  const root = document.getElementById('root');
  const session = document.querySelector<HTMLMetaElement>('meta[name="chainwright-session"]')?.content;
  if (root === null || session === undefined) {
    return undefined;
  }
  const before = membersOf(vscode.getState());
  let state: object = before;
  const keep = (more: object): void => {
    state = { ...state, ...more };
    vscode.setState(state);
  };
  const page: PanelPage = {
    port: {
      post: (message) => vscode.postMessage(message),
      listen: (receive) => {
        const onMessage = (event: MessageEvent): void => receive(event.data);
        window.addEventListener('message', onMessage);
        return () => window.removeEventListener('message', onMessage);
      },
    },
    session,
    name: crypto.randomUUID(),
    remember: (subject) => keep({ subject }),
    // eslint-disable-next-line no-console -- the console is a page's only log
    log: (problem) => console.warn(problem),
  };
  const memory: PageMemory = {
    kept: before['look'],
    keep: (look) => keep({ look }),
  };
  keepPlaces(document, { kept: before['places'], keep: (places) => keep({ places }) });
  return { page, memory, root };
}
