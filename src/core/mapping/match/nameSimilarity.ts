/**
 * How alike two places are called, from 0 to 1. Names are the second piece of evidence after the value: neither a
 * small number nor the word `id` proves anything alone, together they do (the specification's §2.3).
 */
import type { PlaceName } from '../../language/placeName';

/** Names that many things have. */
const GENERIC = new Set('id name value code type key title status state number url text label'.split(' '));

/** From this likeness on the names say that it is the same thing: `priority_id` is that of an issue priority. */
export const SAME = 0.9;

/** How alike a place that takes a value and one that has it are called. */
export function nameLikeness(taker: PlaceName, giver: PlaceName): number {
  return compared.get(taker)?.get(giver) ?? compare(taker, giver);
}

/** Compares two names and remembers how alike they are. */
function compare(taker: PlaceName, giver: PlaceName): number {
  const likeness = Math.max(...LIKENESSES.map((likenessOf) => likenessOf(taker, giver)));
  const known = compared.get(taker) ?? new WeakMap<PlaceName, number>();
  compared.set(taker, known.set(giver, likeness));
  return likeness;
}

/** A long session compares the same few names a million times. */
const compared = new WeakMap<PlaceName, WeakMap<PlaceName, number>>();

const LIKENESSES: readonly ((taker: PlaceName, giver: PlaceName) => number)[] = [
  sameThing,
  role,
  sameField,
  sharedWords,
  initials,
  namedAfter,
  referred,
  relation,
  position,
];

/** Both identify a thing: the same one, or one of the same kind. */
function sameThing(taker: PlaceName, giver: PlaceName): number {
  if (!taker.isId || !giver.isId || taker.noun.length === 0 || giver.noun.length === 0) {
    return 0;
  }
  if (taker.noun.join(' ') === giver.noun.join(' ')) {
    return 1;
  }
  if (isTail(taker.noun, giver.noun) || isTail(giver.noun, taker.noun)) {
    return 0.9;
  }
  return isNear(taker.noun.at(-1) ?? '', giver.noun.at(-1) ?? '') ? 0.8 : 0;
}

/** Whether a name says what a longer one says in short: the `priority` of an `issue priority`, the `issue` of `issue to`. */
function isTail(short: readonly string[], long: readonly string[]): boolean {
  const isDirected = /^(?:from|to)$/.test(long.at(-1) ?? '');
  const start = long.length - short.length - Number(isDirected);
  return long.length > short.length && short.every((word, index) => word === long[start + index]);
}

/** What people are, and what they are to a thing. */
const PEOPLE = new Set('user member account person people profile employee customer contact'.split(' '));
const ROLES = new Set(
  'author owner assignee assigned creator created updated reporter reviewer approver sender recipient receiver editor manager lead requester participant attendee invitee follower friend buyer seller'.split(
    ' ',
  ),
);

/** `author_id`, `assigned_to_id` and `createdBy` take the id of a user. */
function role(taker: PlaceName, giver: PlaceName): number {
  const words = taker.isId ? taker.noun : taker.field;
  return giver.isId && PEOPLE.has(giver.noun.at(-1) ?? '') && words.some((word) => ROLES.has(word)) ? 0.8 : 0;
}

/** The same field: of one thing, or with a name that only one thing has. */
function sameField(taker: PlaceName, giver: PlaceName): number {
  if (taker.isId || giver.isId || taker.field.length === 0) {
    return 0;
  }
  if (taker.field.join(' ') === giver.field.join(' ')) {
    const isElsewhere = isGeneric(taker) && !isSameKind(taker.noun, giver.noun);
    return isElsewhere ? 0.5 : taker.field.length > 1 ? 1 : 0.9;
  }
  const last = taker.field.at(-1) ?? '';
  return isNear(last, giver.field.at(-1) ?? '') && !GENERIC.has(last) ? 0.8 : 0;
}

/** Whether two nouns are one, or one of them says in short what the other does. */
function isSameKind(one: readonly string[], other: readonly string[]): boolean {
  return (
    one.join(' ') === other.join(' ') ||
    (one.length > 0 && other.length > 0 && (isTail(one, other) || isTail(other, one)))
  );
}

function isGeneric({ field }: PlaceName): boolean {
  return field.length === 1 && GENERIC.has(field[0] ?? '');
}

/** Jaccard's coefficient over all words, from a half on. */
function sharedWords(taker: PlaceName, giver: PlaceName): number {
  const [a, b] = [wordsOf(taker), wordsOf(giver)];
  const common = [...a].filter((word) => b.has(word)).length;
  const likeness = common === 0 ? 0 : common / (a.size + b.size - common);
  return likeness >= 0.5 ? 0.6 + 0.35 * likeness : 0;
}

function wordsOf({ noun, field }: PlaceName): ReadonlySet<string> {
  return new Set([...noun, ...field]);
}

/** `bid` for a basket's id, `gid` or `cgid` for a contact group's. */
function initials(taker: PlaceName, giver: PlaceName): number {
  const short = (words: readonly string[]): string => `${words.map((word) => word.charAt(0)).join('')}id`;
  const isShort = (one: PlaceName, { isId, noun }: PlaceName): boolean =>
    isId &&
    noun.length > 0 &&
    [short(noun), short(noun.slice(-1))].includes([...one.noun, ...one.field].join(''));
  return isShort(taker, giver) || isShort(giver, taker) ? 0.85 : 0;
}

/** A field that is called like the thing whose id it holds: `groups`, `author`, `torev` for a revision. */
function namedAfter(taker: PlaceName, giver: PlaceName): number {
  const kind = kindOf(giver.noun);
  const field = kindOf(taker.field);
  if (taker.isId || !identifies(giver) || field === '' || !` ${kind}`.endsWith(` ${field}`)) {
    return 0;
  }
  // One word may be called so by chance.
  return giver.isId && field === kind && taker.field.length > 1 ? 1 : 0.85;
}

/** A field that says what it refers to, and by what: `contextName` takes the name of a context that has no id. */
function referred(taker: PlaceName, { isId, noun, field }: PlaceName): number {
  return isId && noun.length > 0 && taker.field.join(' ') === [...noun, ...field].join(' ') ? SAME : 0;
}

/** Whether a word says that two places speak of one thing. */
export function sharesWord(one: PlaceName, other: PlaceName): boolean {
  return one.noun.some((word) => other.noun.includes(word));
}

/** Whether a place has what tells which thing is meant: its id, or the value of an option: `{"value": 7, "label": "Oak"}`. */
export function identifies({ isId, field }: PlaceName): boolean {
  return isId || (field.length === 1 && field[0] === 'value');
}

/** What is named, whichever of two it is. */
function kindOf(words: readonly string[]): string {
  return words.join(' ').replace(/^(?:from|to|old|new) ?/, '');
}

/** What a thing is to another one of its kind. */
const RELATIONS = new Set('parent child related sibling previous original duplicate'.split(' '));

/** `related` and `parent` of a post take the ids of posts. */
function relation(taker: PlaceName, giver: PlaceName): number {
  const isOfOwnKind = giver.isId && giver.noun.length > 0 && taker.noun.join(' ') === giver.noun.join(' ');
  return isOfOwnKind && taker.field.length === 1 && RELATIONS.has(taker.field[0] ?? '') ? 0.8 : 0;
}

/** Where the next page begins: what is asked for is seldom called as what was answered. */
const NEXT_TAKERS = new Set('since after cursor bookmark marker continuation start offset'.split(' '));
const NEXT_GIVERS = new Set('seq sequence cursor next after bookmark marker continuation last'.split(' '));

/** Whether a place takes where the next page begins. */
export function takesNext({ field }: PlaceName): boolean {
  return field.some((word) => NEXT_TAKERS.has(word)) || field.join(' ') === 'last';
}

/** `since` takes `last_seq`, `after` an `endCursor`. */
function position(taker: PlaceName, giver: PlaceName): number {
  return taker.field.some((word) => NEXT_TAKERS.has(word)) &&
    giver.field.some((word) => NEXT_GIVERS.has(word))
    ? 0.85
    : 0;
}

/** Equal, or one slip apart in a long word: APIs have typing errors. */
function isNear(one: string, other: string): boolean {
  return one !== '' && (one === other || (Math.min(one.length, other.length) >= 6 && isOneSlip(one, other)));
}

function isOneSlip(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) {
    return false;
  }
  let at = 0;
  while (at < short.length && short[at] === long[at]) {
    at += 1;
  }
  return short.slice(long.length === short.length ? at + 1 : at) === long.slice(at + 1);
}
