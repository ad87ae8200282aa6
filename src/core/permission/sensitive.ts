/**
 * What may not go anywhere: secrets, and everything derived from them.
 *
 * A secret goes to the origins it is bound to and nowhere else. Whatever an origin answers once it got a secret
 * (values, cookies, access tokens, redirect targets) is derived from it: half of an echoed password is no longer
 * the password, and a session is as good as one, even when its cookie was set before the person signed in. Derived
 * values may return to the origin that gave them, go to origins that their secrets are bound to, and to origins
 * that a person vouched for.
 */
import type { Secret } from './secret';

/** A value that an origin gave. */
export interface Derived {
  /** How messages call it: `variable token`, `cookie`. */
  readonly what: string;
  /** The secrets that the origin got: a live set, which grows when it gets another one. Often empty. */
  readonly secrets: ReadonlySet<Secret>;
  /** The origin that gave it. */
  readonly origin: string;
}

/** The secrets that origins got, as they are or derived; lives as long as cookies and extracted values do. */
export class LearnedSecrets {
  readonly #byOrigin = new Map<string, Set<Secret>>();

  /** The live set of an origin. */
  of(origin: string): ReadonlySet<Secret> {
    return this.#setOf(origin);
  }

  /** Notes that an origin got secrets. */
  add(origin: string | undefined, secrets: Iterable<Secret>): void {
    for (const secret of secrets) {
      this.#setOf(origin ?? '').add(secret);
    }
  }

  /** What a value is derived from when nothing tells which of the origins gave it. */
  ofAny(what: string): readonly Derived[] {
    return [...this.#byOrigin].map(([origin, secrets]) => ({ what, secrets, origin }));
  }

  #setOf(origin: string): Set<Secret> {
    const known = this.#byOrigin.get(origin) ?? new Set();
    this.#byOrigin.set(origin, known);
    return known;
  }
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
  const [first = nothingSensitive, ...others] = parts.filter(isSensitive);
  if (others.length === 0) {
    return first;
  }
  return {
    secrets: [...new Set(parts.flatMap(({ secrets }) => secrets))],
    derived: [...new Set(parts.flatMap(({ derived }) => derived))],
  };
}

function isSensitive({ secrets, derived }: Sensitive): boolean {
  return secrets.length > 0 || derived.length > 0;
}

/** The secrets in it and those that led to it, each once. */
export function secretsBehind({ secrets, derived }: Sensitive): readonly Secret[] {
  return [...new Set([...secrets, ...derived.flatMap((value) => [...value.secrets])])];
}

/** What permissions and questions call everything that is derived from the secret of a label. */
export function derivedLabel(label: string): string {
  return `values obtained with the ${label}`;
}

/** A value that an origin gave which got these secrets, or will get some; nothing without an origin. */
export function derivedFrom(
  secrets: ReadonlySet<Secret>,
  origin: string | undefined,
  what: string,
): readonly Derived[] {
  return origin === undefined ? [] : [{ what, secrets, origin }];
}
