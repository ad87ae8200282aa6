/**
 * Texts that a document of XML may hold, found without reading it as a tree: answers have millions of them, of which
 * few are asked for. What only looks like a text of an element or an attribute is reported, too; the tree separates them.
 */
import { unescapeMarkup } from './htmlValues';

const CONTENT = />([^<>]+)<\//g;
const ATTRIBUTE = /=\s*(?:"([^"<]*)"|'([^'<]*)')/g;

/** Whether a document holds nothing that hides or splits texts: comments, sections of characters, a type. */
export function isPlainXml(xml: string): boolean {
  return !xml.includes('<!');
}

/** Tells the texts of a plain document with where each begins, those of elements first. */
export function scanXml(xml: string, onText: (value: string, start: number) => void): void {
  for (const { 1: content = '', index } of xml.matchAll(CONTENT)) {
    if (/\S/.test(content)) {
      onText(unescapeMarkup(content), index + 1);
    }
  }
  for (const { 0: whole, 1: double, 2: single, index } of xml.matchAll(ATTRIBUTE)) {
    const value = double ?? single ?? '';
    onText(unescapeMarkup(value), index + whole.length - 1 - value.length);
  }
}
