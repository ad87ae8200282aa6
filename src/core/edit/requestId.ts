/**
 * Ids of requests that people do not choose themselves: read off the name, in the form that the schema of
 * chain files asks for, and unique in the chain.
 */

/** Ids of the schema may be longer; nobody wants to read them. */
const MAX_LENGTH = 60;
const FALLBACK = 'request';

/** An id for a request with this name that none of `taken` is: `Log in` gives `log-in`, then `log-in-2`. */
export function requestIdFor(name: string, taken: Iterable<string>): string {
  return freeId(dashed(name, FALLBACK), taken);
}

/** The id itself when none of `taken` is, else the id with the next free number: `get-order-2`. */
export function freeId(id: string, taken: Iterable<string>): string {
  const all = new Set(taken);
  if (!all.has(id)) {
    return id;
  }
  const stem = id.replace(/-\d+$/, '');
  let number = 2;
  while (all.has(`${stem}-${number}`)) {
    number += 1;
  }
  return `${stem}-${number}`;
}

/** A name in lower case letters without accents, digits and dashes; `fallback` when nothing remains. */
export function dashed(name: string, fallback: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return words?.join('-').slice(0, MAX_LENGTH).replace(/-$/, '') ?? fallback;
}
