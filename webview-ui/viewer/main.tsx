/** The page of the Chain Viewer: finds its place in the window and starts. */
import { options, render } from 'preact';
import { panelPlace } from '../ui/panelPage';
import { ViewerApp } from './ViewerApp';
import { connectEditor } from './editorLink';
import '../ui/base.css';

// A run reports faster than a screen can show: everything that came since the last frame is drawn at once.
options.debounceRendering = requestAnimationFrame;

const place = panelPlace();
if (place !== undefined) {
  render(<ViewerApp link={connectEditor(place.page)} />, place.root);
}
