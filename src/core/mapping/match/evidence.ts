/**
 * The reasons for and against a mapping, with their weights: the one table of the whole inference (start
 * values from the specification's §2.3, kept few so that they hold for applications nobody has seen).
 */
import { SAME, identifies, nameLikeness } from './nameSimilarity';
import { isKnownByName } from './namedItems';
import { NAME } from './sameRecords';
import { isStatic, nounOf, type PlaceName } from '../../language/placeName';
import { isAddressPart, memberSteps, type ResponseValue } from '../read/responseValue';
import type { RecordedStep } from '../read/recordedSession';
import { parsedUrl } from '../../prepare/url';
import type { Slot } from '../read/slots';
import { decoded, formFields, segmentsOf } from '../read/urlValue';
import { isMoment, valueBits } from '../read/valueEntropy';

/** A reason. */
export interface Evidence {
  readonly code: EvidenceCode;
  /** Positive speaks for the mapping. */
  readonly weight: number;
}

/** What a reason is. */
export type EvidenceCode =
  | 'value'
  | 'name'
  | 'form'
  | 'created'
  | 'handed'
  | 'record'
  | 'row'
  | 'sentBack'
  | 'typed'
  | 'word'
  | 'small'
  | 'list'
  | 'inside'
  | 'settings'
  | 'type'
  | 'eliminated'
  | 'retyped'
  | 'respelled'
  | 'many'
  | 'failed'
  | 'overlap'
  | 'reused'
  | 'confirmed'
  | 'contradicted'
  | 'constant';

/** A sum of evidence from which on a mapping is shown. */
export const SHOWN_FROM = 4.5;

const WEIGHT = {
  /** Each bit that two places share makes chance half as likely; from 32 on it is out of the question. */
  perBit: 0.25,
  maxBits: 32,
  /** The same name alone does not reach {@link SHOWN_FROM} against a small value's penalty. */
  name: 6,
  created: 1,
  /** Ids and revisions are the server's: hardly anybody knows one before an answer says it, however small it is. */
  handed: 2,
  /** What was sent before it was answered came from the sender. */
  typed: -20,
  /** `type: "tab"`, `grant_type: "password"`: words of the protocol. */
  word: -6,
  /** The word that a record has already may be its title or a state that is set again: a person decides. */
  sentWord: -3,
  /** `1` is everywhere. */
  small: -3,
  formSmall: -6,
  /** With other fields it is of one row of a page, however small it is. */
  ofRow: 2,
  /** The page has it for the record that is sent, however small it is. */
  ofRecord: 1,
  inList: -0.3,
  /** A value that is in plain text elsewhere is taken from there, not from a token. */
  inside: -1,
  /** Texts and settings of the page are no objects of the user's. */
  settings: -3,
  /** `"17"` where a number is sent. */
  otherType: -2,
  failed: -20,
  overlap: -2,
  /** A second session, with other values, had it so: worth as much as the same name. */
  confirmed: 6,
  contradicted: -20,
  /** A session that saved once more in between has its next revision from elsewhere. */
  outdated: -6,
  /** A word that two people sent alike is the application's own. */
  constant: -20,
} as const;

/** Names that are less alike than this do not support a small number. */
const ALIKE = 0.8;
const CREDENTIAL_LIKENESS = 0.7;
/** Bits below which one of many items has a value by chance. */
const LIST_BITS = 9;
/** Recordings tell beginnings in whole milliseconds. */
const CLOCK_MS = 1;
const CREDENTIAL_FIELD =
  /^(?:token|jwt|session|sid|csrf|xsrf|nonce|authenticity|bearer|ticket|csrfmiddlewaretoken)$/;
/** Names of things that are also names of counts: `order: 2` may be the second of a list. */
const COUNTS = /^(?:order|page|level|version)$/;
/** Values that hold once, or until the next answer. */
const REFRESHED =
  /^(?:csrf|xsrf|nonce|rev|revision|etag|version|state|token|authenticity|csrfmiddlewaretoken|cursor|since|after|bookmark|marker|continuation)$/;
/** Values that the server counts up, and places in what it hands out page by page. */
const REVISION = /^(?:rev|revision|etag|seq|sequence|cursor|since|after|bookmark|marker|continuation)$/;
/** `password`, `client_secret_post`: one word, or several that are written as one. */
const WORD = /^(?:\p{L}{1,14}|\p{Ll}{1,14}(?:[_-]\p{Ll}{1,14})+)$/u;
/** As people write them: `Hill End`. */
const WORDS = /^\p{L}[\p{L}\p{M} '.,-]*$/u;
/** Numbers that are more often a choice of two than data. */
const FLAG = /^-?[01]$/;
const SETTINGS =
  /\/(?:config|configuration|i18n|locales?|translations?|languages?|settings|assets)(?:[/?.]|$)/i;

/**
 * What a second session says of a mapping. `agrees`: both sessions sent what that place of the answer had, and it was not the same twice; `constant`: it was,
 * and it is a word of the application, which needs no variable.
 */
export type CrossCheck = 'agrees' | 'contradicts' | 'constant' | 'silent';

/** What is weighed. */
export interface Pairing {
  readonly slot: Slot;
  readonly responseValue: ResponseValue;
  readonly producer: RecordedStep;
  readonly consumer: RecordedStep;
  /** The value was sent by the user before it was answered. */
  readonly isTyped: boolean;
  /** Next to it the request sends another value of the same item. */
  readonly isCopied: boolean;
  /** With it the request sends others of the same row of a page, called as they are there. */
  readonly isOfRow: boolean;
  /** The request sends more of the list's item that has the value; only {@link asksForItem} wants to know. */
  readonly isWithItem: boolean;
  /** The request names a record by an id that an answer had. */
  readonly isAboutRecord: boolean;
  /** The response to the request repeats the item that has the value: worth as much as the same name. */
  readonly isSameRecord: boolean;
  /** The request sends the member of a record back: worth as much as the same name. */
  readonly isSentBack: boolean;
  /** An earlier request took the value of this segment from an answer, and no second session knows whether it is a word. */
  readonly isTaken: boolean;
  /** In how many places answers have the value. */
  readonly places: number;
  /** No earlier answer has the value. */
  readonly isFirst: boolean;
  /** What a second session says. */
  readonly crossCheck: CrossCheck;
}

/** A pairing, and what several reasons need to know. */
interface Weighed extends Pairing {
  readonly bits: number;
  /** How alike the names are, from 0 to 1. */
  readonly likeness: number;
  /** The page that was sent rendered the field with this value. */
  readonly isCarried: boolean;
  /** It is a field of a row, or of a record that the form is about: its id, what a person chose, or what may well be data. */
  readonly isRecordField: boolean;
}

const REASONS: readonly (readonly [EvidenceCode, (weighed: Weighed) => number])[] = [
  ['value', ({ bits }) => WEIGHT.perBit * Math.min(bits, WEIGHT.maxBits)],
  [
    'form',
    ({ isCarried, isRecordField, bits }) =>
      isCarried ? WEIGHT.name + (isRecordField ? WEIGHT.ofRecord : bits < 9 ? WEIGHT.formSmall : 0) : 0,
  ],
  ['name', ({ isCarried, likeness }) => (isCarried ? 0 : WEIGHT.name * likeness)],
  ['record', ({ isSameRecord, likeness }) => (isSameRecord ? WEIGHT.name * (1 - likeness) : 0)],
  ['row', ({ isOfRow }) => (isOfRow ? WEIGHT.ofRow : 0)],
  ['sentBack', ({ isSentBack, likeness }) => (isSentBack ? WEIGHT.name * (1 - likeness) : 0)],
  ['created', (weighed) => (isCreation(weighed) ? WEIGHT.created : 0)],
  ['handed', (weighed) => (isHandedOut(weighed) ? WEIGHT.handed : 0)],
  ['typed', (weighed) => (weighed.isTyped || isOfSibling(weighed) ? WEIGHT.typed : 0)],
  [
    'word',
    ({ isCarried, isSameRecord, isSentBack, isOfRow, isTaken, slot, responseValue }) =>
      !isCarried && !isSameRecord && !isTaken && isProtocolWord(slot, responseValue)
        ? isSentBack || isOfRow
          ? WEIGHT.sentWord
          : WEIGHT.word
        : 0,
  ],
  ['small', (weighed) => (isChance(weighed) ? WEIGHT.small : 0)],
  [
    'list',
    ({ responseValue, bits }) => (responseValue.lists === 0 ? 0 : WEIGHT.inList * (bits < 10 ? 2 : 1)),
  ],
  ['inside', (weighed) => (isInside(weighed.responseValue) && !isOwnClaim(weighed) ? WEIGHT.inside : 0)],
  ['settings', ({ producer }) => (SETTINGS.test(producer.url) ? WEIGHT.settings : 0)],
  ['type', ({ slot, responseValue }) => (isOtherType(slot, responseValue) ? WEIGHT.otherType : 0)],
  [
    'many',
    (weighed) =>
      weighed.isRecordField || isOfFollowedLink(weighed)
        ? 0
        : -Math.min(2, 0.15 * Math.log2(1 + weighed.places)),
  ],
  ['failed', (weighed) => (isRefused(weighed.producer) && !isHandedBack(weighed) ? WEIGHT.failed : 0)],
  ['overlap', ({ producer, consumer }) => (overlaps(producer, consumer) ? WEIGHT.overlap : 0)],
  [
    'confirmed',
    (weighed) => (weighed.crossCheck === 'agrees' && !isWordOfList(weighed) ? WEIGHT.confirmed : 0),
  ],
  ['contradicted', ({ crossCheck, slot }) => (crossCheck === 'contradicts' ? contradictionOf(slot) : 0)],
  ['constant', ({ crossCheck }) => (crossCheck === 'constant' ? WEIGHT.constant : 0)],
];

/**
 * Whether a pairing can be worth showing, by its best case: a small number has thousands of places, of which
 * nearly all are ruled out by their name.
 *
 * @param bonus what others can add
 */
export function mayBeShown(
  slot: Slot,
  responseValue: ResponseValue,
  bonus: number,
  addresses: Addresses,
): boolean {
  const bits = Math.min(valueBits(responseValue.value), WEIGHT.maxBits);
  const most = WEIGHT.perBit * bits + WEIGHT.created + bonus;
  return (
    most >= SHOWN_FROM ||
    (responseValue.place.source === 'html' && responseValue.inner === undefined) ||
    most + WEIGHT.name * likenessIn(slot, responseValue, addresses) >= SHOWN_FROM
  );
}

/** What a second session can add at most. */
export const MAX_CONFIRMATION = WEIGHT.confirmed;

/** The reason that a second session gives against a pairing; absent where it gives none. */
export function objectionOf(crossCheck: CrossCheck, slot: Slot): Evidence | undefined {
  switch (crossCheck) {
    case 'contradicts':
      return { code: 'contradicted', weight: contradictionOf(slot) };
    case 'constant':
      return { code: 'constant', weight: WEIGHT.constant };
    case 'agrees':
    case 'silent':
      return undefined;
  }
}

/** What each change replaces is another value in a session with one change more; an id is not. */
function contradictionOf(slot: Slot): number {
  return isOneTime(slot) || isMoment(slot.value) ? WEIGHT.outdated : WEIGHT.contradicted;
}

/** The reason that only one created id is left for an id that nothing else explains: shown, and never enough to be ticked. */
export const ELIMINATED: Evidence = { code: 'eliminated', weight: 4.5 };

/** The reason that a member of JSON would be sent as a text for a number, or a number for a text. */
export const RETYPED: Evidence = { code: 'retyped', weight: -1 };

/** The reason that a value would be encoded in another way than it was. */
export const RESPELLED: Evidence = { code: 'respelled', weight: -1 };

/** The reason that another request takes the same value from there, worth what it lacks to be as sure. */
export function reuse(weight: number): Evidence {
  return { code: 'reused', weight };
}

/** How alike the names of two places of a session are, also by the addresses of their requests. */
function likenessIn(slot: Slot, responseValue: ResponseValue, addresses: Addresses): number {
  if (isItemOf(slot, responseValue, addresses) || isListedId(slot, responseValue)) {
    return 1;
  }
  const likeness = likenessOf(slot, responseValue);
  // Where all requests go to one address, nothing says of what an id is.
  const isSame =
    (slot.name.noun.length === 0 && isCalledWith(slot, responseValue)) ||
    isOfThingBefore(slot, responseValue, addresses.consumer);
  return likeness < SAME && isSame ? SAME : likeness;
}

/** In `/orders/archive?id=5` the last word may be what is done with the thing that the word before it names. */
export function isOfThingBefore(
  { location, name }: Slot,
  { name: { isId, noun } }: ResponseValue,
  consumer: RecordedStep,
): boolean {
  const words = location === 'path' || !(name.isId && isId) ? [] : pathOf(consumer.url).slice(-2);
  const [thing = [], done = []] = words.every(isStatic) ? words.map(nounOf) : [];
  return done.length > 0 && done.join(' ') === name.noun.join(' ') && thing.join(' ') === noun.join(' ');
}

/** The requests of a pairing. */
export type Addresses = Pick<Pairing, 'producer' | 'consumer'>;

/** `GET /lists/7/held` answers with items, and `/lists/7/held/12` is one of them, whatever its id is called there. */
function isItemOf(
  { location, following = 0 }: Slot,
  responseValue: ResponseValue,
  { producer, consumer }: Addresses,
): boolean {
  if (
    location !== 'path' ||
    !responseValue.name.isId ||
    responseValue.lists !== 1 ||
    !isOwnMember(responseValue)
  ) {
    return false;
  }
  const [list, item] = [pathOf(producer.url), pathOf(consumer.url)];
  const around = item.slice(0, item.length - following - 1);
  return around.length > 0 && around.join('/') === list.join('/');
}

/** A number in a list that is called after things is the id of one: `"tags": [7]`. */
function isListedId({ steps, isNumber }: Slot, { name }: ResponseValue): boolean {
  const [list, position] = steps?.slice(-2) ?? [];
  return (
    isNumber &&
    typeof position === 'number' &&
    typeof list === 'string' &&
    name.isId &&
    /s$/i.test(list) &&
    nounOf(list).join(' ') === name.noun.join(' ')
  );
}

/** An id that a script calls a function with. */
export function isCalledWith(slot: Slot, { place }: ResponseValue): boolean {
  return slot.name.isId && place.source === 'html' && place.script?.before.endsWith('(') === true;
}

/** A member of an item itself, and not of something in it. */
function isOwnMember(responseValue: ResponseValue): boolean {
  return typeof memberSteps(responseValue)?.at(-2) === 'number';
}

function pathOf(url: string): readonly string[] {
  return segmentsOf(parsedUrl(url)?.pathname ?? '');
}

/** The reasons for and against a pairing, those that weigh nothing left out. */
export function weigh(pairing: Pairing): readonly Evidence[] {
  const isCarried = isFormCarryOver(pairing);
  const weighed: Weighed = {
    ...pairing,
    bits: valueBits(pairing.responseValue.value),
    likeness: isCarried ? 1 : likenessIn(pairing.slot, pairing.responseValue, pairing),
    isCarried,
    isRecordField:
      pairing.isOfRow ||
      (isCarried &&
        (pairing.slot.name.isId ||
          isOption(pairing.responseValue) ||
          (pairing.isAboutRecord && !FLAG.test(pairing.slot.value)))),
  };
  return REASONS.flatMap(([code, weightOf]) => {
    const weight = weightOf(weighed);
    return weight === 0 ? [] : [{ code, weight }];
  });
}

/** A token names its user, whom nobody created with it. */
function isCreation({ producer, slot, responseValue }: Pairing): boolean {
  const isAnswered = responseValue.inner?.as !== 'jwt' && producer.method === 'POST' && !isRefused(producer);
  return (
    isAnswered &&
    ((responseValue.name.isId && isSameNoun(slot.name, responseValue.name)) ||
      isNamedAfter(slot, responseValue))
  );
}

/** `{"folder": 2}` sends the id of a folder. */
function isNamedAfter({ name }: Slot, { name: giver }: ResponseValue): boolean {
  const isThing = identifies(giver) && giver.noun.length > 0;
  return isThing && !name.isId && name.field.join(' ') === giver.noun.join(' ');
}

/**
 * A small number is worth something where it identifies the thing that is asked for, or where one is in a list. In
 * lists, whose items have the same few values under the same name, so is a larger one that no other value goes with.
 */
function isChance(weighed: Weighed): boolean {
  const { bits, likeness, slot, responseValue, isCopied, isSameRecord, isRecordField } = weighed;
  return (
    !isOfFollowedLink(weighed) &&
    !isSameRecord &&
    !isRecordField &&
    bits < (responseValue.lists === 0 || isCopied ? 4 : LIST_BITS) &&
    (likeness < ALIKE || !(identifies(responseValue.name) || isOneTime(slot)))
  );
}

/** A number of a link that was followed, under its name; what may be a choice of two only next to a token for it. */
function isOfFollowedLink({ slot, responseValue, producer, consumer }: Pairing): boolean {
  const { parameter, value } = responseValue;
  return (
    parameter === slot.key &&
    /^\d+$/.test(value) &&
    isFollowed(responseValue, { producer, consumer }) &&
    (!FLAG.test(value) || hasToken(responseValue))
  );
}

/** Whether the link of a value has another parameter that looks like a token, as links that change something do. */
function hasToken({ whole, parameter }: ResponseValue): boolean {
  return formFields(whole.replace(/^[^?]*\??/, '')).some(
    ({ name, value }) => name !== parameter && MIXED.test(value) && valueBits(value) >= TOKEN_BITS,
  );
}

/** Letters and digits, as tokens have them. */
const MIXED = /^(?=.*\d)(?=.*[a-z])[\w=+/-]+$/i;
const TOKEN_BITS = 24;

/** Whether a place takes what holds once, or until the next answer: of such values the last one counts. */
export function isOneTime({ isCredential, name }: Slot): boolean {
  return isCredential || [...name.noun, ...name.field].some((word) => REFRESHED.test(word));
}

/** The id of the same thing, the same revision, or what is sent with an item's digest: what the server alone makes up. */
function isHandedOut(weighed: Weighed): boolean {
  const { slot, responseValue, likeness, isSameRecord, isCopied } = weighed;
  if ((isSameRecord && responseValue.name.isId) || isOfFollowedLink(weighed)) {
    return true;
  }
  if (likeness >= ALIKE && (isCopied ? slot.isNumber : isCalledWith(slot, responseValue))) {
    return true;
  }
  const isListed = responseValue.lists > 0 && !slot.name.field.some((word) => COUNTS.test(word));
  if (isNamedAfter(slot, responseValue) && (isListed || isCreation(weighed))) {
    return true;
  }
  const isSameId =
    (slot.name.isId || isListedId(slot, responseValue)) &&
    responseValue.name.isId &&
    !isKnownByName(responseValue.name) &&
    likeness >= SAME &&
    !isProtocolWord(slot, responseValue);
  return isSameId || (likeness >= ALIKE && slot.name.field.some((word) => REVISION.test(word)));
}

/** Whether a server did not do what it was asked for (RFC 9110 §15.5, §15.6). */
export function isRefused({ response }: RecordedStep): boolean {
  return response !== undefined && response.status >= 400;
}

/** Some servers refuse a first request and say in the answer which token the next one has to send under that name. */
function isHandedBack({ isFirst, bits, likeness, slot, producer, consumer }: Weighed): boolean {
  const isForToken =
    slot.location === 'header' ||
    slot.isCredential ||
    withoutQuery(producer.url) === withoutQuery(consumer.url);
  return isForToken && isFirst && bits >= WEIGHT.maxBits && likeness >= ALIKE;
}

/** Whether a value is in a text of another kind: the JSON that a page carries is its own. */
function isInside(responseValue: ResponseValue): boolean {
  return responseValue.inner !== undefined && memberSteps(responseValue) === undefined;
}

/** A claim of the very token with which the request proves itself. */
function isOwnClaim({ responseValue: { inner, whole }, consumer }: Pairing): boolean {
  return inner?.as === 'jwt' && consumer.headers.some(({ value }) => value.includes(whole));
}

/** An option that the page has not chosen itself, or a box that people tick. */
function isOption({ place }: ResponseValue): boolean {
  return place.source === 'html' && (place.label !== undefined || place.isTickable === true);
}

/** A text where a number is sent; a page has nothing but texts. */
function isOtherType(slot: Slot, { isNumber, place }: ResponseValue): boolean {
  return slot.isNumber && !isNumber && place.source !== 'html';
}

/** The sum of evidence. */
export function sumOf(evidence: readonly Evidence[]): number {
  return evidence.reduce((sum, { weight }) => sum + weight, 0);
}

/** How alike the names of two places are; credentials are recognised by their role. */
export function likenessOf(slot: Slot, responseValue: ResponseValue): number {
  const likeness = nameLikeness(slot.name, responseValue.name);
  return slot.isCredential && isCredentialName(responseValue.name)
    ? Math.max(CREDENTIAL_LIKENESS, likeness)
    : likeness;
}

function isCredentialName({ field, noun }: PlaceName): boolean {
  return [...noun, ...field].some((word) => CREDENTIAL_FIELD.test(word));
}

/** A field that the page of the same address rendered with this value, or one whose form is sent to that address. */
function isFormCarryOver({ slot, responseValue, producer, consumer }: Pairing): boolean {
  const { place } = responseValue;
  return (
    place.source === 'html' &&
    !isAddressPart(responseValue) &&
    slot.location === 'body' &&
    place.name === slot.key &&
    [producer.url, parsedUrl(place.action ?? '', producer.url)?.href ?? ''].some(
      (url) => withoutQuery(url) === withoutQuery(consumer.url),
    )
  );
}

/** Whether a request follows the link of a page that has a value, or goes where its form is sent. */
export function isFollowed(
  { place, whole, inner }: ResponseValue,
  { producer, consumer }: Addresses,
): boolean {
  const address = place.source === 'html' && inner === undefined ? parsedUrl(whole, producer.url) : undefined;
  return address !== undefined && decoded(address.href) === decoded(consumer.url);
}

function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '');
}

function isSameNoun(one: PlaceName, other: PlaceName): boolean {
  return one.noun.length > 0 && one.noun.join(' ') === other.noun.join(' ');
}

/** A word of the protocol or of the path rather than a value, unless the answer says that it identifies something. */
function isProtocolWord(slot: Slot, responseValue: ResponseValue): boolean {
  if (slot.location === 'path') {
    return isStatic(responseValue.value) && !(!isAddressPart(responseValue) && responseValue.name.isId);
  }
  const isReference = identifies(responseValue.name) && nameLikeness(slot.name, responseValue.name) >= ALIKE;
  return (
    !slot.name.isId && !isReference && WORD.test(responseValue.value) && valueBits(responseValue.value) <= 18
  );
}

/** Whether it matters that a request sends more of the list's item that has a value. */
export function asksForItem(slot: Slot, responseValue: ResponseValue, crossCheck: CrossCheck): boolean {
  return crossCheck === 'agrees' || isFieldOfList(slot, responseValue);
}

/** The same field of another thing of the kind, of which the request sends nothing else: two people may live in one town. */
function isOfSibling({ slot, responseValue, isWithItem, isSameRecord, isSentBack }: Weighed): boolean {
  return !isWithItem && !isSameRecord && !isSentBack && isFieldOfList(slot, responseValue);
}

/** A field of the thing that is sent, and of those in a list that are of its kind: words, and nothing that holds once. */
function isFieldOfList(slot: Slot, responseValue: ResponseValue): boolean {
  const { name, lists } = responseValue;
  return (
    slot.location === 'body' &&
    WORDS.test(slot.value) &&
    slot.steps?.some((step) => typeof step === 'number') !== true &&
    lists > 0 &&
    memberSteps(responseValue) !== undefined &&
    !slot.name.isId &&
    !isOneTime(slot) &&
    isSameNoun(slot.name, name) &&
    slot.name.field.join(' ') === name.field.join(' ')
  );
}

/**
 * A word that is no name and that many items may have, where the request sends nothing else of the item: two sessions
 * agree on it by chance.
 */
function isWordOfList({ slot, responseValue, isWithItem }: Weighed): boolean {
  return (
    slot.steps !== undefined &&
    responseValue.lists > 0 &&
    memberSteps(responseValue) !== undefined &&
    !isWithItem &&
    !NAME.test(String(slot.steps.at(-1))) &&
    isProtocolWord(slot, responseValue)
  );
}

function overlaps({ endedAt }: RecordedStep, { startedAt }: RecordedStep): boolean {
  return endedAt !== undefined && startedAt !== undefined && endedAt > startedAt + CLOCK_MS;
}
