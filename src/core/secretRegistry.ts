/**
 * The values a redactor knows. Secrets that were looked up stay; values that exchanges bring stay as
 * long as they are among the newest, for a run of ten thousand requests may see as many cookies.
 *
 * Compiling a search costs time in proportion to all values, so new ones wait in a small search of
 * their own until there are enough of them.
 */
import {
  createSecretSearch,
  isSearchable,
  findSecrets,
  type SecretSearch,
  type SecretSpan,
} from './secretForms';

/** Values to mask, growing while a run goes on. */
export interface SecretRegistry {
  /** Adds a secret that is never forgotten. */
  keep(value: string): void;
  /** Adds a credential from an exchange; requests and responses cannot displace each other's. */
  meet(value: string, side: 'sent' | 'received'): void;
  /** Where known values stand in a text: in order, without overlaps. */
  spans(text: string): readonly SecretSpan[];
}

const REMEMBERED = 512;
const MAX_MET_LENGTH = 8192;
const FRESH = 32;

/** An empty registry. Values that could not be told from ordinary words are ignored. */
export function createSecretRegistry(): SecretRegistry {
  const kept = new Set<string>();
  const met = { sent: new Set<string>(), received: new Set<string>() };
  const fresh = new Set<string>();
  let settled: SecretSearch | undefined = createSecretSearch([]);
  let recent: SecretSearch | undefined;

  const add = (value: string, to: Set<string>): void => {
    const known = kept.has(value) || met.sent.has(value) || met.received.has(value);
    to.delete(value); // To the end: the newest stay.
    to.add(value);
    if (known) {
      return;
    }
    fresh.add(value);
    recent = undefined;
    if (fresh.size > FRESH) {
      fresh.clear();
      settled = undefined;
    }
  };
  return {
    keep(value) {
      if (isSearchable(value)) {
        add(value, kept);
      }
    },
    meet(value, side) {
      if (isSearchable(value) && value.length <= MAX_MET_LENGTH) {
        add(value, met[side]);
        dropOldest(met[side]);
      }
    },
    spans(text) {
      settled ??= createSecretSearch([...kept, ...met.sent, ...met.received]);
      recent ??= createSecretSearch([...fresh]);
      return findSecrets(text, [settled, recent]);
    },
  };
}

function dropOldest(values: Set<string>): void {
  const [oldest] = values;
  if (values.size > REMEMBERED && oldest !== undefined) {
    values.delete(oldest);
  }
}
