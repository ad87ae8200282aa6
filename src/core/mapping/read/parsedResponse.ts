/**
 * An answer that is read several times: its JSON and the values of its page are read once, when somebody asks.
 *
 * Rules are tried here without the work of a run. Those that Auto Mapping makes are a path of JSON, a field of
 * a page, an element of XML, a header, a cookie or a regular expression.
 */
import { setCookiesOf } from '../../run/cookieLines';
import { decodedJson, decodedWhole } from '../../run/decode';
import type { ExtractionRule } from '../../extraction/extractionRules';
import type { JsonValue } from '../../json/json';
import { pageTree, type PageElement } from '../../markup/html';
import { selectPath } from '../../json/jsonPath';
import type { Decoding } from '../../model';
import { compileRegex } from '../../regex';
import { plainText } from '../../prepare/template';
import { BudgetExceededError } from '../../workBudget';
import type { PageValue } from './htmlValues';
import type { RecordedAnswer } from './recordedSession';
import { isPage, readPage } from './pageData';
import { readBody } from './readJson';
import { selectTexts } from './xmlPath';
import { isXml, readXml, type XmlDocument } from './xmlTree';

/** Texts longer than this are not searched; UTF-16 code units. */
const MAX_SEARCHED = 1_000_000;

/** An answer with what was read from it. */
export class ParsedResponse {
  #json: { readonly value: JsonValue | undefined } | undefined;
  #page: readonly PageValue[] | undefined;
  #tree: { readonly page: PageElement | undefined } | undefined;
  #xml: { readonly document: XmlDocument | undefined } | undefined;

  #inner:
    { readonly text: string; readonly as: Decoding['as']; readonly value: JsonValue | undefined } | undefined;

  constructor(readonly answer: RecordedAnswer) {}

  /** The body as JSON, or as a list of events; absent when it is neither. */
  get json(): JsonValue | undefined {
    this.#json ??= { value: readBody(this.answer) };
    return this.#json.value;
  }

  /** The body as a page; absent when it is none, or too large. */
  get page(): PageElement | undefined {
    this.#tree ??= { page: isPage(this.answer) ? pageTree(this.answer.text) : undefined };
    return this.#tree.page;
  }

  /** The body as XML; absent when it is not XML. */
  get xml(): XmlDocument | undefined {
    const { mediaType, text } = this.answer;
    this.#xml ??= { document: isXml(mediaType) ? readXml(text) : undefined };
    return this.#xml.document;
  }

  /**
   * The JSON that a text of the answer carries; absent when it carries none. Read again when the text differs from the
   * one before: several rules are tried on one text, which may be large.
   */
  jsonIn(text: string, as: Decoding['as']): JsonValue | undefined {
    if (this.#inner?.text !== text || this.#inner.as !== as) {
      const reading = decodedJson(text, as);
      this.#inner = { text, as, value: reading.ok ? reading.value : undefined };
    }
    return this.#inner.value;
  }

  /** Whether the body's JSON contains this string as a value: `"name": "calendar-words"`. */
  says(text: string): boolean {
    const written = JSON.stringify(text);
    const at = this.answer.text.indexOf(written);
    return at !== -1 && !/^\s*:/.test(this.answer.text.slice(at + written.length));
  }

  /** All that a rule takes, as texts; none where it cannot be followed. */
  valuesOf(rule: ExtractionRule): readonly string[] {
    const { decode } = rule;
    const found = this.#foundBy(rule);
    return decode === undefined ? found : found.flatMap((text) => this.#decodedValues(text, decode));
  }

  #foundBy(rule: ExtractionRule): readonly string[] {
    switch (rule.select?.kind) {
      case undefined:
        return this.#textsOf(rule);
      case 'path': {
        const selection = this.json === undefined ? undefined : selectPath(rule.select.path, this.json);
        return selection?.ok === true ? selection.values.map(plainText) : [];
      }
      case 'regex': {
        const { regex } = rule.select;
        return this.#textsOf(rule).flatMap((text) => findAll(regex, text));
      }
      case 'css':
        return this.#fieldsOf(rule.select.css, rule.select.attribute);
      case 'xpath':
        return this.xml === undefined ? [] : selectTexts(this.xml, rule.select.xpath);
    }
  }

  /** The one value that a rule takes; absent where it takes none or several, which a run refuses. */
  valueOf(rule: ExtractionRule): string | undefined {
    const [value, ...others] = this.valuesOf(rule);
    return others.length === 0 ? value : undefined;
  }

  #textsOf({ from, name = '' }: ExtractionRule): readonly string[] {
    const { headers, text } = this.answer;
    switch (from) {
      case 'header':
        return headers.flatMap((line) =>
          line.name.toLowerCase() === name.toLowerCase() ? [line.value] : [],
        );
      case 'cookie':
        // Of one that is set twice the last one counts.
        return setCookiesOf(headers)
          .filter((cookie) => cookie.name === name)
          .slice(-1)
          .map(({ value }) => value);
      default:
        return [text];
    }
  }

  #fieldsOf(css: string, attribute: string | undefined): readonly string[] {
    this.#page ??= readPage(this.answer.text);
    return this.#page.flatMap((field) =>
      field.css === css && field.attribute === attribute ? [field.value] : [],
    );
  }

  #decodedValues(text: string, { as, path }: Decoding): readonly string[] {
    if (path === undefined) {
      const whole = decodedWhole(text, as);
      return whole.ok ? [plainText(whole.value)] : [];
    }
    const json = this.jsonIn(text, as);
    const selection = json === undefined ? undefined : selectPath(path, json);
    return selection?.ok === true ? selection.values.map(plainText) : [];
  }
}

/** The answer read last: suggestions come in the order of their producers, and bodies may be large. */
export class LatestResponse {
  #latest: ParsedResponse | undefined;

  /** The parsed answer, parsed again when it differs from the one before. */
  of(answer: RecordedAnswer): ParsedResponse {
    this.#latest = this.#latest?.answer === answer ? this.#latest : new ParsedResponse(answer);
    return this.#latest;
  }
}

function findAll(pattern: string, text: string): readonly string[] {
  const compiled = compileRegex(pattern);
  if (!compiled.ok || text.length > MAX_SEARCHED) {
    return [];
  }
  try {
    return compiled.regex.findAll(text);
  } catch (error) {
    if (error instanceof BudgetExceededError) {
      return [];
    }
    throw error;
  }
}
