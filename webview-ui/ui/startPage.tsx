/** How every page begins: it finds its place in the window, connects to the editor, and draws itself. */
import { options, render, type ComponentChild } from 'preact';
import type { Functions } from '../../src/protocol/contract';
import { drawingInFrames } from './drawing';
import { connectEditor, type EditorLink } from './editorLink';
import type { PageMemory } from './pageMemory';
import { panelPlace } from './panelPage';

/** What a page has to draw itself with. */
interface PageStart<Editor extends Functions<Editor>, Page extends Functions<Page>> {
  readonly link: EditorLink<Editor, Page>;
  readonly memory: PageMemory;
}

/** Starts the page of a panel; nothing happens in a page that the editor did not make. */
export function startPage<Editor extends Functions<Editor>, Page extends Functions<Page>>(
  draw: (start: PageStart<Editor, Page>) => ComponentChild,
): void {
  options.debounceRendering = drawingInFrames(window);
  const place = panelPlace();
  if (place !== undefined) {
    const link = connectEditor<Editor, Page>(place.page);
    render(draw({ link, memory: place.memory }), place.root);
  }
}
