/**
 * How every page begins: it finds its place in the window, gets its texts, connects to the editor, and draws itself.
 * A page in English has its texts, and does not wait.
 */
import { options, render, type ComponentChild } from 'preact';
import { Channel } from '../../src/protocol/channel';
import type { Functions } from '../../src/protocol/contract';
import type { PageTexts } from '../../src/protocol/pageTexts';
import { drawingInFrames } from './drawing';
import { connectEditor, type EditorLink, type PanelPage } from './editorLink';
import { setTranslations } from './l10n';
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
  if (place === undefined) {
    return;
  }
  const begin = (): void => {
    const link = connectEditor<Editor, Page>(place.page);
    render(draw({ link, memory: place.memory }), place.root);
  };
  if (document.documentElement.lang === 'en') {
    begin();
  } else {
    void translate(place.page).then(begin);
  }
}

/** Gets the translations from the editor; without an answer the page is in English. */
async function translate({ port, session, name, log }: PanelPage): Promise<void> {
  const channel = new Channel<object, PageTexts>({
    port,
    session,
    name: `${name}:texts`,
    implementation: undefined,
    log,
  });
  try {
    setTranslations(await channel.call('translations'));
  } catch (error) {
    log(`The texts of this page could not be translated: ${String(error)}`);
  }
  channel.dispose();
}
