/** The page of the form editor: finds its place in the window and starts. */
import { options, render } from 'preact';
import { drawingInFrames } from '../ui/drawing';
import { panelPlace } from '../ui/panelPage';
import { FormApp } from './FormApp';
import { connectEditor } from './editorLink';
import { FormSession } from './formSession';
import { onLeaving } from './leaving';
import '../ui/base.css';
import '../ui/fields.css';

options.debounceRendering = drawingInFrames(window);

const place = panelPlace();
if (place !== undefined) {
  const session = new FormSession({
    link: connectEditor(place.page),
    memory: place.memory,
    later: (ms, action) => {
      const timer = setTimeout(action, ms);
      return () => clearTimeout(timer);
    },
  });
  onLeaving(window, () => session.flush());
  render(<FormApp session={session} />, place.root);
}
