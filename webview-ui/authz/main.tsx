/** The page of the authorization panel: finds its place in the window and starts. */
import { options, render } from 'preact';
import { panelPlace } from '../ui/panelPage';
import { AuthzApp } from './AuthzApp';
import { connectEditor } from './editorLink';
import '../ui/base.css';

// A run reports faster than a screen can show: everything that came since the last frame is drawn at once.
options.debounceRendering = requestAnimationFrame;

const place = panelPlace();
if (place !== undefined) {
  render(<AuthzApp link={connectEditor(place.page)} />, place.root);
}
