/**
 * What is known about a value of a script without running it: where it comes from in the response, or the
 * text that it will be.
 */
import type { Function as FunctionNode } from 'acorn';
import type { ResponsePart, ScriptRegex } from './responsePart';

/** A value of a script. */
export type ScriptValue =
  /** A text with the references of a chain, such as `Bearer {{token}}`. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'constant'; readonly value: number | boolean | null }
  | { readonly kind: 'list'; readonly items: readonly ScriptValue[] }
  | { readonly kind: 'part'; readonly part: ResponsePart }
  /** The list that `match` gives. */
  | { readonly kind: 'matches'; readonly part: ResponsePart; readonly regex: ScriptRegex }
  /** The list that `split` gives. */
  | { readonly kind: 'pieces'; readonly part: ResponsePart; readonly separator: string }
  /** The index of the item of this list (JSONPath) at which a loop is. */
  | { readonly kind: 'index'; readonly list: string }
  | { readonly kind: 'regex'; readonly regex: ScriptRegex }
  /** One or the other, as a condition will have it. */
  | { readonly kind: 'either'; readonly values: readonly ScriptValue[] }
  | { readonly kind: 'function'; readonly node: FunctionNode }
  /** Something of the tool: `pm.response.headers`. */
  | { readonly kind: 'api'; readonly path: string }
  | { readonly kind: 'unknown' };

/** A value of which nothing is known. */
export const UNKNOWN: ScriptValue = { kind: 'unknown' };

/** A text. */
export function textValue(text: string): ScriptValue {
  return { kind: 'text', text };
}

/** A part of the response; absent parts are unknown. */
export function partValue(part: ResponsePart | undefined): ScriptValue {
  return part === undefined ? UNKNOWN : { kind: 'part', part };
}

/** The value as it goes into a text; absent when it is known only when the script runs. */
export function valueText(value: ScriptValue | undefined): string | undefined {
  switch (value?.kind) {
    case 'text':
      return value.text;
    case 'constant':
      return String(value.value);
    default:
      return undefined;
  }
}

/** Of several values the one that is not the variable itself: `get('x') || 'default'`. */
export function resolvedValue(value: ScriptValue, self: string): ScriptValue {
  if (value.kind !== 'either') {
    return value;
  }
  const others = value.values.filter((one) => valueText(one) !== self);
  const [only, ...more] = others.map((one) => resolvedValue(one, self));
  return only !== undefined && more.length === 0 ? only : UNKNOWN;
}
