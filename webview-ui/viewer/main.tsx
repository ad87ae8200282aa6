/** The page of the Chain Viewer: finds its place in the window and starts. */
import { options, render } from 'preact';
import { drawingInFrames } from '../ui/drawing';
import { panelPlace } from '../ui/panelPage';
import { ViewerApp } from './ViewerApp';
import { connectEditor } from './editorLink';
import '../ui/base.css';

options.debounceRendering = drawingInFrames(window);

const place = panelPlace();
if (place !== undefined) {
  render(<ViewerApp link={connectEditor(place.page)} memory={place.memory} />, place.root);
}
