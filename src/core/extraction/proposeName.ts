/**
 * A name for a variable that takes a part of a response: the part's own name, and before a name that says
 * little (`id`, `token`) the thing it belongs to, in the style of the names that the chain has.
 */
import { variableNameFault } from '../language/names';
import { camelCase, nameWords } from '../language/nameWords';
import type { ResponsePart } from './responsePart';

/** Names that say nothing without the thing they belong to. */
const VAGUE = new Set([
  'id',
  'uuid',
  'guid',
  'key',
  'code',
  'name',
  'value',
  'number',
  'type',
  'state',
  'url',
]);
const FALLBACK = 'value';

/** What a name is proposed from. */
export interface NamingContext {
  /** URL of the request as written: its last collection is what the answer is about. */
  readonly url: string;
  /** Names that exist and must not be taken. */
  readonly taken: readonly string[];
}

/** A name that is free and can be used. */
export function proposeName(part: ResponsePart, { url, taken }: NamingContext): string {
  const words = part.from === 'body' ? bodyWords(part.steps, url) : nameWords(part.name);
  return free(nameInStyle(words, taken), new Set(taken));
}

/** A name of these words that can be used, in the style of other names; it may be one of them. */
export function nameInStyle(words: readonly string[], others: readonly string[]): string {
  const isSnake =
    others.some((name) => name.includes('_')) && !others.some((name) => /[a-z][A-Z]/.test(name));
  const name = isSnake ? words.join('_') : camelCase(words);
  return variableNameFault(name) === undefined ? name : FALLBACK;
}

/** Whether a name says nothing without the thing it belongs to. */
export function isVagueName(words: readonly string[]): boolean {
  return words.length === 0 || (words.length === 1 && VAGUE.has(words[0] ?? ''));
}

function bodyWords(steps: readonly (string | number)[], url: string): readonly string[] {
  const names = steps.filter((step) => typeof step === 'string').map((step) => nameWords(step));
  const own = names.at(-1) ?? [];
  if (!isVagueName(own)) {
    return own;
  }
  const around = names.at(-2) ?? [];
  const owner = around.length === 0 || around.join() === 'data' ? collectionWords(url) : around;
  return [...owner, ...own];
}

/** `order` for `{{baseUrl}}/api/orders/{{orderId}}?dryRun=true`. */
function collectionWords(url: string): readonly string[] {
  const [path = ''] = url.replace(/\{\{[^{}]*\}\}/g, '{}').split(/[?#]/);
  const segments = path.replace(/^[a-z]+:\/\/[^/]*/i, '').split('/');
  const collection = segments.findLast((segment) => /^[a-z][a-z_-]*$/i.test(segment));
  return collection === undefined ? [] : nameWords(collection);
}

function free(name: string, taken: ReadonlySet<string>): string {
  let candidate = name;
  for (let count = 2; taken.has(candidate); count += 1) {
    candidate = `${name}${count}`;
  }
  return candidate;
}
