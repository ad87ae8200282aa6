/**
 * Names for the operations of a description. Frameworks make operation ids of modules and functions
 * (`api_views_users_get_by_username`), which nobody would choose: those are replaced by names made of method and path.
 */
import { verbOf } from '../../../core/authz/generate/generateNames';
import { wordsOf } from '../../../core/authz/matrix/splitWords';
import { nameWords } from '../../../core/language/nameWords';
import { titleOf, type DescribedOperation } from './describedApi';

/** An id that begins with a verb and has few words is what people wrote; else a name made of method and path. */
export function operationName(operation: DescribedOperation, isCollection: boolean): string {
  const { id } = operation.request;
  const words = wordsOf(id ?? '');
  const isWritten = id !== undefined && words.length > 1 && words.length <= MOST_WORDS;
  return isWritten && verbOf(id) !== undefined ? id : nameOfPath(operation, isCollection).join(' ');
}

const MOST_WORDS = 5;

function nameOfPath(operation: DescribedOperation, isCollection: boolean): readonly string[] {
  const { method } = operation.request.request;
  const segments = segmentsOf(operation.path);
  const last = segments.at(-1);
  if (last === undefined) {
    return titleOf(operation).split(/\W+/).filter(Boolean).concat('home').slice(0, 2);
  }
  const before = segments.slice(0, -1);
  const owner = before.findLast(({ isParameter }) => !isParameter);
  const words = wordsOf(last.text);
  if (last.isParameter) {
    return [VERBS.get(method) ?? 'update', ...(owner === undefined ? words : nameWords(owner.text))];
  }
  const one = nameWords(last.text);
  const isPlural = one.join(' ') !== words.join(' ');
  if (method === 'POST') {
    return isCollection || isPlural
      ? ['create', ...one]
      : [...words, ...(owner === undefined || words.length > 1 ? [] : nameWords(owner.text))];
  }
  if (isPlural || owner === undefined || WHO.test(last.text)) {
    return [method === 'GET' && isPlural ? 'list' : (VERBS.get(method) ?? 'send'), ...words];
  }
  const isOfOne = before.some(({ isParameter }) => isParameter);
  return [VERBS.get(method) ?? 'send', ...(isOfOne ? nameWords(owner.text) : wordsOf(owner.text)), ...words];
}

const VERBS: ReadonlyMap<string, string> = new Map([
  ['GET', 'get'],
  ['HEAD', 'get'],
  ['PUT', 'update'],
  ['PATCH', 'change'],
  ['DELETE', 'delete'],
]);

/** What asks who is signed in needs no other word. */
const WHO = /^(?:me|self|who-?am-?i|user-?info|profile)$/i;

interface Segment {
  readonly text: string;
  readonly isParameter: boolean;
}

/** Versions and words that every path of an API has say nothing. */
function segmentsOf(path: string): readonly Segment[] {
  return path
    .split('/')
    .filter((segment) => segment !== '' && !/^(?:v\d[\d.]*|api|rest|auth)$/i.test(segment))
    .map((segment) => ({
      text: segment.replace(/[{}]/g, ''),
      isParameter: segment.includes('{{'),
    }));
}
