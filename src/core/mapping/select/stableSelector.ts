/**
 * The rule by which a chain takes a chosen value again when it is another one: a path without positions
 * first, then an item identified by a neighbour that stays, the field of a form, the segment of an address; a
 * position in a list only where nothing else is left, and then marked (the specification's §2.6).
 *
 * No rule says the value itself. Each is tried on the answer it was made from, and on the same answer of a
 * second session where there is one.
 */
import { extractionRules, type ExtractionRule } from '../../extraction/extractionRules';
import { valueAtSteps } from '../../extraction/responsePart';
import { isArray, type JsonValue } from '../../json/json';
import { memberPath } from '../../language/memberPath';
import type { ParsedResponse } from '../read/parsedResponse';
import { goesByChanging } from './volatileText';
import { isAddressPart, type InnerPlace, type Leaf, type ResponsePlace } from '../read/responseValue';
import { addressRules, escapeRegex, textRules } from './textRules';
import { valueBits } from '../read/valueEntropy';
import { xmlRules } from './xmlRules';

/** A rule, and whether it holds when lists change. */
export interface StableRule {
  readonly rule: ExtractionRule;
  readonly isStable: boolean;
}

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
}

/** The rule for a value of a response; absent when none takes exactly that value, here and again. */
export function stableRule(
  leaf: Leaf,
  reading: ParsedResponse,
  { isForNext, second }: RuleGrounds,
): StableRule | undefined {
  const last = isForNext ? lastItemRule(leaf, reading) : undefined;
  const rules = [...(last === undefined ? [] : [last]), ...rulesFor(leaf, reading)];
  if (second === undefined) {
    return rules[0];
  }
  const holding = rules.find(({ rule }) => second.values.includes(second.reading.valueOf(rule) ?? ''));
  if (holding?.isStable === true || leaf.lists === 0) {
    return holding;
  }
  // Of a list another item may have been picked: that speaks against no rule, and one position for both is luck
  // where the item that is told by a neighbour is in both lists.
  const told = rules.find(({ rule, isStable }) => isStable && second.reading.valueOf(rule) !== undefined);
  return told ?? holding ?? rules[0];
}

/** Rules that take the leaf's value, best first. */
function rulesFor(leaf: Leaf, reading: ParsedResponse): readonly StableRule[] {
  return leaf.inner === undefined ? outerRules(leaf, reading) : innerRules(leaf, leaf.inner, reading);
}

/** The rules for the text that carries the value, each with the way into it. */
function innerRules(leaf: Leaf, { as, steps }: InnerPlace, reading: ParsedResponse): readonly StableRule[] {
  const decode = { as, ...(steps.length === 0 ? {} : { path: memberPath(steps) }) };
  const isFixed = !steps.some((step) => typeof step === 'number');
  return outerRules({ ...leaf, value: leaf.whole }, reading)
    .map(({ rule, isStable }) => ({ rule: { ...rule, decode }, isStable: isStable && isFixed }))
    .filter(({ rule }) => reading.valueOf(rule) === leaf.value);
}

/** Rules for a value that stands in the answer as it is. */
function outerRules(leaf: Leaf, reading: ParsedResponse): readonly StableRule[] {
  const { place } = leaf;
  switch (place.source) {
    case 'body':
      if (isAddressPart(leaf)) {
        return addressRules({ from: 'body' }, '"', leaf, reading);
      }
      return leaf.value === leaf.whole
        ? memberRules(place.steps, leaf.value, reading)
        : textRules({ from: 'body' }, memberPartPattern(place.steps, leaf), leaf, reading);
    case 'html':
      return isAddressPart(leaf)
        ? addressRules({ from: 'body' }, `${place.attribute}="`, leaf, reading)
        : fieldRules(place, leaf, reading);
    case 'xml':
      return (reading.xml === undefined ? [] : xmlRules(place.path, leaf, reading.xml)).filter(
        ({ rule }) => reading.valueOf(rule) === leaf.value,
      );
    case 'header':
      return headerRules(leaf, place.name, reading);
    case 'cookie':
      return cookieRules(leaf, place.name, reading);
  }
}

function memberRules(
  steps: readonly (string | number)[],
  value: string,
  reading: ParsedResponse,
): readonly StableRule[] {
  if (!steps.some((step) => typeof step === 'number')) {
    const select = { kind: 'path', path: memberPath(steps) } as const;
    return [{ rule: { from: 'body', select, all: false, optional: false }, isStable: true }];
  }
  const body = reading.json;
  if (body === undefined) {
    return [];
  }
  const isFixed = isOutsideLists(steps, body) || isHandedOut(steps, body);
  const [byPosition, ...conditions] = extractionRules(
    { from: 'body', steps },
    body,
    (path) => !goesByChanging(path),
  )
    .filter(({ all }) => !all)
    .map((rule) => ({ rule, isStable: true }));
  const positions = byPosition === undefined ? [] : [{ ...byPosition, isStable: isFixed }];
  return (isFixed ? [...positions, ...conditions] : [...conditions, ...positions]).filter(
    ({ rule }) => reading.valueOf(rule) === value,
  );
}

/** The rule for a member of a list's last item, after which the next page begins; absent for others. */
function lastItemRule({ place, value }: Leaf, reading: ParsedResponse): StableRule | undefined {
  const at = place.source === 'body' ? place.steps.findLastIndex((step) => typeof step === 'number') : -1;
  const body = reading.json;
  if (place.source !== 'body' || at === -1 || body === undefined) {
    return undefined;
  }
  const list = valueAtSteps(body, place.steps.slice(0, at));
  const isLast = list !== undefined && isArray(list) && place.steps[at] === list.length - 1;
  const path = memberPath(place.steps.with(at, -1));
  const rule: ExtractionRule = { from: 'body', select: { kind: 'path', path }, all: false, optional: false };
  return isLast && reading.valueOf(rule) === value ? { rule, isStable: true } : undefined;
}

/** A member's text after what stands before the value: `"authorization"\s*:\s*"Bearer ([^"]+)"`. */
function memberPartPattern(steps: readonly (string | number)[], { whole, value }: Leaf): string {
  const name = steps.findLast((step) => typeof step === 'string') ?? '';
  const before = whole.slice(0, whole.length - value.length);
  return `${escapeRegex(JSON.stringify(name))}\\s*:\\s*"${escapeRegex(before)}([^"]+)"`;
}

/** Whether a value is in no list, or only in lists of one item. */
function isOutsideLists(steps: readonly (string | number)[], body: JsonValue): boolean {
  return steps.every((step, index) => {
    const list = typeof step === 'number' ? valueAtSteps(body, steps.slice(0, index)) : undefined;
    return list === undefined || (isArray(list) && list.length === 1);
  });
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

/** A field of the page; where several forms have it with one value, the first one in the document. */
function fieldRules(
  { css, attribute, name }: Extract<ResponsePlace, { readonly source: 'html' }>,
  leaf: Leaf,
  reading: ParsedResponse,
): readonly StableRule[] {
  const rule: ExtractionRule = {
    from: 'body',
    select: { kind: 'css', css, attribute },
    all: false,
    optional: false,
  };
  if (css !== '' && reading.valueOf(rule) === leaf.value) {
    return [{ rule, isStable: true }];
  }
  const written = `name="${escapeRegex(name)}"[^>]*\\s${attribute}="([^"]+)"`;
  return textRules({ from: 'body' }, written, leaf, reading);
}

/** A cookie as it is; or without its quotes, or with its percent signs decoded, as scripts send it back in a header. */
function cookieRules(leaf: Leaf, name: string, reading: ParsedResponse): readonly StableRule[] {
  const whole: ExtractionRule = { from: 'cookie', name, all: false, optional: false };
  const unquoted: ExtractionRule = { ...whole, select: { kind: 'regex', regex: '^"(.*)"$' } };
  const decode = { as: 'percent' } as const;
  return [whole, { ...whole, decode }, unquoted, { ...unquoted, decode }]
    .filter((rule) => reading.valueOf(rule) === leaf.value)
    .map((rule) => ({ rule, isStable: true }));
}

function headerRules(leaf: Leaf, name: string, reading: ParsedResponse): readonly StableRule[] {
  const whole: ExtractionRule = { from: 'header', name, all: false, optional: false };
  const line = reading.valueOf(whole);
  if (line === undefined) {
    return [];
  }
  if (isAddressPart(leaf)) {
    return addressRules({ from: 'header', name }, '', leaf, reading);
  }
  // A tag that is sent back with its quotes is taken with them.
  return line === leaf.value
    ? [{ rule: whole, isStable: true }]
    : textRules({ from: 'header', name }, '"([^"]+)"', leaf, reading);
}
