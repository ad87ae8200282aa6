/**
 * Texts in the rows of a page that are called as fields are, by their classes, with the id of their row: what scripts fill
 * the form with in which a row is edited.
 *
 * One linear pass, no tree: pages are strangers' and may be huge.
 */
import { defined } from '../../defined';
import { unescapeMarkup, type PageValue } from './htmlValues';

/** The beginning of an element with its attributes, and the text up to the next tag. */
const TAG = /<([a-z][\w-]*)(\s[^<>]{0,2000})?>([^<]{0,2000})/gi;
/** One class that is a name; with several they are about its looks. */
const CLASS = /\sclass\s*=\s*(?:"([A-Za-z_]\w*)"|'([A-Za-z_]\w*)')/i;
/** `post-5`, `order_12`. */
const ID = /\sid\s*=\s*["']([A-Za-z][\w-]*?)([-_])(\d+)["']/i;
/** What people press, what they read about other things, and what they do not see. */
const NO_DATA = /^(?:a|button|label|legend|option|script|style|th|title)$/i;
const MAX_VALUES = 50_000;

/** The values of rows with at least two texts beside each other, in their order. */
export function rowValues(html: string): readonly PageValue[] {
  const values: PageValue[] = [];
  let rows = 0;
  let texts: RowValue[] = [];
  let ids = new Map<string, RowValue>();
  const close = (): void => {
    if (texts.length > 1) {
      values.push(...[...ids.values(), ...texts].map((value) => pageValue(value, rows)));
      rows += 1;
      ids = new Map();
    }
    texts = [];
  };
  for (const { 0: whole, 1: kind = '', 2: attributes = '', 3: text = '', index: start } of html.matchAll(
    TAG,
  )) {
    const [, double, single] = CLASS.exec(attributes) ?? [];
    const name = double ?? single;
    if (name !== undefined && html.startsWith('</', start + whole.length) && !NO_DATA.test(kind)) {
      texts.push({ name, start, written: `\\sclass=["']${name}["'][^<>]*>\\s*([^<]+?)\\s*<`, text });
    } else {
      close();
    }
    const [, noun = '', mark = '', number] = ID.exec(attributes) ?? [];
    if (number !== undefined && texts.length === 0) {
      const written = `\\sid=["']${noun}${mark}(\\d+)["']`;
      ids.set(noun, { name: `${noun}_id`, attribute: 'id', start, written, text: number });
    }
    if (values.length >= MAX_VALUES) {
      return values;
    }
  }
  close();
  return values.filter(({ value }) => value !== '');
}

/** A value before it is known to be in a row. */
interface RowValue {
  readonly name: string;
  readonly attribute?: string;
  readonly start: number;
  readonly written: string;
  /** As written. */
  readonly text: string;
}

function pageValue({ name, attribute, start, written, text }: RowValue, index: number): PageValue {
  return {
    css: '',
    ...defined({ attribute }),
    name,
    row: { index, start, written },
    value: unescapeMarkup(text).trim(),
  };
}
