/** The page of the authorization panel: finds its place in the window and starts. */
import { options, render } from 'preact';
import { drawingInFrames } from '../ui/drawing';
import { panelPlace } from '../ui/panelPage';
import { AuthzApp } from './AuthzApp';
import { connectEditor } from './editorLink';
import '../ui/base.css';

options.debounceRendering = drawingInFrames(window);

const place = panelPlace();
if (place !== undefined) {
  render(<AuthzApp link={connectEditor(place.page)} memory={place.memory} />, place.root);
}
