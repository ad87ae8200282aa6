/**
 * What may not go anywhere: secrets, and everything derived from them.
 *
 * A secret goes to the origins it is bound to and nowhere else. Whatever an answer gives to a request that carried
 * a secret (values, cookies, access tokens, redirect targets) is derived from it: half of an echoed password is
 * no longer the password, and a session is as good as one. Derived values may return to the origin that gave
 * them, go to origins that their secrets are bound to, and to origins that a person vouched for.
 */
import type { Secret } from '../prepare/builtIns';

/** A value that was taken from an answer to a request that carried secrets. */
export interface Derived {
  /** How messages call it: `variable token`, `cookie of https://api.example.com`. */
  readonly what: string;
  /** The secrets that led to it, each once. */
  readonly secrets: readonly Secret[];
  /** The origin that gave it. */
  readonly origin: string;
}

/** The secrets and derived values that are part of a value or a request. */
export interface Sensitive {
  readonly secrets: readonly Secret[];
  readonly derived: readonly Derived[];
}

/** What can go anywhere. */
export const nothingSensitive: Sensitive = { secrets: [], derived: [] };

/** Everything sensitive of several parts, each once. */
export function joinSensitive(parts: readonly Sensitive[]): Sensitive {
  return {
    secrets: [...new Set(parts.flatMap(({ secrets }) => secrets))],
    derived: [...new Set(parts.flatMap(({ derived }) => derived))],
  };
}

/** The secrets in it and those that led to it, each once. */
export function secretsBehind({ secrets, derived }: Sensitive): readonly Secret[] {
  return [...new Set([...secrets, ...derived.flatMap((value) => value.secrets)])];
}

/** What permissions and questions call everything that is derived from the secret of a label. */
export function derivedLabel(label: string): string {
  return `values obtained with the ${label}`;
}

/** What an origin's answer to a request that carried these secrets makes of a value; nothing where it carried none. */
export function derivedFrom(
  secrets: readonly Secret[],
  origin: string | undefined,
  what: string,
): readonly Derived[] {
  return secrets.length === 0 || origin === undefined ? [] : [{ what, secrets, origin }];
}
