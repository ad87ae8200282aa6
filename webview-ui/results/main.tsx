/** The page of the results panel: finds its place in the window and starts. */
import { options, render } from 'preact';
import { ResultsApp } from './ResultsApp';
import { connectEditor } from './editorLink';
import '../ui/base.css';

// A run reports faster than a screen can show: everything that came since the last frame is drawn at once.
options.debounceRendering = requestAnimationFrame;

const vscode = acquireVsCodeApi();
const root = document.getElementById('root');
const session = document.querySelector<HTMLMetaElement>('meta[name="chainwright-session"]')?.content;

if (root !== null && session !== undefined) {
  const link = connectEditor({
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
    remember: (subject) => vscode.setState({ subject }),
    // eslint-disable-next-line no-console -- the console is a page's only log
    log: (problem) => console.warn(problem),
  });
  render(<ResultsApp link={link} />, root);
}
