/** The page of an egress view: finds its place in the window and starts. */
import { options, render } from 'preact';
import { drawingInFrames } from '../ui/drawing';
import { panelPlace } from '../ui/panelPage';
import { EgressApp } from './EgressApp';
import { connectEditor } from './editorLink';
import '../ui/base.css';
import '../ui/fields.css';

options.debounceRendering = drawingInFrames(window);

const place = panelPlace();
if (place !== undefined) {
  render(<EgressApp link={connectEditor(place.page)} />, place.root);
}
