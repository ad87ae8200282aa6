/**
 * The arguments of a function, as `{{$hmac 'sha256' apiKey text}}` has them: a bare word is a variable, a number
 * a number, and text is in single or double quotes. In quotes, `\n`, `\r` and `\t` are a line feed, a carriage
 * return and a tab; a backslash before any other character means that character.
 */
import { parseJson, type JsonValue } from '../../json/json';

/** One argument. */
export type Argument =
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'value'; readonly value: JsonValue };

const VARIABLE = /^(?:[A-Za-z_][\w.-]*|\$request\.[A-Za-z]+)$/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const QUOTED = /^(["'])((?:(?!\1)[^\\]|\\[^])*)\1$/;

/** What an argument says; absent when it is none of the three. */
export function readArgument(text: string): Argument | undefined {
  if (VARIABLE.test(text)) {
    return { kind: 'variable', name: text };
  }
  if (NUMBER.test(text)) {
    return { kind: 'value', value: parseJson(text) };
  }
  const [, , content] = QUOTED.exec(text) ?? [];
  return content === undefined ? undefined : { kind: 'value', value: unescaped(content) };
}

/** A text as an argument. */
export function quoteArgument(text: string): string {
  const escaped = text.replace(/['\\\n\r\t]/g, (character) => SHORT.get(character) ?? `\\${character}`);
  return `'${escaped}'`;
}

const SHORT: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);
const LONG: ReadonlyMap<string, string> = new Map(
  [...SHORT].map(([character, [, letter = '']]) => [letter, character]),
);

function unescaped(content: string): string {
  return content.replace(/\\([^])/g, (_escape, character: string) => LONG.get(character) ?? character);
}
