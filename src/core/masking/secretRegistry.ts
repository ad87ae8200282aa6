/**
 * The values a redactor knows. Secrets that were looked up stay; values that exchanges bring stay as
 * long as they are among the newest, for a run of ten thousand requests may see as many cookies.
 *
 * Compiling a search costs time in proportion to its values, and a run may bring a new one with every
 * answer. So there are three searches: the newest values stand in a small one, which is compiled anew for
 * each of them, and move on to the next when they have become too many for it.
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
  /** Grows with every value that was not known before. */
  readonly revision: () => number;
}

const REMEMBERED = 512;
const MAX_MET_LENGTH = 8192;
/** Values in the search of the newest ones, and in that of the recent ones. */
const NEWEST = 8;
const RECENT = 96;

/** An empty registry. Values that could not be told from ordinary words are ignored. */
export function createSecretRegistry(): SecretRegistry {
  const kept = new Set<string>();
  const met = { sent: new Set<string>(), received: new Set<string>() };
  const recent = new Set<string>();
  const newest = new Set<string>();
  const searches: Searches = { settled: createSecretSearch([]), recent: undefined, newest: undefined };
  let revision = 0;
  const settle = (): void => {
    newest.forEach((value) => recent.add(value));
    newest.clear();
    searches.recent = undefined;
    if (recent.size > RECENT) {
      recent.clear();
      searches.settled = undefined;
    }
  };
  const add = (value: string, to: Set<string>): void => {
    const known = kept.has(value) || met.sent.has(value) || met.received.has(value);
    to.delete(value); // To the end: the newest stay.
    to.add(value);
    if (!known) {
      revision += 1;
      newest.add(value);
      searches.newest = undefined;
    }
    if (newest.size > NEWEST) {
      settle();
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
      const settled = (searches.settled ??= createSecretSearch([...kept, ...met.sent, ...met.received]));
      const late = (searches.recent ??= createSecretSearch([...recent]));
      const last = (searches.newest ??= createSecretSearch([...newest]));
      return findSecrets(text, [settled, late, last]);
    },
    revision: () => revision,
  };
}

/** Compiled searches; undefined when the values have changed since. */
interface Searches {
  settled: SecretSearch | undefined;
  recent: SecretSearch | undefined;
  newest: SecretSearch | undefined;
}

function dropOldest(values: Set<string>): void {
  const [oldest] = values;
  if (values.size > REMEMBERED && oldest !== undefined) {
    values.delete(oldest);
  }
}
