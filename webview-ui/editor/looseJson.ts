/**
 * JSON values as people type them in one line: texts without quotes where nothing else could be meant, everything
 * else as JSON. `5` is a number, `"5"` and `ready` are texts.
 */
import { stringifyJson, type JsonValue } from '../../src/core/json/json';
import { bodyJson } from '../../src/core/language/bodyJson';

/** A value as typed. */
export function looseText(value: JsonValue): string {
  return typeof value === 'string' && isPlain(value) ? value : stringifyJson(value);
}

/** The value that was typed. */
export function looseValue(text: string): JsonValue {
  return bodyJson(text) ?? (text.trim() === 'null' ? null : text);
}

function isPlain(text: string): boolean {
  return bodyJson(text) === undefined && !/[\r\n]/.test(text);
}
