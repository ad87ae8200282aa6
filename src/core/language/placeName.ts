/**
 * What a place is called, in the words people use: the thing it belongs to and what of the thing it holds.
 * `/orders/17`, `order_id`, `{"order": {"id": …}}` and `Location: /orders/17` all speak of an order's id.
 */
import { nameWords } from './nameWords';
import { createMemo } from '../memo';

/** Words of a place's name. */
export interface PlaceName {
  /** What the value is a part of, singular; empty when nothing says it. */
  readonly noun: readonly string[];
  /** The place's own words, those of the noun left out: `id`, `access token`. */
  readonly field: readonly string[];
  /** It holds what identifies the thing. */
  readonly isId: boolean;
}

/** Words that say: this identifies the thing. */
const ID_WORDS = new Set(['id', 'uuid', 'guid', 'uid', 'key', 'slug', 'no', 'number', 'ref', 'sid', 'pk']);
/** English words that end as `pageid` and `userid` do. */
const NO_IDS = new Set(
  'uuid guid paid unpaid prepaid repaid void avoid valid invalid grid android droid hybrid fluid solid rapid liquid acid raid maid said laid amid forbid pyramid orchid squid stupid timid vivid humid candid rigid avid arid skid slid quid plaid braid lipid placid'.split(
    ' ',
  ),
);
/** Members that wrap the thing and do not describe it. */
const WRAPPERS = new Set(
  'data result item items payload content response body attribute value record object doc row node edge authentication meta link self variable input filter where and or condition param arg argument connect disconnect popup'.split(
    ' ',
  ),
);
/** What a list of ids is for: `excludeIds` and `idsToOmit` hold ids of what is asked for. */
const CHOOSING = new Set(
  'exclude excluded include included omit omitted only skip ignore selected'.split(' '),
);
const IDS_FOR = /^ids(?=[A-Z_-])/;
/** What is done with a thing, before the thing's own name: `createUser`, `allPosts`. */
const VERBS = new Set(
  'create update delete remove add get set fetch list find all upsert insert new edit save register search query read load show my current'.split(
    ' ',
  ),
);
/** How a filter compares a field: `where[author][equals]`, `{"author": {"$in": […]}}`, `author__gte`; without their signs. */
const OPERATORS = new Set(
  'eq equals ne neq not notequals is in nin inq notin gt gte lt lte greaterthan greaterthanequal lessthan lessthanequal between like ilike contains startswith endswith exact iexact exists'.split(
    ' ',
  ),
);
/** The same few names come again with every answer. */
const { of: wordsOf } = createMemo(nameWords, 10_000);
const VERSION = /^v\d+$/i;
/** Between a thing and its id in a path: `/labels/rel/2`, `/users/by-id/7`. */
const LINKING =
  /^(?:rel|by|id|by-?(?:id|name|key|slug)|show|view|edit|get|fetch|find|update|delete|remove|details?)$/i;
/** What an address has below any list, as administrations of tables do. */
const PART = /^(?:records?|rows?|entries|actions?|bulk)$/i;
/** What a list is called: several things. */
const LIST = /^[a-z_-]+s$/i;
/** What is asked for, and not of what: `/issues.json`, `/issues/16.json`. */
const FORMAT = /\.(?:json|xml|html?|csv|ya?ml|txt|pdf)$/i;

/** The name of a member or field: `order_id` has a noun of its own, a bare `id` that of its parent. */
export function namePlace(name: string, around: readonly string[]): PlaceName {
  return places.of(`${name}${SEPARATOR}${around.join(SEPARATOR)}`);
}

/** No name holds it. */
const SEPARATOR = '\u0000';
/** One object for all places of one name: they are compared over and over. */
const places = createMemo((text): PlaceName => {
  const [name = '', ...rest] = text.split(SEPARATOR);
  const around = rest.filter((word) => word !== '');
  const words = wordsOf(name.replace(/\[\]$/, ''));
  const last = words.at(-1) ?? '';
  const [, stem] = ID_WORDS.has(last) || NO_IDS.has(last) ? [] : (/^(\p{L}+)id$/u.exec(last) ?? []);
  if (ID_WORDS.has(last) || stem !== undefined) {
    const noun = [...words.slice(0, -1), ...(stem === undefined ? [] : [stem])];
    const isBare = noun.every((word) => CHOOSING.has(word));
    return { noun: isBare ? around : noun, field: [stem === undefined ? last : 'id'], isId: true };
  }
  if (IDS_FOR.test(name)) {
    return { noun: around, field: ['id'], isId: true };
  }
  return { noun: around, field: words, isId: false };
}, 10_000);

/** The name of a field of a form or a query: of `items[0][plan]` as of a member of JSON. */
export function nameField(name: string, around: readonly string[]): PlaceName {
  const parts = name.split(/[[\]]+|__(?=[a-z]+$)/).filter((step) => step !== '' && !/^\d+$/.test(step));
  const steps = withoutOperators(parts);
  const owner = ownerOf(steps.slice(0, -1));
  return namePlace(steps.at(-1) ?? '', owner.length === 0 ? around : owner);
}

/** Members that lead to a value, without the operators of a filter at their end. */
export function withoutOperators(names: readonly string[]): readonly string[] {
  const last = names.findLastIndex((name) => !isOperator(name));
  return last === -1 ? names : names.slice(0, last + 1);
}

/** Whether a name says how a filter compares: `equals`, `_eq`, `$gt`. */
export function isOperator(name: string): boolean {
  return OPERATORS.has(name.replace(/[$_]/g, '').toLowerCase());
}

/** The name of a segment of a path: the id of what the segment before it names. */
export function nameSegment(segments: readonly string[], index: number): PlaceName {
  const naming = withoutParts(segments.slice(Math.max(0, index - FAR), index)).filter(isNaming);
  const before = naming.findLast((segment) => !LINKING.test(segment)) ?? naming.at(-1);
  return namePlace('id', before === undefined ? [] : nounOf(before));
}

/** So many segments before a value, a word no longer describes it. */
const FAR = 50;

/** The name of a member of a JSON body: from its parents, else from the resource of the request. */
export function memberName(steps: readonly (string | number)[], resource: readonly string[]): PlaceName {
  const names = steps.filter((step) => typeof step === 'string');
  const around = ownerOf(names.slice(0, -1));
  return namePlace(names.at(-1) ?? '', around.length === 0 ? resource : around);
}

/** The words of the innermost member that says what a value belongs to; empty when none does. */
export function ownerOf(steps: readonly (string | number)[]): readonly string[] {
  for (const step of steps.toReversed()) {
    const words = typeof step === 'string' ? nounOf(step) : [];
    if (words.length > 0 && !words.every((word) => WRAPPERS.has(word))) {
      return words;
    }
  }
  return [];
}

/** What a URL's path is about: its last segment that is a word, if possible not only of what is done: `/posts/list`. */
export function resourceOf(segments: readonly string[]): readonly string[] {
  const naming = withoutParts(segments).filter(isNaming);
  const last = naming.findLast((segment) => !isVerb(segment)) ?? naming.at(-1);
  return last === undefined ? [] : nounOf(last);
}

/** A path without the words for a part of the list right before them: `/loans/records/7`, `/loans/actions/new`. */
function withoutParts(segments: readonly string[]): readonly string[] {
  return segments.filter((segment, at) => !PART.test(segment) || !LIST.test(segments[at - 1] ?? ''));
}

/** Whether a segment says only what is done. */
function isVerb(segment: string): boolean {
  return wordsOf(withoutFormat(segment)).every(isDone);
}

/** The thing that a name speaks of, without what is done with it: `createUser` of a user. */
export function nounOf(name: string): readonly string[] {
  return nouns.of(name);
}

const nouns = createMemo((name): readonly string[] => {
  const words = wordsOf(withoutFormat(withoutKeys(name)));
  const first = words.findIndex((word) => !isDone(word));
  const end = words.findLastIndex((word) => VERBS.has(word) || !isDone(word)) + 1;
  return first === -1 ? words : words.slice(first, end);
}, 10_000);

/** Whether a word says what is done with a thing, or was done: `createUser`, `torrent-added`. */
function isDone(word: string): boolean {
  return VERBS.has(word) || VERBS.has(word.replace(/d$/, '')) || VERBS.has(word.replace(/ed$/, ''));
}

/** The thing that a procedure works on: what is before its verb, as in `torrent-get`, else what is behind, as in `getOrder`. */
export function thingOf(procedure: string): readonly string[] {
  const words = wordsOf(procedure);
  const verb = words.findIndex((word) => VERBS.has(word));
  return verb > 0 ? words.slice(0, verb) : nounOf(procedure);
}

/** A segment without the format that it asks for; the whole where it asks for none. */
export function withoutFormat(segment: string): string {
  return segment.replace(FORMAT, '');
}

/** Whether a segment is a word of the path rather than a value in it; marks such as `-` are words, too. */
export function isStatic(segment: string): boolean {
  return /^(?:[A-Za-z][A-Za-z_.-]*|[-_.~!@]+)$/.test(segment) && !VERSION.test(segment);
}

/** Whether a segment is a word that says what the path is about. */
function isNaming(segment: string): boolean {
  return isStatic(withoutKeys(segment)) && /[A-Za-z]/.test(segment);
}

/** A segment without the keys of OData: `Orders(8127)`. */
function withoutKeys(segment: string): string {
  return segment.replace(/^(\w+)\([^()]*\)$/, '$1');
}
