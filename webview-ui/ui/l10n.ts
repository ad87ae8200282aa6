/**
 * The texts of pages: whole sentences in English, with a number in braces for each value, shown in the language of
 * the editor. `npm run l10n` collects them for translators.
 *
 * Translations arrive after the modules of a page have run, and before it draws itself. So a text is looked up
 * where it is shown, never in a constant of a module.
 */
import type { ComponentChild } from 'preact';
import { inEnglish, type Say } from '../../src/core/say';
import { translateBy, type Translate } from '../../src/protocol/engineTexts';
import type { Translations } from '../../src/protocol/pageTexts';

/** A list with an item for each number in a text. */
type ValuesOf<Text extends string, Value> = Text extends `${string}{3}${string}`
  ? readonly [Value, Value, Value, Value]
  : Text extends `${string}{2}${string}`
    ? readonly [Value, Value, Value]
    : Text extends `${string}{1}${string}`
      ? readonly [Value, Value]
      : Text extends `${string}{0}${string}`
        ? readonly [Value]
        : readonly [];

let known: ReadonlyMap<string, string> = new Map();
let translate: Translate = translateBy({});

/** Makes a page show its texts in another language, before it draws itself. */
export function setTranslations(translations: Translations): void {
  known = new Map(Object.entries(translations));
  translate = translateBy(translations);
}

/** A text with its values, in the language of the editor; a plural is a text of its own. */
export function t<Text extends string>(
  text: Text,
  ...values: ValuesOf<NoInfer<Text>, string | number>
): string {
  return say(text, ...values.map(String));
}

/** For texts of the core: the same, with values that the compiler does not count. */
export const say: Say = (text, ...values) => inEnglish(known.get(text) ?? text, ...values);

/** What the engine said: why a request failed, what is wrong with a file. */
export const engineText: Translate = (message) => translate(message);

/** A text whose values are elements: `tRich('Goes to {0}.', <b>{name}</b>)`. */
export function tRich<Text extends string>(
  text: Text,
  ...values: ValuesOf<NoInfer<Text>, ComponentChild>
): ComponentChild[] {
  // Every other piece is the number of a value.
  return (known.get(text) ?? text)
    .split(/\{(\d+)\}/)
    .map((piece, at) => (at % 2 === 0 ? piece : values[Number(piece)]));
}
