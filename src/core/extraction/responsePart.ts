/** The part of a response that a person points at to keep it as a variable. */
import { isArray, isObject, type JsonValue } from '../json/json';

/** A value of a JSON body by the members and indices that lead to it, a header, or a cookie. */
export type ResponsePart =
  | { readonly from: 'body'; readonly steps: readonly (string | number)[] }
  | { readonly from: 'header' | 'cookie'; readonly name: string };

/** The value that steps lead to; absent when they lead nowhere. Own members only. */
export function valueAtSteps(root: JsonValue, steps: readonly (string | number)[]): JsonValue | undefined {
  return steps.reduce<JsonValue | undefined>((value, step) => {
    if (value === undefined) {
      return undefined;
    }
    if (isArray(value)) {
      return typeof step === 'number' ? value[step] : undefined;
    }
    return isObject(value) && typeof step === 'string' && Object.hasOwn(value, step)
      ? value[step]
      : undefined;
  }, root);
}
