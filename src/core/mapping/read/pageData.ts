/**
 * Values that a page carries for its own scripts: JSON in scripts and in attributes, and what scripts state.
 *
 * One linear pass, no tree: pages are strangers' and may be huge.
 */
import { idSelector, pageValues, quoted, unescapeMarkup, type PageValue } from './htmlValues';
import { rowValues } from './rowValues';
import { isJsonType } from '../../run/responseView';
import type { RecordedText } from './recordedSession';
import { isAddress } from './urlValue';
import { assignedJson, isCode, scriptValues, type AssignedJson } from './scriptValues';

const MAX_PAGE_LENGTH = 5 * 1024 * 1024;
const MAX_ELEMENTS = 50_000;

/** Whether an answer is a page, or a part of one that is said to be JSON, as scripts ask for it and put it into theirs. */
export function isPage({ mediaType, text }: RecordedText): boolean {
  return mediaType.includes('html') || (isJsonType(mediaType) && /^\s*<[a-z]/i.test(text));
}

/** The values of a page, what it has for its scripts last, or of a script; those of a page over 5 MiB are not read. */
export function readPage(html: string): readonly PageValue[] {
  if (isCode(html)) {
    return scriptValues(html);
  }
  return html.length > MAX_PAGE_LENGTH ? [] : [...pageValues(html), ...pageData(html), ...rowValues(html)];
}

function pageData(html: string): readonly PageValue[] {
  const elements = elementsOf(html);
  const counts = new Map<string, number>();
  for (const css of elements.flatMap(selectorsOf)) {
    counts.set(css, (counts.get(css) ?? 0) + 1);
  }
  const isAlone = (css: string): boolean => counts.get(css) === 1;
  return elements.flatMap((element) => [
    ...attributeData(element, isAlone),
    ...(element.kind === 'script' ? scriptData(element, isAlone) : []),
  ]);
}

/** A script, or a tag with attributes that scripts may read. */
interface Element {
  readonly kind: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Of a script: what it contains, as written. */
  readonly text: string;
}

/** A comment, the beginning of a tag or its end, an attribute in quotes that scripts read or that selects an element. */
const TOKEN =
  /<(!--)|<([a-z][\w-]*)|(>)|\s(id|type|props|formaction|(?:data|hx|x)-[\w:.-]*)\s*=\s*("[^"]*"|'[^']*')/gi;
const COMMENT_END = /-->/g;
const SCRIPT_END = /<\/script/gi;

function elementsOf(html: string): readonly Element[] {
  const elements: Element[] = [];
  const token = new RegExp(TOKEN);
  let kind: string | undefined;
  let attributes = new Map<string, string>();
  for (
    let found = token.exec(html);
    found !== null && elements.length < MAX_ELEMENTS;
    found = token.exec(html)
  ) {
    const [, comment, opened, closed, name = '', value = ''] = found;
    if (comment !== undefined) {
      token.lastIndex = endOf(html, token.lastIndex, COMMENT_END);
    } else if (opened !== undefined) {
      kind = opened.toLowerCase();
      attributes = new Map();
    } else if (closed === undefined) {
      if (kind !== undefined) {
        attributes.set(name.toLowerCase(), unescapeMarkup(value.slice(1, -1)).trim());
      }
    } else if (kind !== undefined) {
      const end = kind === 'script' ? endOf(html, token.lastIndex, SCRIPT_END) : token.lastIndex;
      const text = html.slice(token.lastIndex, end);
      token.lastIndex = end;
      if (kind === 'script' || attributes.size > 0) {
        elements.push({ kind, attributes, text });
      }
      kind = undefined;
    }
  }
  return elements;
}

/** Where the next end is from an index on; the end of the page where there is none. */
function endOf(html: string, from: number, end: RegExp): number {
  end.lastIndex = from;
  return end.exec(html)?.index ?? html.length;
}

function isJsonLike(text: string): boolean {
  return /^[[{]/.test(text);
}

/** What may select an element, best last: its attributes, its id; of a script its type and its id. */
function selectorsOf({ kind, attributes }: Element): readonly string[] {
  const own = [...attributes.keys()].map((name) => `[${name}]`);
  if (kind === 'script') {
    own.push(`script[type=${quoted(attributes.get('type') ?? '')}]`);
  }
  const id = idSelector(attributes);
  return id === '' ? own : [...own, kind + id];
}

/** JSON that can be selected, without the spaces around it, as its selector takes it; of other scripts what they state. */
function scriptData(element: Element, isAlone: (css: string) => boolean): readonly PageValue[] {
  const type = element.attributes.get('type') ?? '';
  const css = selectorsOf(element).findLast(isAlone);
  const text = element.text.trim();
  if (css !== undefined && /json/i.test(type) && isJsonLike(text)) {
    return [{ css, name: 'script', value: text }];
  }
  const assigned = assignedJson(text);
  const values = assigned.flatMap(({ name, before, text: value }): readonly PageValue[] => [
    { css: '', name, value, script: { before, quote: '', around: [] } },
    // A part of an address is cut out of the text as written.
    ...scriptValues(value).filter((one) => isAddress(one.value)),
  ]);
  return [...values, ...scriptValues(withoutParts(text, assigned))];
}

/** A text without the parts that were found in it, in their order. */
function withoutParts(text: string, parts: readonly AssignedJson[]): string {
  const ends = parts.map((part) => part.start + part.text.length);
  return [0, ...ends].map((end, index) => text.slice(end, parts[index]?.start)).join('');
}

/** JSON, addresses and words in attributes; only an element can be selected whose JSON is to be decoded. */
function attributeData(
  { kind, attributes }: Element,
  isAlone: (css: string) => boolean,
): readonly PageValue[] {
  return [...attributes].flatMap(([attribute, value]) => {
    const css = [`[${attribute}]`, kind + idSelector(attributes)].find(isAlone) ?? '';
    return /^(?:id|type)$/.test(attribute) || (css === '' && isJsonLike(value))
      ? []
      : [{ css, attribute, name: attribute.replace(/^data-/, ''), value }];
  });
}
