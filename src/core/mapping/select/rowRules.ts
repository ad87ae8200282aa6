/**
 * Rules for a link or a field that a page has in each row of a list: the one in the row with a text, as a person finds
 * it. The text is one that no other row has, and neither the value itself nor something that changes.
 */
import { isIdentifyingText, type ExtractionRule } from '../../extraction/extractionRules';
import type { PageElement } from '../../markup/html';
import { compileRegex } from '../../regex';
import { BudgetExceededError } from '../../workBudget';
import { unescapeMarkup } from '../read/htmlValues';
import type { ParsedResponse } from '../read/parsedResponse';
import { decoded } from '../read/urlValue';
import { valueBits } from '../read/valueEntropy';
import { fewOf, type StableRule } from './stableRule';
import { wordsPattern } from './textRules';
import { goesByChanging, goesByValue } from './volatileText';

/** A long page takes a while for each rule that is tried. */
const MAX_RULES = 1;
const MAX_TEXTS = 20;
/** Texts that say less are marks and buttons. */
const MIN_BITS = 9;
/** Of these a person chooses one, so its position says nothing. */
const CHOICE = /\stype=["']?(?:radio|checkbox)\b/i;
/** Rows before one that is taken by its position; each is written out when the rule is compiled. */
const MAX_POSITION = 30;

/** What is known of the row. */
export interface RowGrounds {
  /** Whether the page that the row leads to says a text as well. */
  readonly isShown: (text: string) => boolean;
  /** Whether its position may be used when no text identifies it. */
  readonly mayCount: boolean;
  /** Whether the tag may be the one that begins there; every one by default. */
  readonly isAt?: (start: number) => boolean;
}

/**
 * Rules for the value that a pattern takes in a tag, or in the text after it; decoded, where it is written with percent signs.
 *
 * @param pattern of a tag, with the text after it up to the next one; its group is the value
 */
export function rowRules(
  pattern: string,
  value: string,
  reading: ParsedResponse,
  { isShown, mayCount, isAt = () => true }: RowGrounds,
): readonly StableRule[] {
  const { page } = reading;
  const written = page === undefined ? [] : tagsWith(page, pattern);
  const decode = written.some((tag) => tag.value === value) ? undefined : ({ as: 'percent' } as const);
  const tags = decode === undefined ? written : written.map((tag) => ({ ...tag, value: decoded(tag.value) }));
  const places = tags.flatMap((tag, index) =>
    tag.value === value && isAt(tag.element.start) ? [{ ...tag, index }] : [],
  );
  const [first] = places;
  if (page === undefined || first === undefined) {
    return [];
  }
  const others = tags.filter((tag) => tag.value !== value || !isAt(tag.element.start));
  const rules = places.flatMap(({ element, around }) => {
    const row = around.find((outer) => !others.some((other) => isInside(other.element, outer))) ?? element;
    return textsOf(row)
      .filter(({ text }) => mayIdentify(text, value) && isOnlyIn(reading.answer.text, text, row))
      .toSorted((one, other) => Number(isShown(other.text)) - Number(isShown(one.text)))
      .slice(0, MAX_TEXTS)
      .map((found) => rowPattern(found, pattern, found.start < element.start));
  });
  const named = places.flatMap(({ element: { texts } }) =>
    texts.slice(0, 1).flatMap(({ text }) => (mayIdentify(text, value) ? [namedPattern(text, pattern)] : [])),
  );
  const stable = [...new Set([...rules, ...named])].map((regex) => ruleOf(regex, true, decode));
  const counted =
    mayCount && first.index < MAX_POSITION && !CHOICE.test(first.element.openTag)
      ? [ruleOf(`(?s)^(?:.*?${pattern}){${first.index + 1}}`, false, decode)]
      : [];
  return fewOf([...stable, ...counted], MAX_RULES, (one) =>
    reading.valueOf(one.rule) === value ? one : undefined,
  );
}

function ruleOf(regex: string, isStable: boolean, decode: ExtractionRule['decode']): StableRule {
  const decoding = decode === undefined ? {} : { decode };
  return {
    rule: { from: 'body', select: { kind: 'regex', regex }, ...decoding, all: false, optional: false },
    isStable,
    isPick: true,
  };
}

/** The first tag after a text, or the last one before it. */
function rowPattern({ text, isAttribute }: RowText, pattern: string, isBefore: boolean): string {
  const written = wordsPattern(text);
  const words = isAttribute ? `="${written}"` : `>\\s*${written}\\s*<`;
  return isBefore ? `(?s)^.*?${words}.*?${pattern}` : `(?s)^.*${pattern}.*?${words}`;
}

/** The first tag with a text of its own, which the page may have in other places as well. */
function namedPattern(text: string, pattern: string): string {
  return `(?s)^.*?${pattern}[^<>]*>\\s*${wordsPattern(text)}\\s*<`;
}

/** A tag, what the pattern takes there, and the elements around it, outermost first. */
interface FoundTag {
  readonly element: PageElement;
  readonly value: string;
  readonly around: readonly PageElement[];
}

function tagsWith(page: PageElement, pattern: string): readonly FoundTag[] {
  const compiled = compileRegex(pattern);
  const found: FoundTag[] = [];
  const walk = (element: PageElement, around: readonly PageElement[]): void => {
    const inside = [...around, element];
    const [text] = element.texts;
    const written = text === undefined ? element.openTag : `${element.openTag}${text.text}<`;
    const [value] = compiled.ok ? compiled.regex.findAll(written) : [];
    if (value !== undefined) {
      found.push({ element, value, around: inside });
    }
    element.children.forEach((child) => {
      walk(child, inside);
    });
  };
  try {
    walk(page, []);
  } catch (error) {
    if (!(error instanceof BudgetExceededError)) {
      throw error;
    }
    return [];
  }
  return found;
}

function isInside(inner: PageElement, outer: PageElement): boolean {
  return inner.start >= outer.start && inner.start < outer.end;
}

/** A text of a row as it is written in the page. */
interface RowText {
  readonly start: number;
  readonly text: string;
  readonly isAttribute: boolean;
}

/** What a person reads in an element: its texts, what fields contain, and what images are called. */
function textsOf(element: PageElement): readonly RowText[] {
  const [, said] = READABLE.exec(element.openTag) ?? [];
  return [
    ...(said === undefined ? [] : [{ start: element.start, text: said, isAttribute: true }]),
    ...element.texts.map(({ start, text }) => ({ start, text, isAttribute: false })),
    ...element.children.flatMap(textsOf),
  ].toSorted((one, other) => one.start - other.start);
}

const READABLE = /\s(?:value|alt|title|aria-label)="([^"]+)"/i;

/** Whether a text may be the name of a row. */
export function mayIdentify(text: string, value: string): boolean {
  const plain = unescapeMarkup(text);
  const literal = `'${plain.replace(/['\\]/g, ' ')}'`;
  return (
    isIdentifyingText(plain) &&
    valueBits(plain) >= MIN_BITS &&
    !goesByChanging(literal) &&
    !goesByValue(literal, value)
  );
}

/** Whether a page has a text only in one element. */
function isOnlyIn(page: string, text: string, { start, end }: PageElement): boolean {
  const at = page.indexOf(text);
  return at >= start && page.lastIndexOf(text) < end;
}
