/**
 * Places of a request that hold a value: each could be a reference instead.
 *
 * Cookies are none: the cookie jar sends what answers set. Headers that every client writes by itself and
 * those that only follow a request through logs are none either.
 */
import { isArray, isObject, type JsonValue } from '../../json/json';
import { nameWords } from '../../language/nameWords';
import { memberPath } from '../../language/memberPath';
import type { HeaderLine } from '../../model';
import { parsedUrl } from '../../prepare/url';
import { plainText } from '../../prepare/template';
import { readJson } from './readJson';
import { formFields, segmentsOf } from './urlValue';
import { graphqlNaming } from './graphqlNaming';
import {
  memberName,
  nameField,
  namePlace,
  isStatic,
  nameSegment,
  nounOf,
  withoutOperators,
  type PlaceName,
} from '../../language/placeName';
import { multipartTexts } from './multipartText';
import type { RecordedRequestBody, RecordedStep } from './recordedSession';
import { basicUser, candidatesOf, type SlotLocation } from './slotCandidates';
import { stepResource, withoutCallNumber } from './stepResource';
import { valueBits } from './valueEntropy';
import { fieldParts, segmentParts, type ValuePart } from './valueParts';
import { elementNames, isXml, localName, readXml, xmlValues, type XmlStep, type XmlValue } from './xmlTree';

/** A place of a request and the value it holds. */
export interface Slot {
  /** Index of the step in the session. */
  readonly step: number;
  readonly location: SlotLocation;
  /** Index of the segment, name, JSONPath, field, or path of an element. */
  readonly key: string | number;
  /** Members and indices that lead to a value of a JSON body. */
  readonly steps?: readonly (string | number)[];
  /** Segments of the path after this one. */
  readonly following?: number;
  /** Decoded. */
  readonly value: string;
  /** What of the value can come from elsewhere, the whole value first. */
  readonly candidates: readonly string[];
  readonly name: PlaceName;
  /** A member of a JSON body that is not text. */
  readonly isNumber: boolean;
  /** It proves who sends the request, or that the request comes from a page: tokens, also against forgery. */
  readonly isCredential: boolean;
  /** It is called like a password, which people type. */
  readonly isPassword: boolean;
}

/** Values longer than this are documents, not values; UTF-16 code units. */
const MAX_VALUE_LENGTH = 8192;
const MAX_SLOTS_PER_REQUEST = 2000;
const MAX_BODY_LENGTH = 5_000_000;

/** Headers that say nothing a response could have said before. */
const NOT_MAPPED =
  /^(?:host|connection|user-agent|accept(?:-.*)?|content-(?:type|length|encoding)|origin|referer|cookie|cache-control|pragma|dnt|te|upgrade.*|sec-.*|priority|expect|transfer-encoding|date|traceparent|tracestate|baggage|sentry-trace|x-(?:b3-.*|request-id|correlation-id|requested-with|forwarded-.*|real-ip)|if-modified-since|if-unmodified-since|range|keep-alive|via|from|save-data|:.*)$/i;
const CREDENTIAL = /(?:csrf|xsrf|token|jwt|session|nonce|authenticity|api-?key|secret|ticket|assertion)/i;
/** What people type; a client's secret is handed out to a program by another one (RFC 7591 §3.2.1). */
const PASSWORD = /(?:pass(?:word|wd|phrase|code)?\d?|pwd|(?<!client|consumer|app|application)secret|pin)$/i;
const TOKEN: PlaceName = { noun: [], field: ['token'], isId: false };
const USER: PlaceName = { noun: ['user'], field: ['name'], isId: false };

/** The slots of a step, in the order path, query, headers, body. */
export function slotsOf(step: RecordedStep, index: number): readonly Slot[] {
  const url = parsedUrl(step.url);
  const segments = url === undefined ? [] : segmentsOf(url.pathname);
  const resource = stepResource(step);
  const path = segments.flatMap((value, at) =>
    withParts(
      slotOf({
        step: index,
        location: 'path',
        key: at,
        value,
        name: nameSegment(segments, at),
        following: segments.length - 1 - at,
      }),
      segmentParts(value),
      resource,
    ),
  );
  return [
    ...path,
    ...formFields(url?.search.slice(1) ?? '').flatMap(({ name, value }) =>
      fieldSlots({ step: index, location: 'query', key: name, value }, resource),
    ),
    ...step.headers.flatMap((line) => headerSlots(line, index)),
    ...withKinds(withTypedNames(bodySlots(step, index, resource))).map((slot) =>
      namedByPath(slot, path, resource),
    ),
  ].slice(0, MAX_SLOTS_PER_REQUEST);
}

/** An id next to which the request says of what it is: `{"collection": "articles", "item": 2}`. */
function withKinds(slots: readonly Slot[]): readonly Slot[] {
  const memberOf = ({ steps }: Slot): string => String(steps?.at(-1));
  const objectOf = ({ steps }: Slot): string => JSON.stringify(steps?.slice(0, -1));
  const kinds = new Map(
    slots
      .filter((slot) => slot.steps !== undefined && KIND.test(memberOf(slot)) && isStatic(slot.value))
      .map((slot) => [objectOf(slot), slot.value]),
  );
  return slots.map((slot) => {
    const kind =
      slot.steps !== undefined && OF_KIND.test(memberOf(slot)) ? kinds.get(objectOf(slot)) : undefined;
    return kind === undefined ? slot : { ...slot, name: namePlace('id', nounOf(kind)) };
  });
}

const KIND = /^(?:collection|model|entity|(?:object|entity|item|target|record|resource|subject)_?type)$/i;
/** What is called so may be anything. */
const OF_KIND = /^(?:item|object|entity|target|record|resource|subject)(?:_?(?:id|pk))?$|^(?:id|pk)$/i;

/** A bare id that is also in the path is named as it is there: `/posts/812/autosaves` with `{"id": 812}`. */
function namedByPath(slot: Slot, path: readonly Slot[], resource: readonly string[]): Slot {
  const isBare = slot.name.isId && slot.name.noun.join(' ') === resource.join(' ');
  const same = isBare ? path.findLast(({ value }) => value === slot.value) : undefined;
  return same === undefined ? slot : { ...slot, name: same.name };
}

/** Who signs in types the name with the password, even where an answer has named the same person before. */
function withTypedNames(slots: readonly Slot[]): readonly Slot[] {
  return slots.some(({ isPassword }) => isPassword)
    ? slots.map((slot) => (SIGN_IN_NAME.test(slot.name.field.join('')) ? { ...slot, candidates: [] } : slot))
    : slots;
}

const SIGN_IN_NAME = /^(?:e?mail|emailaddress|user|username|login|loginname|account|identifier)$/;

/** What makes a slot; the rest follows. */
type SlotFacts = Pick<Slot, 'step' | 'location' | 'key' | 'value' | 'name' | 'following'>;

function slotOf(facts: SlotFacts): Slot {
  const { location, key, value } = facts;
  const written = typeof key === 'string' ? key : '';
  return {
    ...facts,
    candidates: value === '' || value.length > MAX_VALUE_LENGTH ? [] : candidatesOf(location, value),
    isNumber: false,
    isCredential: location === 'auth' || CREDENTIAL.test(written),
    isPassword: location !== 'auth' && isPassword(written, value),
  };
}

/** Whether a place takes what people type; a secret so long was made by a machine. */
function isPassword(name: string, value: string): boolean {
  const words = nameWords(name);
  return PASSWORD.test(words.join('')) && !(words.at(-1) === 'secret' && valueBits(value) >= MADE_BITS);
}

const MADE_BITS = 64;

function headerSlots({ name, value }: HeaderLine, step: number): readonly Slot[] {
  if (/^(?:proxy-)?authorization$/i.test(name)) {
    const user = basicUser(value);
    const proof = slotOf({ step, location: 'auth', key: name, value, name: TOKEN });
    return user === undefined ? [proof] : [proof, { ...proof, value: user, candidates: [], name: USER }];
  }
  return NOT_MAPPED.test(name)
    ? []
    : [slotOf({ step, location: 'header', key: name, value, name: namePlace(name.replace(/^x-/i, ''), []) })];
}

function bodySlots({ body }: RecordedStep, step: number, resource: readonly string[]): readonly Slot[] {
  if (body === undefined || body.text.length > MAX_BODY_LENGTH) {
    return [];
  }
  const fields = fieldsOf(body);
  if (fields !== undefined) {
    return fields.flatMap(({ name, value }) =>
      fieldSlots({ step, location: 'body', key: name, value }, resource),
    );
  }
  const json = readJson(body.text);
  if (json !== undefined) {
    return jsonSlots(json, step, resource);
  }
  const document = isXml(body.mediaType) ? readXml(body.text) : undefined;
  return document === undefined ? [] : xmlValues(document).map((value) => xmlSlot(value, step, resource));
}

/** The fields of a form; absent when the body is none. */
function fieldsOf({ fields, mediaType, text }: RecordedRequestBody): readonly HeaderLine[] | undefined {
  switch (mediaType) {
    case 'application/x-www-form-urlencoded':
      return fields ?? formFields(text);
    case 'multipart/form-data':
      return fields ?? multipartTexts(text);
    default:
      return fields;
  }
}

const PAGE_SIZE = /^(?:limit|perpage|pagesize|maxresults|pagelimit)$/;

/** The slots of a field; of JSON in it each member has one: `filter={"where":{"ownerId":5}}`. */
function fieldSlots(
  field: Pick<SlotFacts, 'step' | 'location' | 'value'> & { readonly key: string },
  resource: readonly string[],
): readonly Slot[] {
  const named = slotOf({ ...field, name: nameField(field.key, resource) });
  // How many a program asks for at a time is a choice of its own, whatever answers say of numbers.
  const whole = PAGE_SIZE.test(nameWords(field.key).join('')) ? { ...named, candidates: [] } : named;
  const json = whole.candidates.length === 0 ? undefined : readJson(field.value);
  if (json === undefined) {
    return field.location === 'query' ? withParts(whole, fieldParts(field.value), resource) : [whole];
  }
  const members: Slot[] = [];
  walkMembers(json, (value, steps) => {
    members.push({ ...whole, candidates: [plainText(value)], name: sentName(steps, resource) });
  });
  // A member is one place, not a part of the whole as well.
  const own = new Set(members.flatMap(({ candidates }) => candidates));
  return [{ ...whole, candidates: whole.candidates.filter((one) => !own.has(one)) }, ...members];
}

/** A slot, and one for each part of its value, by the name that the value itself gives to it. */
function withParts(whole: Slot, parts: readonly ValuePart[], resource: readonly string[]): readonly Slot[] {
  const own = new Set(parts.map(({ value }) => value));
  return [
    { ...whole, candidates: whole.candidates.filter((candidate) => !own.has(candidate)) },
    ...parts.map(({ value, names }) => ({
      ...whole,
      candidates: [value],
      name: names.length === 0 ? whole.name : memberName(names, resource),
    })),
  ];
}

function xmlSlot({ path, text }: XmlValue, step: number, resource: readonly string[]): Slot {
  const names = elementNames(path);
  const own = names.at(-1) ?? '';
  const name = memberName(names, resource);
  return {
    ...slotOf({ step, location: 'body', key: elementKey(path), value: text.value, name }),
    isCredential: CREDENTIAL.test(own),
    isPassword: isPassword(own, text.value),
  };
}

/** An element or attribute of a body, in local names: `/multiget/href[2]`, `/filter/range/@start`. */
export function elementKey(path: readonly XmlStep[]): string {
  return path
    .map(({ name, position }) => `/${localName(name)}${position === undefined ? '' : `[${position}]`}`)
    .join('');
}

function jsonSlots(json: JsonValue, step: number, resource: readonly string[]): readonly Slot[] {
  const naming = graphqlNaming(json);
  const slots: Slot[] = (naming?.literals ?? []).map(({ value, name }) => ({
    ...slotOf({ step, location: 'body', key: '$.query', value: naming?.query ?? '', name }),
    steps: ['query'],
    candidates: [value],
  }));
  walkMembers(withoutCallNumber(json), (value, steps) => {
    if (slots.length < MAX_SLOTS_PER_REQUEST && !(naming !== undefined && value === naming.query)) {
      slots.push(
        jsonSlot(value, {
          step,
          steps,
          name: naming?.nameOf(steps) ?? sentName(isListed(steps) ? ['id'] : steps, resource),
        }),
      );
    }
  });
  return slots;
}

/** Whether a value is in a list that is all of a body: one of ids of what is asked for. */
function isListed(steps: readonly (string | number)[]): boolean {
  return steps.length === 1 && typeof steps[0] === 'number';
}

/** Calls back for each text and number of JSON, with the members and positions that lead to it. */
function walkMembers(
  value: JsonValue,
  onMember: (value: JsonValue, steps: readonly (string | number)[]) => void,
  steps: readonly (string | number)[] = [],
): void {
  if (isArray(value)) {
    value.forEach((item, index) => {
      walkMembers(item, onMember, [...steps, index]);
    });
  } else if (isObject(value)) {
    Object.entries(value).forEach(([name, member]) => {
      walkMembers(member, onMember, [...steps, name]);
    });
  } else if (value !== null && typeof value !== 'boolean') {
    onMember(value, steps);
  }
}

/** The name of a member that is sent: an operator of a filter is none. */
function sentName(steps: readonly (string | number)[], resource: readonly string[]): PlaceName {
  return memberName(withoutOperators(steps.filter((step) => typeof step === 'string')), resource);
}

function jsonSlot(
  value: JsonValue,
  { step, steps, name }: Required<Pick<Slot, 'step' | 'steps' | 'name'>>,
): Slot {
  const own = steps.findLast((one) => typeof one === 'string') ?? '';
  const made = slotOf({ step, location: 'body', key: memberPath(steps), value: plainText(value), name });
  return {
    ...made,
    steps,
    isNumber: typeof value !== 'string',
    isCredential: CREDENTIAL.test(own),
    isPassword: isPassword(own, made.value),
  };
}
