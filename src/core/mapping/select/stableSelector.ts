/**
 * The rule by which a chain takes a chosen value again when it is another one: a path without positions
 * first, then an item identified by a neighbour that stays, the field of a form, the segment of an address; a
 * position in a list only where nothing else is left, and then marked (the specification's §2.6).
 *
 * No rule says the value itself, but for the name of a thing that has no id: people pick it by that. Each is tried on
 * the answer it was made from, and on the same answer of a second session where there is one.
 */
import {
  extractionRules,
  IDENTIFYING,
  ownNameRule,
  type ExtractionRule,
} from '../../extraction/extractionRules';
import { valueAtSteps } from '../../extraction/responsePart';
import { isArray, isObject, type JsonValue } from '../../json/json';
import { memberPath } from '../../language/memberPath';
import { nameWords } from '../../language/nameWords';
import { isKnownByName } from '../match/namedItems';
import type { ParsedResponse } from '../read/parsedResponse';
import { goesByChanging, goesByValue } from './volatileText';
import {
  isAddressPart,
  isOfSelect,
  type InnerPlace,
  type ResponseValue,
  type ResponsePlace,
} from '../read/responseValue';
import type { StableRule } from './stableRule';
import { rowRules, type RowGrounds } from './rowRules';
import { nameInScript, scriptRules } from './scriptRules';
import { addressRules, escapeRegex, linkPattern, textRules, wordsPattern } from './textRules';
import { valueBits } from '../read/valueEntropy';
import { xmlRules } from './xmlRules';

/** The same answer in a second session, and what a rule should take from it. */
export interface SecondResponse {
  readonly reading: ParsedResponse;
  readonly values: readonly string[];
}

/** What a value is taken for, and where else it should be found. */
export interface RuleGrounds {
  /** It says where the next page begins. */
  readonly isForNext: boolean;
  readonly second?: SecondResponse | undefined;
  /** What is known of the row of a page's list that the value is in. */
  readonly row?: RowGrounds;
}

/** Nothing is known of the row. */
const ANY_ROW: RowGrounds = { isShown: () => false, mayCount: false };

/** The rule for a value of a response; absent when none takes exactly that value, here and again. */
export function stableRule(
  responseValue: ResponseValue,
  reading: ParsedResponse,
  { isForNext, second, row = ANY_ROW }: RuleGrounds,
): StableRule | undefined {
  const last = isForNext ? lastItemRule(responseValue, reading) : undefined;
  const rules = [...(last === undefined ? [] : [last]), ...rulesFor(responseValue, reading, row)];
  if (second === undefined) {
    return rules[0];
  }
  const holding = rules.find(({ rule }) => second.values.includes(second.reading.valueOf(rule) ?? ''));
  const isInList = responseValue.lists > 0 || rules.some(({ isPick }) => isPick === true);
  if (holding?.isStable === true || !isInList) {
    return holding;
  }
  // Of a list another item may have been picked: that speaks against no rule, and one position for both is luck
  // where the item that is identified by a neighbour is in both lists, or by words, which people pick by.
  const stable = rules.filter(({ isStable }) => isStable);
  const inBoth = stable.find(({ rule }) => second.reading.valueOf(rule) !== undefined);
  return inBoth ?? stable.find(goesByWords) ?? holding ?? rules[0];
}

function goesByWords({ rule: { select } }: StableRule): boolean {
  return select?.kind === 'path' && WORDS_CONDITION.test(select.path);
}

/** `[?@.value == 'steel']`: no code and no moment, which are others in another list. */
const WORDS_CONDITION = / == '[^'\d]+'\]/;

/** Rules that take the value, best first. */
function rulesFor(
  responseValue: ResponseValue,
  reading: ParsedResponse,
  row: RowGrounds,
): readonly StableRule[] {
  return responseValue.inner === undefined
    ? outerRules(responseValue, reading, row)
    : innerRules(responseValue, responseValue.inner, reading);
}

/** The rules for the text that carries the value, each with the ways into it. */
function innerRules(
  responseValue: ResponseValue,
  inner: InnerPlace,
  reading: ParsedResponse,
): readonly StableRule[] {
  const { whole } = responseValue;
  const outer = outerRules({ ...responseValue, value: whole }, reading, ANY_ROW);
  return outer.length === 0 ? [] : rulesInside(outer, { ...responseValue, inner }, reading);
}

/** Rules for a text, each with the ways to a value inside of it. */
function rulesInside(
  outer: readonly StableRule[],
  {
    value,
    name,
    whole,
    inner: { as, steps },
  }: Pick<ResponseValue, 'value' | 'name' | 'whole'> & { readonly inner: InnerPlace },
  reading: ParsedResponse,
): readonly StableRule[] {
  const ways = steps.length === 0 ? [] : pathRules(steps, { value, name }, () => reading.jsonIn(whole, as));
  const into = ways.flatMap(({ rule: { select }, isStable }) =>
    select?.kind === 'path' ? [{ decode: { as, path: select.path }, isStable }] : [],
  );
  return (steps.length === 0 ? [{ decode: { as }, isStable: true }] : into)
    .flatMap(({ decode, isStable }) =>
      outer.map((one) => ({ rule: { ...one.rule, decode }, isStable: one.isStable && isStable })),
    )
    .filter(({ rule }) => reading.valueOf(rule) === value);
}

/** Rules for a value that is in the answer verbatim. */
function outerRules(
  responseValue: ResponseValue,
  reading: ParsedResponse,
  row: RowGrounds,
): readonly StableRule[] {
  const { place } = responseValue;
  switch (place.source) {
    case 'body': {
      // Only JSON has members, so that a large body need not be read to know.
      const isJson = place.steps.length > 0 || reading.json !== undefined;
      if (isAddressPart(responseValue)) {
        return addressRules({ from: 'body' }, isJson ? '"' : '', responseValue, reading);
      }
      if (!isJson) {
        return textRules({ from: 'body' }, PLAIN_TEXT, responseValue, reading);
      }
      return responseValue.value === responseValue.whole
        ? memberRules(place.steps, responseValue, reading)
        : textRules({ from: 'body' }, memberPartPattern(place.steps, responseValue), responseValue, reading);
    }
    case 'html': {
      const rules = pageRules(place, responseValue, reading, row);
      return isOfSelect(place) ? rules.map((rule) => ({ ...rule, isPick: true })) : rules;
    }
    case 'xml':
      return (reading.xml === undefined ? [] : xmlRules(place.path, responseValue, reading.xml)).filter(
        ({ rule }) => reading.valueOf(rule) === responseValue.value,
      );
    case 'header':
      return headerRules(responseValue, place.name, reading);
    case 'cookie':
      return cookieRules(responseValue, place.name, reading);
  }
}

/** All of a plain text. */
const PLAIN_TEXT = '^\\s*(\\S+)\\s*$';

/** Rules for a member of the body, which is not read where the members that lead to it suffice. */
function memberRules(
  steps: readonly (string | number)[],
  responseValue: ResponseValue,
  reading: ParsedResponse,
): readonly StableRule[] {
  const rules = pathRules(steps, responseValue, () => reading.json);
  return isInList(steps) ? rules.filter(({ rule }) => reading.valueOf(rule) === responseValue.value) : rules;
}

/** Paths to a member of JSON, best first. */
function pathRules(
  steps: readonly (string | number)[],
  { value, name }: Pick<ResponseValue, 'value' | 'name'>,
  read: () => JsonValue | undefined,
): readonly StableRule[] {
  if (!isInList(steps)) {
    const select = { kind: 'path', path: memberPath(steps) } as const;
    return [{ rule: { from: 'body', select, all: false, optional: false }, isStable: true }];
  }
  const json = read();
  if (json === undefined) {
    return [];
  }
  const alone = steps.filter((step, at) => typeof step === 'number' && isOnlyItem(steps.slice(0, at), json));
  const isFixed = isOutsideLists(steps, json) || isHandedOut(steps, json);
  const isName = isKnownByName(name);
  const lasts = (path: string): boolean =>
    !goesByChanging(path) &&
    !goesByValue(path, value) &&
    !goesByMadeId(path, steps, json) &&
    (!isName || goesByName(path));
  const ownName = isName ? ownNameRule(steps, json, lasts) : undefined;
  const [byPosition, ...others] = extractionRules({ from: 'body', steps }, json, lasts).filter(
    ({ all }) => !all,
  );
  const conditions = [...others, ...(ownName === undefined ? [] : [ownName])];
  const positions = byPosition === undefined ? [] : [{ rule: byPosition, isStable: isFixed }];
  const told = conditions.map((rule) => ({ rule, isStable: positionsIn(rule) <= alone.length }));
  return isFixed ? [...positions, ...told] : [...told, ...positions];
}

/** How many items a path goes to by their position. */
function positionsIn({ select }: ExtractionRule): number {
  return select?.kind === 'path' ? (select.path.match(/\[\d+\]/g)?.length ?? 0) : 0;
}

function isInList(steps: readonly (string | number)[]): boolean {
  return steps.some((step) => typeof step === 'number');
}

/** Whether a path tells an item by what people call it: of one that is known by its name, a description says less. */
function goesByName(path: string): boolean {
  const neighbour = NEIGHBOUR.exec(path)?.[1] ?? '';
  return IDENTIFYING.includes(nameWords(neighbour).at(-1) ?? '');
}

/** `[?@.display_name == ` */
const NEIGHBOUR = /([\w$-]+)(?:'\])? == [^=]*$/;

/** Whether a path goes by an id, and other items show that machines make it: on another server no item has it. */
function goesByMadeId(path: string, steps: readonly (string | number)[], body: JsonValue): boolean {
  const name = ID_CONDITION.exec(path)?.[1];
  const isMade = (item: JsonValue): boolean => {
    const id = name === undefined || !isObject(item) ? undefined : item[name];
    return typeof id === 'string' && valueBits(id) > MOST_OF_WORDS;
  };
  return (
    name !== undefined &&
    steps.some((step, at) => {
      const list = typeof step === 'number' ? valueAtSteps(body, steps.slice(0, at)) : undefined;
      return list !== undefined && isArray(list) && list.some(isMade);
    })
  );
}

/** `[?@.deviceID == 'MTYKH2A']` */
const ID_CONDITION = /\[\?@\.(\w*id) == '/i;
/** Bits of the longest text that is taken for words. */
const MOST_OF_WORDS = 18;

/** The rule for a member of a list's last item, after which the next page begins; absent for others. */
function lastItemRule({ place, value }: ResponseValue, reading: ParsedResponse): StableRule | undefined {
  const at = place.source === 'body' ? place.steps.findLastIndex((step) => typeof step === 'number') : -1;
  if (place.source !== 'body' || at === -1 || reading.json === undefined) {
    return undefined;
  }
  const body = reading.json;
  const list = valueAtSteps(body, place.steps.slice(0, at));
  const isLast = list !== undefined && isArray(list) && place.steps[at] === list.length - 1;
  const path = memberPath(place.steps.with(at, -1));
  const rule: ExtractionRule = { from: 'body', select: { kind: 'path', path }, all: false, optional: false };
  return isLast && reading.valueOf(rule) === value ? { rule, isStable: true } : undefined;
}

/** A member's text after the text before the value: `"authorization"\s*:\s*"Bearer ([^"]+)"`. */
function memberPartPattern(steps: readonly (string | number)[], { whole, value }: ResponseValue): string {
  const name = steps.findLast((step) => typeof step === 'string') ?? '';
  const before = whole.slice(0, whole.length - value.length);
  return `${escapeRegex(JSON.stringify(name))}\\s*:\\s*"${escapeRegex(before)}([^"]+)"`;
}

/** Whether a value is in no list, or only in lists of one item. */
function isOutsideLists(steps: readonly (string | number)[], body: JsonValue): boolean {
  return steps.every((step, index) => typeof step !== 'number' || isOnlyItem(steps.slice(0, index), body));
}

/** Whether a list has one item. */
function isOnlyItem(list: readonly (string | number)[], body: JsonValue): boolean {
  const items = valueAtSteps(body, list);
  return items === undefined || (isArray(items) && items.length === 1);
}

/** Whether a value is in a list of bare ids: only the position can choose one. */
function isHandedOut(steps: readonly (string | number)[], body: JsonValue): boolean {
  const isOnlyList = steps.findIndex((step) => typeof step === 'number') === steps.length - 1;
  const list = isOnlyList ? valueAtSteps(body, steps.slice(0, -1)) : undefined;
  return (
    list !== undefined &&
    isArray(list) &&
    list.every((item) => typeof item === 'string' && valueBits(item) >= ID_BITS)
  );
}

/** A text with at least so many bits is not a word: an id, a token. */
const ID_BITS = 40;

/** A link or a field of the page: the only one, or the one in a row of a list. */
function pageRules(
  place: Extract<ResponsePlace, { readonly source: 'html' }>,
  responseValue: ResponseValue,
  reading: ParsedResponse,
  row: RowGrounds,
): readonly StableRule[] {
  const quote = reading.answer.text.includes(`${place.attribute}='`) ? `["']` : '"';
  if (place.label !== undefined) {
    const select = `<select[^>]*\\sname=${quote}${escapeRegex(place.name)}${quote}`;
    const option = `<option[^>]*\\svalue=${quote}([^"']+)${quote}[^>]*>\\s*${wordsPattern(place.label)}\\s*<`;
    return textRules({ from: 'body' }, `${select}[\\s\\S]*?${option}`, responseValue, reading);
  }
  const { script } = place;
  if (place.row !== undefined) {
    const { written, start } = place.row;
    const alone = textRules({ from: 'body' }, written, responseValue, reading);
    return alone.length > 0
      ? alone
      : rowRules(written, responseValue.value, reading, { ...row, isAt: (at) => at === start });
  }
  const before = script === undefined ? `${place.attribute}=${quote}` : nameInScript(script) + script.quote;
  const isLink = isAddressPart(responseValue);
  const rules = isLink
    ? addressRules({ from: 'body' }, before, responseValue, reading)
    : fieldRules(place, quote, responseValue, reading);
  const pattern = isLink ? before + linkPattern(responseValue) : writtenField(place, quote);
  return rules.length > 0 || place.attribute === undefined
    ? rules
    : rowRules(pattern, responseValue.value, reading, row);
}

/** A field of the page; where several forms have it with one value, the first one in the document. */
function fieldRules(
  place: Extract<ResponsePlace, { readonly source: 'html' }>,
  quote: string,
  responseValue: ResponseValue,
  reading: ParsedResponse,
): readonly StableRule[] {
  const { css, attribute, script } = place;
  if (script !== undefined) {
    return scriptRules(script, responseValue, reading);
  }
  const rule: ExtractionRule = {
    from: 'body',
    select: { kind: 'css', css, ...(attribute === undefined ? {} : { attribute }) },
    all: false,
    optional: false,
  };
  if (css !== '' && reading.valueOf(rule) === responseValue.value) {
    return [{ rule, isStable: true }];
  }
  return attribute === undefined
    ? []
    : textRules({ from: 'body' }, writtenField(place, quote), responseValue, reading);
}

/** The tag of a field as a pattern; `quote` is around its attributes. */
function writtenField(
  { attribute, name }: Extract<ResponsePlace, { readonly source: 'html' }>,
  quote: string,
): string {
  const value = quote === '"' ? '[^"]+' : `[^"']+`;
  const named = NAMED.test(attribute ?? '') ? `name=${quote}${escapeRegex(name)}${quote}[^>]*` : '';
  return `${named}\\s${attribute}=${quote}(${value})${quote}`;
}

/** Attributes that say what another one names. */
const NAMED = /^(?:value|content)$/;

/** A cookie verbatim; or without its quotes, or with its percent signs decoded, as scripts send it back in a header. */
function cookieRules(
  responseValue: ResponseValue,
  name: string,
  reading: ParsedResponse,
): readonly StableRule[] {
  const whole: ExtractionRule = { from: 'cookie', name, all: false, optional: false };
  const unquoted: ExtractionRule = { ...whole, select: { kind: 'regex', regex: '^"(.*)"$' } };
  const decode = { as: 'percent' } as const;
  return [whole, { ...whole, decode }, unquoted, { ...unquoted, decode }]
    .filter((rule) => reading.valueOf(rule) === responseValue.value)
    .map((rule) => ({ rule, isStable: true }));
}

function headerRules(
  responseValue: ResponseValue,
  name: string,
  reading: ParsedResponse,
): readonly StableRule[] {
  const whole: ExtractionRule = { from: 'header', name, all: false, optional: false };
  const line = reading.valueOf(whole);
  if (line === undefined) {
    return [];
  }
  if (isAddressPart(responseValue)) {
    return addressRules({ from: 'header', name }, '', responseValue, reading);
  }
  // A tag that is sent back with its quotes is taken with them.
  return line === responseValue.value
    ? [{ rule: whole, isStable: true }]
    : textRules({ from: 'header', name }, '"([^"]+)"', responseValue, reading);
}
