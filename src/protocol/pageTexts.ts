/** The texts of pages in the language of the editor. Every page can ask for them, whatever it shows. */
import type { Implementation } from './channel';
import { call, type Calls, type Functions, type FunctionsOf } from './contract';
import { trusted } from './schema';

/** Translations by their English text. */
export type Translations = Readonly<Record<string, string>>;

/** What the editor answers every page. */
const pageTexts = {
  /** All that are known; a text without one is shown in English. */
  translations: call([], trusted<Translations>()),
};

/** What a page can ask about its texts. */
export type PageTexts = FunctionsOf<typeof pageTexts>;

/** The calls of a page, its texts included. */
export function withPageTexts<Editor extends Functions<Editor>>(
  calls: Calls<Editor>,
): Calls<Editor & PageTexts> {
  // TypeScript does not look into an intersection with a type parameter.
  return { ...calls, ...pageTexts } as Calls<Editor & PageTexts>;
}

/** An editor that answers a page, and gives it its texts. */
export function answeringTexts<Editor extends Functions<Editor>>(
  editor: Implementation<Editor>,
  translations: () => Translations | Promise<Translations>,
): Implementation<Editor & PageTexts> {
  return { ...editor, translations } as Implementation<Editor & PageTexts>;
}
