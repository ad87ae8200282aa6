/** The page of an Auto Mapping's review: finds its place in the window and starts. */
import { options, render } from 'preact';
import { drawingInFrames } from '../ui/drawing';
import { panelPlace } from '../ui/panelPage';
import { MappingApp } from './MappingApp';
import { connectEditor } from './editorLink';
import '../ui/base.css';
import '../ui/fields.css';

options.debounceRendering = drawingInFrames(window);

const place = panelPlace();
if (place !== undefined) {
  render(<MappingApp link={connectEditor(place.page)} memory={place.memory} />, place.root);
}
