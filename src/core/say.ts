/**
 * Texts for people that are made here and shown in the language of the reader: the text with `{0}`, `{1}` …
 * goes to the one who shows it, with the values for it. Without a translator they are English.
 */

/** Puts `args` into a text, in the reader's language where that is known. */
export type Say = (text: string, ...args: readonly (string | number)[]) => string;

/** A text that is put into words where its reader is known. */
export type Said = (say: Say) => string;

/** The untranslated English text. */
export const inEnglish: Say = (text, ...args) =>
  text.replace(/\{(\d+)\}/g, (whole, index: string) => String(args[Number(index)] ?? whole));
