/**
 * Texts and numbers that a script states under a name: `{"nonce":"9f3a"}`, `csrfToken: '9f3a'`, `var userId = 7`.
 *
 * One linear pass that knows strings and brackets alone: what only looks so is called otherwise than what requests ask for.
 */

import { decodedJson } from '../../run/decode';
import type { PageValue } from './htmlValues';

/** Where in a script. */
export interface ScriptPlace {
  /** The name and what is between it and the value, as written: `"nonce": `. */
  readonly before: string;
  /** Around the value; empty for a number. */
  readonly quote: string;
  /** Names of what it is in, outermost first: `wpApiSettings`. */
  readonly around: readonly string[];
}

/** Up to the end of its line where it does not end. */
const STRING = `"(?:[^"\\\\\\n]|\\\\.)*"?|'(?:[^'\\\\\\n]|\\\\.)*'?`;
/** A name with its value or what opens it, another string, a bracket. */
const TOKEN = new RegExp(
  `((?:"([\\w.$-]{1,80})"|'([\\w.$-]{1,80})'|\\b([A-Za-z_][\\w$]{0,80}))\\s{0,20}[:=]\\s{0,20})` +
    `(?:(${STRING})|(-?\\d{1,20})(?![\\w.])|([[{]))|${STRING}|([[{(])|([\\]})])`,
  'g',
);
const MAX_VALUES = 50_000;

/** The values of a script, in its order. */
export function scriptValues(code: string): readonly PageValue[] {
  const values: PageValue[] = [];
  const open: string[] = [];
  for (const [, before = '', double, single, bare, text, number, named, bracket, closed] of code.matchAll(
    TOKEN,
  )) {
    const name = double ?? single ?? bare ?? '';
    const value = text === undefined ? number : stringIn(text);
    if (named !== undefined || bracket !== undefined) {
      open.push(name);
    } else if (closed !== undefined) {
      open.pop();
    } else if (value !== undefined && values.length < MAX_VALUES) {
      const around = open.filter((outer) => outer !== '');
      values.push({ css: '', name, value, script: { before, quote: text?.slice(0, 1) ?? '', around } });
    }
  }
  return values;
}

/** What a string says; absent where it does not end, or has escapes that JSON does not know. */
function stringIn(written: string): string | undefined {
  const plain = /^(["'])([^\\]*)\1$/.exec(written)?.[2];
  const json = plain === undefined ? decodedJson(written, 'json') : undefined;
  return json?.ok === true && typeof json.value === 'string' ? json.value : plain;
}
