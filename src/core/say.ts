/**
 * Texts for people that are made here and shown in the language of whoever reads them: the text with `{0}`, `{1}` …
 * goes to the one who shows it, with what is put in there. Without anybody who translates they are English.
 */

/** Puts `args` into a text, in the reader's language where that is known. */
export type Say = (text: string, ...args: readonly string[]) => string;

/** The text as it is written, in English. */
export const inEnglish: Say = (text, ...args) =>
  text.replace(/\{(\d+)\}/g, (whole, index: string) => args[Number(index)] ?? whole);
