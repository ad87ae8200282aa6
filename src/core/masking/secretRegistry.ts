/**
 * The values a redactor knows: secrets that were looked up, and values that exchanges bring.
 *
 * Nothing is forgotten, because a token that was masked once would be shown the next time. A run of ten
 * thousand requests may see as many tokens, so the second kind is bounded by what a machine has memory for.
 */
import { createSecretSearch, isSearchable, type SecretSpan } from './secretForms';

/** Values to mask, growing during a run. */
export interface SecretRegistry {
  /** Adds a secret in any case. */
  readonly keep: (value: string) => void;
  /** Adds a credential from an exchange, unless there are too many. */
  readonly meet: (value: string) => void;
  /** Where known values are in a text: in order, without overlaps. */
  readonly spans: (text: string) => readonly SecretSpan[];
  /** Grows with every value that was not known before. */
  readonly revision: () => number;
  /** What a reader of masked texts should know, in whole sentences; empty normally. */
  readonly notes: () => readonly string[];
}

/** Bounds of what exchanges bring; lengths in UTF-16 code units. */
export interface RegistryLimits {
  readonly values: number;
  readonly totalLength: number;
}

const MAX_MET_LENGTH = 8192;

/** 64 MB of text in two bytes each. */
const LIMITS: RegistryLimits = { values: 100_000, totalLength: 32 * 1024 * 1024 };

/** An empty registry. Values that look like ordinary words are ignored. */
export function createSecretRegistry(limits: RegistryLimits = LIMITS): SecretRegistry {
  const known = new Set<string>();
  const search = createSecretSearch();
  let met = 0;
  let metLength = 0;
  let isFull = false;
  const add = (value: string): void => {
    known.add(value);
    search.add(value);
  };
  return {
    keep(value) {
      if (isSearchable(value) && !known.has(value)) {
        add(value);
      }
    },
    meet(value) {
      if (!isSearchable(value) || value.length > MAX_MET_LENGTH || known.has(value)) {
        return;
      }
      isFull ||= met >= limits.values || metLength + value.length > limits.totalLength;
      if (!isFull) {
        met += 1;
        metLength += value.length;
        add(value);
      }
    },
    spans: search.spans,
    revision: () => known.size,
    notes: () =>
      isFull
        ? [
            `More than ${met.toLocaleString('en')} credentials were seen. ` +
              "Later ones are masked only where they appear under a credential's name.",
          ]
        : [],
  };
}
