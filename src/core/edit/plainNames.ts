/**
 * Plain names for what people named in their words: ids of requests, in the form that the schema of chain files asks for and
 * unique in the chain, and names of files that every system takes.
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

/** The beginning of a file name for what has a name, on every system; `fallback` where the name has no letters. */
export function fileStem(name: string, fallback: string): string {
  const plain = dashed(name, fallback);
  return isPlainPath(plain) ? plain : `${fallback}-${plain}`;
}

/** Whether every part of a path can be the name of a file on every system, and none leads upwards. */
export function isPlainPath(path: string): boolean {
  return path.split('/').every(isPlainName);
}

/** Names that Windows keeps for devices, whatever ending follows. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

function isPlainName(name: string): boolean {
  return !/^\.*$|[<>:"|?*\\]|\p{Cc}|[. ]$|^ /u.test(name) && !RESERVED.test(name);
}
