/** The page of the form editor: finds its place in the window and starts. */
import { options, render } from 'preact';
import { panelPlace } from '../ui/panelPage';
import { FormApp } from './FormApp';
import { connectEditor } from './editorLink';
import { FormSession } from './formSession';
import '../ui/base.css';
import '../ui/fields.css';

// Typing, views and progress come faster than a screen can show: what came since the last frame is drawn at once.
options.debounceRendering = requestAnimationFrame;

const place = panelPlace();
if (place !== undefined) {
  const session = new FormSession(connectEditor(place.page), (ms, action) => {
    const timer = setTimeout(action, ms);
    return () => clearTimeout(timer);
  });
  render(<FormApp session={session} />, place.root);
}
