/**
 * Names for the operations and resources of a proposed matrix, read off the ids of requests and the names of
 * variables: `get-order` is `order.read`, `orderId` identifies an `order`.
 */
import { camelCase, capitalised } from '../../language/nameWords';
import { wordsOf } from '../matrix/splitWords';

/** What most operations do, in one word. */
export type Verb = 'read' | 'list' | 'create' | 'update' | 'delete';

/** What the id of a request says that it does, by its first word; absent when that is not a verb of the list. */
export function verbOf(id: string): Verb | undefined {
  return VERBS.get(wordsOf(id)[0] ?? '');
}

/** What an id says in addition to its verb and its object: `get-order-by-query` has `by` and `query`. */
export function detailOf(id: string, object: string): readonly string[] {
  const words = wordsOf(id);
  const rest = VERBS.has(words[0] ?? '') ? words.slice(1) : words;
  const said = new Set([...wordsOf(object), object.toLowerCase()]);
  return rest.filter((word) => !said.has(word) && !said.has(singular(word)));
}

/** Whether a variable says by its name that it identifies something. */
export function namesId(variable: string): boolean {
  return ID_WORDS.has(wordsOf(variable).at(-1) ?? '');
}

/** The object that a variable identifies: `order` for `orderId`; absent for a plain `id`. */
export function objectOf(variable: string): string | undefined {
  const words = [...wordsOf(variable)];
  while (ID_WORDS.has(words.at(-1) ?? '')) {
    words.pop();
  }
  while (words.length > 1 && EMPTY_WORDS.has(words[0] ?? '')) {
    words.shift();
  }
  return words.length === 0 ? undefined : nameFrom(words);
}

/** The object that a collection of a URL holds: `order` for `{{baseUrl}}/api/orders`; absent when no segment is a word. */
export function objectOfUrl(url: string): string | undefined {
  const segments = url
    .replace(/[?#].*$/s, '')
    .split('/')
    .slice(1);
  const last = segments.findLast((segment) => /^(?!v\d+$)[A-Za-z][A-Za-z0-9_-]*$/.test(segment));
  return last === undefined ? undefined : nameFrom(wordsOf(singular(last)));
}

/** The name itself when it is free, else with the next number: `order.read2`. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name}${number}`;
    if (!taken.has(candidate)) {
      return candidate;
    }
  }
}

const VERBS: ReadonlyMap<string, Verb> = new Map([
  ...each('read', 'get read fetch show view open load download lookup find search query see'),
  ...each('list', 'list browse'),
  ...each('create', 'create add new make register post submit'),
  ...each('update', 'update change edit replace modify set put patch rename save'),
  ...each('delete', 'delete remove destroy erase'),
]);

/** Words that say that a variable identifies something. */
const ID_WORDS: ReadonlySet<string> = new Set('id ids uuid guid key number no ref'.split(' '));

/** Words that say which one it is. */
const EMPTY_WORDS: ReadonlySet<string> = new Set('new created my own the first last current'.split(' '));

function each(verb: Verb, words: string): readonly (readonly [string, Verb])[] {
  return words.split(' ').map((word) => [word, verb]);
}

/** A name of a matrix begins with a letter. */
function nameFrom(words: readonly string[]): string {
  const name = camelCase(words);
  return /^[a-z]/.test(name) && name !== 'constructor' && name !== 'prototype'
    ? name
    : `object${capitalised(name)}`;
}

function singular(word: string): string {
  return word
    .replace(/ies$/i, 'y')
    .replace(/(s|x|ch|sh)es$/i, '$1')
    .replace(/([^s])s$/i, '$1');
}
