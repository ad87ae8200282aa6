/**
 * Extraction: the value a rule takes from a response, with its type, or one sentence why there is none.
 *
 * A rule takes exactly one value. None is a failure unless the rule is optional, several are one unless it
 * asks for all: the next request would go out with a value nobody chose.
 */
import { decodedJson, decodedWhole } from './decode';
import { describeExtraction, describeSelector } from './describeExtraction';
import type { JsonValue } from '../json/json';
import { explainMiss, selectPath } from '../json/jsonPath';
import { areTooLong, TOO_LARGE } from '../json/selectionSize';
import { asSentence, joinMessages, part, phrase, type Message } from '../message';
import type { Decoding, Extraction, Selector } from '../model';
import type { CookieJar } from '../ports';
import { compileRegex } from '../regex';
import type { JsonReading, ResponseView } from './responseView';
import type { MarkupSelection } from '../markup/markup';
import { BudgetExceededError, NeedsFullEffortError, type Effort } from '../workBudget';

/** What a rule gave; `message` is one whole sentence. Absent is a failure that the rule allows. */
export type ExtractionOutcome =
  | { readonly kind: 'found'; readonly value: JsonValue }
  | { readonly kind: 'absent' | 'failed'; readonly message: Message };

/** Searches a text for what a selector of markup selects. */
export type MarkupSearch = (text: string) => MarkupSelection;

/** What a rule is applied with. */
export interface ExtractionTools {
  /** Where cookies of redirects and earlier requests are, for one that this response does not set. */
  readonly cookies?: Pick<CookieJar, 'get'>;
  readonly effort: Effort;
  /** That of the rule's selector; a rule that needs it and has none needs full effort. */
  readonly search?: MarkupSearch | undefined;
}

/** The search of a selector of markup; the others need none. */
export async function loadSearch(select: Selector | undefined): Promise<MarkupSearch | undefined> {
  // Loaded at first use: few chains read HTML or XML, and the parsers are large.
  switch (select?.kind) {
    case 'css': {
      const { selectCss } = await import('../markup/html');
      return (text) => selectCss(text, select.css, select.attribute);
    }
    case 'xpath': {
      const { selectXPath } = await import('../markup/xml');
      return (text) => selectXPath(text, select.xpath);
    }
    default:
      return undefined;
  }
}

/** Applies a rule. Throws NeedsFullEffortError when quick work does not do. */
export function extractNow(
  extraction: Extraction,
  view: ResponseView,
  { cookies, ...tools }: ExtractionTools,
): ExtractionOutcome {
  const found = matchesOf(sourceOf(extraction, view, cookies), extraction.select, tools);
  const { decode, ...rule } = extraction;
  const matches = decode === undefined ? found : decodeMatches(found, { decode, rule }, tools.effort);
  if (!matches.ok) {
    return {
      kind: matches.mayBeAbsent && extraction.optional ? 'absent' : 'failed',
      message: matches.message,
    };
  }
  return decide(extraction, matches.values);
}

/** What a rule is applied to. */
interface Source {
  /** Goes into a sentence: `the header \`ETag\``. */
  readonly noun: string;
  /** One text each occurrence, in order. */
  readonly texts: readonly string[];
  /** What a rule without selector takes. */
  readonly whole: readonly JsonValue[];
  /** Says that there are no texts. */
  readonly nothing: Message;
  readonly asJson: (text: string) => JsonReading;
}

/** What a selector found, never nothing, or why nothing. */
type Matches =
  | { readonly ok: true; readonly values: readonly JsonValue[] }
  | { readonly ok: false; readonly message: Message; readonly mayBeAbsent: boolean };

function sourceOf(
  { from, name = '' }: Extraction,
  view: ResponseView,
  cookies?: Pick<CookieJar, 'get'>,
): Source {
  switch (from) {
    case 'body': {
      const texts = view.response.body.length === 0 ? [] : [view.text];
      return { ...textSource('the body', texts, phrase`The body is empty.`), asJson: () => view.json };
    }
    case 'header':
      return textSource(
        `the header \`${name}\``,
        view.header(name),
        phrase`The header \`${name}\` is not in the response.`,
      );
    case 'cookie': {
      const value = view.cookie(name) ?? cookies?.get(view.url, name);
      return textSource(
        `the cookie \`${name}\``,
        value === undefined ? [] : [value],
        missingCookie(name, view),
      );
    }
    case 'status':
      return { ...textSource('the status', [String(view.status)]), whole: [view.status] };
    case 'url':
      return textSource('the URL', [view.url]);
  }
}

function textSource(noun: string, texts: readonly string[], nothing = phrase``): Source {
  return { noun, texts, whole: texts, nothing, asJson: (text) => decodedJson(text, 'json') };
}

/** Cookies that are named, and UTF-16 code units of their names that are shown. */
const MAX_COOKIES = 8;
const MAX_COOKIE_NAME = 40;

function missingCookie(name: string, { cookieNames }: ResponseView): Message {
  const names = cookieNames.slice(0, MAX_COOKIES).map((one) => phrase`\`${part(one, MAX_COOKIE_NAME)}\``);
  return names.length === 0
    ? phrase`The cookie \`${name}\` is not set by the response.`
    : phrase`The cookie \`${name}\` is not set by the response, which sets ${joinMessages(names, ', ')}.`;
}

function matchesOf(
  source: Source,
  select: Selector | undefined,
  { effort, search }: Omit<ExtractionTools, 'cookies'>,
): Matches {
  if (source.texts.length === 0) {
    return absent(source.nothing);
  }
  switch (select?.kind) {
    case undefined:
      return { ok: true, values: source.whole };
    case 'path':
      return selectByPath(source, select.path, effort);
    case 'regex':
      return selectByRegex(source, select.regex, effort);
    case 'css':
    case 'xpath':
      if (search === undefined) {
        throw new NeedsFullEffortError();
      }
      return selectMarkup(source, select, search);
  }
}

function selectByPath(
  { noun, texts, asJson }: Pick<Source, 'noun' | 'texts' | 'asJson'>,
  path: string,
  effort: Effort,
): Matches {
  const found: (readonly JsonValue[])[] = [];
  for (const text of texts) {
    const reading = asJson(text);
    if (!reading.ok) {
      const why = phrase`${noun} ${reading.reason}`;
      return absent(phrase`\`${path}\` needs JSON, and ${why}.`);
    }
    const selection = selectPath(path, reading.value, effort);
    if (!selection.ok) {
      return failed(selection.message);
    }
    if (selection.values.length === 0) {
      const why = explainMiss(path, reading.value, noun, effort);
      return absent(asSentence(phrase`\`${path}\` matched nothing: ${why}`));
    }
    found.push(selection.values);
  }
  return { ok: true, values: found.flat() };
}

function selectByRegex({ noun, texts }: Source, pattern: string, effort: Effort): Matches {
  const compiled = compileRegex(pattern);
  if (!compiled.ok) {
    return failed(compiled.message);
  }
  try {
    const values = texts.flatMap((text) => compiled.regex.findAll(text, effort));
    return values.length === 0
      ? absent(phrase`/${pattern}/ matched nothing in ${noun}.`)
      : { ok: true, values };
  } catch (error) {
    if (error instanceof BudgetExceededError) {
      return failed(phrase`/${pattern}/ was given up: ${error.message}.`);
    }
    throw error;
  }
}

function selectMarkup({ noun, texts }: Source, select: Selector, find: MarkupSearch): Matches {
  const found: (readonly string[])[] = [];
  for (const text of texts) {
    const selection = find(text);
    if (!selection.ok) {
      return failed(phrase`${selection.message}`);
    }
    found.push(selection.values);
  }
  const values = found.flat();
  if (areTooLong(values)) {
    return failed(phrase`${describeSelector(select)} ${TOO_LARGE}.`);
  }
  return values.length === 0
    ? absent(phrase`${describeSelector(select)} matched nothing in ${noun}.`)
    : { ok: true, values };
}

/** Decodes the texts that were found. */
function decodeMatches(
  found: Matches,
  {
    decode: { as, path },
    rule,
  }: { readonly decode: Decoding; readonly rule: Pick<Extraction, 'from' | 'name' | 'select'> },
  effort: Effort,
): Matches {
  if (!found.ok) {
    return found;
  }
  const texts = found.values.filter((value) => typeof value === 'string');
  if (texts.length < found.values.length) {
    return failed(phrase`Only a text can be decoded, and ${describeExtraction(rule)} is none.`);
  }
  const noun = `the text of ${describeExtraction(rule)}`;
  if (path !== undefined) {
    return selectByPath({ noun, texts, asJson: (text) => decodedJson(text, as) }, path, effort);
  }
  const values: JsonValue[] = [];
  for (const text of texts) {
    const reading = decodedWhole(text, as);
    if (!reading.ok) {
      const why = phrase`${noun} ${reading.reason}`;
      return absent(phrase`Nothing was decoded: ${why}.`);
    }
    values.push(reading.value);
  }
  return { ok: true, values };
}

function decide(extraction: Extraction, values: readonly JsonValue[]): ExtractionOutcome {
  const [first] = values;
  if (extraction.all) {
    return { kind: 'found', value: values };
  }
  if (first !== undefined && values.length === 1) {
    return { kind: 'found', value: first };
  }
  return {
    kind: 'failed',
    message: phrase`${describeExtraction(extraction)} matched ${values.length} values: make it match one, or take them all as a list with "all": true.`,
  };
}

function absent(message: Message): Matches {
  return { ok: false, message, mayBeAbsent: true };
}

function failed(message: Message): Matches {
  return { ok: false, message, mayBeAbsent: false };
}
