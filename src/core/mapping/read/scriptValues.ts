/**
 * Texts and numbers that a script states under a name: `{"nonce":"9f3a"}`, `csrfToken: '9f3a'`, `var userId = 7`, and the
 * ids that it calls functions with: `add_order_row(7, {"title":"Desk"})`.
 *
 * One linear pass that knows strings and brackets alone: what only looks so is called otherwise than what requests ask for.
 */

import { nameWords } from '../../language/nameWords';
import { nounOf } from '../../language/placeName';
import { decodedJson } from '../../run/decode';
import type { PageValue } from './htmlValues';

/** Where in a script. */
export interface ScriptPlace {
  /** The name and what is between it and the value, as written: `"nonce": `, `add_order_row(`. */
  readonly before: string;
  /** Around the value, as written; empty for a number. */
  readonly quote: string;
  /** Names of what it is in, outermost first: `wpApiSettings`; of a call the thing that it works on. */
  readonly around: readonly string[];
}

/** Up to the end of its line where it does not end. */
const STRING = `"(?:[^"\\\\\\n]|\\\\.)*"?|'(?:[^'\\\\\\n]|\\\\.)*'?`;
/** A name with its value or what opens it, a call with its first argument, another string, a bracket. */
const TOKEN = new RegExp(
  `((?:"([\\w.$-]{1,80})"|'([\\w.$-]{1,80})'|\\b([A-Za-z_][\\w$]{0,80}))\\s{0,20}[:=]\\s{0,20}|\\b([A-Za-z_]\\w{0,80})\\()` +
    `(?:(${STRING})|(-?\\d{1,20})(?![\\w.])|(?<!\\()([[{])|(?<=\\())|${STRING}|([[{(])|([\\]})])`,
  'g',
);
const MAX_VALUES = 50_000;
/** Brackets around a value that may say what it belongs to. */
const MAX_AROUND = 20;
/** What scripts call an element after its number: `row17`, `rcmfile2179`. */
const NUMBERED = /^([A-Za-z][A-Za-z_-]*)(\d+)$/;
/** `this.add_order_row(7);` */
const CODE = /^[A-Za-z_$][\w$.]*\([^]*\);?\s*$/;
/** UTF-16 code units; longer code is a program's own. */
const MAX_CODE = 65_536;

/** Whether a text is code that consists of calls, as answers to scripts are. */
export function isCode(text: string): boolean {
  return text.length <= MAX_CODE && CODE.test(text);
}

/** The values of a script, in its order; `written` is how the answer writes a text of it. */
export function scriptValues(
  code: string,
  written: (text: string) => string = (text) => text,
): readonly PageValue[] {
  const values: PageValue[] = [];
  const open: string[] = [];
  for (const found of code.matchAll(TOKEN)) {
    const [, before = '', double, single, bare, call, text, number, named, bracket, closed] = found;
    const thing = call === undefined ? undefined : calledThing(call);
    const name = thing ?? double ?? single ?? bare ?? '';
    const value = text === undefined ? number : stringIn(text);
    if (closed !== undefined) {
      open.pop();
    } else if ((named ?? bracket ?? call) !== undefined) {
      open.push(name);
    }
    if (value !== undefined && values.length < MAX_VALUES) {
      const around = open.slice(-MAX_AROUND).filter((outer) => outer !== '');
      const state = (one: string, lead: string, quote: string): void => {
        const script = { before: written(before + lead), quote: written(quote), around };
        values.push({ css: '', name: thing === undefined ? name : `${name}_id`, value: one, script });
      };
      const quote = text?.slice(0, 1) ?? '';
      const [, prefix, digits] = (call !== undefined && NUMBERED.exec(value)) || [];
      if (thing !== '') {
        state(value, '', quote);
      }
      if (digits !== undefined) {
        state(digits, quote + prefix, '');
      }
    }
  }
  return values;
}

/** JSON that a script gives a name: `var orders = [{"id":5}];`. */
export interface AssignedJson {
  readonly name: string;
  /** The name and what is between it and the JSON, as written: `orders = `. */
  readonly before: string;
  readonly text: string;
  /** UTF-16 code units in the script. */
  readonly start: number;
}

/** The JSON that a script assigns, in its order. Other literals are code. */
export function assignedJson(code: string): readonly AssignedJson[] {
  const found: AssignedJson[] = [];
  const assignment = new RegExp(ASSIGNMENT);
  for (let at = assignment.exec(code); at !== null; at = assignment.exec(code)) {
    const start = assignment.lastIndex;
    const { end, isWhole } = jsonFrom(code, start);
    const text = code.slice(start, end);
    // What is inside of it is no assignment, whether it is JSON or not.
    assignment.lastIndex = end;
    if (isWhole && STATEMENT_END.test(code.slice(end, end + MAX_SPACE)) && decodedJson(text, 'json').ok) {
      found.push({ name: at[1] ?? '', before: at[0], text, start });
    }
  }
  return found;
}

/** A name before a list or an object. */
const ASSIGNMENT = /\b([A-Za-z_]\w{0,80})\s{0,20}=\s{0,20}(?=[[{]\s{0,20}["[{\d])/g;
/** A piece of JSON, and whether it opens or closes something. */
const JSON_TOKEN = /\s*(?:"(?:[^"\\\n]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[,:]|([[{])|([\]}]))/y;

/** Up to where a text is as in JSON from an index on, and whether what opens there is closed there. */
function jsonFrom(code: string, start: number): { readonly end: number; readonly isWhole: boolean } {
  const token = new RegExp(JSON_TOKEN);
  token.lastIndex = start;
  let depth = 0;
  let end = start;
  for (let at = token.exec(code); at !== null; at = token.exec(code)) {
    end = token.lastIndex;
    depth += Number(at[1] !== undefined) - Number(at[2] !== undefined);
    if (depth === 0) {
      return { end, isWhole: true };
    }
  }
  return { end, isWhole: false };
}

const STATEMENT_END = /^\s*(?:;|$)/;
const MAX_SPACE = 20;

/** The thing that a function works on whose name begins with what it does: `add_order_row` with an order; empty for others. */
function calledThing(call: string): string {
  const thing = nounOf(call.replace(/_?(?:row|item|id)s?$/i, ''));
  return nameWords(call)[0] === thing[0] ? '' : thing.join('_');
}

/** What a string says; absent where it does not end, or has escapes that JSON does not know. */
function stringIn(written: string): string | undefined {
  const plain = /^(["'])([^\\]*)\1$/.exec(written)?.[2];
  const json = plain === undefined ? decodedJson(written, 'json') : undefined;
  return json?.ok === true && typeof json.value === 'string' ? json.value : plain;
}
