/** What a scope finds under a name: a value and its history, or why there is none. */
import type { JsonValue } from '../json/json';
import { nothingSensitive, type Sensitive } from '../permission/sensitive';
import type { RequestReference, ValueSource } from '../result/result';
import type { FunctionArgument } from './functions/callFunction';

/** A value and its history. */
export interface ScopedValue {
  readonly value: JsonValue;
  readonly source: ValueSource;
  /** The request that extracted it. */
  readonly producer?: RequestReference;
  /** The sensitive values in it; it may go only where all of them may. */
  readonly sensitive: Sensitive;
  /** Present when it was made from what the request sends, so that it fits no other one. */
  readonly bound?: true;
}

/** A value, or why there is none: `message` is absent when simply nothing defines the name. */
export type ScopeLookup =
  | { readonly ok: true; readonly found: ScopedValue }
  | {
      readonly ok: false;
      readonly variable: string;
      readonly message?: string;
      /** Name of the secret that has no value; absent when something else is missing. */
      readonly missingSecret?: string;
      /** What a function was given that could not be computed. */
      readonly sensitive?: Sensitive;
    };

/** A value that a function may be given: the body of a request is bytes. */
export type GivenLookup =
  | { readonly ok: true; readonly found: Omit<ScopedValue, 'value'> & { readonly value: FunctionArgument } }
  | Extract<ScopeLookup, { ok: false }>;

/** A failure that says what was needed, unless that is nothing sensitive. */
export function withSensitive<T extends object>(failure: T, sensitive: Sensitive): T {
  return sensitive === nothingSensitive ? failure : { ...failure, sensitive };
}
