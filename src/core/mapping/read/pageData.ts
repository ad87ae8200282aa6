/**
 * Values that a page carries for its own scripts: JSON in scripts and in attributes, and what scripts state.
 *
 * One linear pass, no tree: pages are strangers' and may be huge.
 */
import { idSelector, pageValues, quoted, unescapeMarkup, type PageValue } from './htmlValues';
import { scriptValues } from './scriptValues';

const MAX_PAGE_LENGTH = 5 * 1024 * 1024;
const MAX_ELEMENTS = 50_000;

/** The values of a page, what it carries for its scripts last; those of a page over 5 MiB are not read. */
export function readPage(html: string): readonly PageValue[] {
  return html.length > MAX_PAGE_LENGTH ? [] : [...pageValues(html), ...pageData(html)];
}

function pageData(html: string): readonly PageValue[] {
  const elements = elementsOf(html);
  const selectors = new Selectors(elements);
  return elements.flatMap((element) => [
    ...scriptData(element, selectors),
    ...attributeData(element, selectors),
  ]);
}

/** A script, or a tag with attributes that scripts may read. */
interface Element {
  readonly kind: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Of a script: what it contains, as written. */
  readonly text: string;
}

/** A comment, the beginning of a tag or its end, an attribute in quotes. */
const TOKEN = /<(!--)|<([a-z][\w-]*)|(>)|\s([a-z][\w:.-]*)\s*=\s*("[^"]*"|'[^']*')/gi;
const COMMENT_END = /-->/g;
const SCRIPT_END = /<\/script/gi;

function elementsOf(html: string): readonly Element[] {
  const elements: Element[] = [];
  const token = new RegExp(TOKEN);
  let kind: string | undefined;
  let attributes = new Map<string, string>();
  for (let found = token.exec(html); found !== null; found = token.exec(html)) {
    const [, comment, opened, closed, name = '', value = ''] = found;
    if (comment !== undefined) {
      token.lastIndex = endOf(html, token.lastIndex, COMMENT_END);
    } else if (opened !== undefined) {
      kind = opened.toLowerCase();
      attributes = new Map();
    } else if (closed === undefined) {
      if (kind !== undefined && (kind === 'script' || READ.test(name))) {
        attributes.set(name.toLowerCase(), unescapeMarkup(value.slice(1, -1)));
      }
    } else if (kind !== undefined) {
      const end = kind === 'script' ? endOf(html, token.lastIndex, SCRIPT_END) : token.lastIndex;
      const text = html.slice(token.lastIndex, end);
      token.lastIndex = end;
      if (kind === 'script' || attributes.size > (attributes.has('id') ? 1 : 0)) {
        elements.push({ kind, attributes, text });
      }
      kind = undefined;
      if (elements.length >= MAX_ELEMENTS) {
        break;
      }
    }
  }
  return elements;
}

/** Where the next end is from an index on; the end of the page where there is none. */
function endOf(html: string, from: number, end: RegExp): number {
  end.lastIndex = from;
  return end.exec(html)?.index ?? html.length;
}

/** Attributes that scripts read. */
const READ = /^(?:id|props|(?:data|hx|x)-.*)$/i;

function isJsonLike(text: string): boolean {
  return /^\s*[[{]/.test(text);
}

/** CSS selectors of elements that no other element has. */
class Selectors {
  readonly #counts = new Map<string, number>();

  constructor(elements: readonly Element[]) {
    for (const element of elements) {
      for (const css of selectorsOf(element)) {
        this.#counts.set(css, (this.#counts.get(css) ?? 0) + 1);
      }
    }
  }

  /** The first of these that is the element's alone; empty where none is. */
  first(candidates: readonly string[]): string {
    return candidates.find((css) => css !== '' && this.#counts.get(css) === 1) ?? '';
  }
}

function selectorsOf({ kind, attributes }: Element): readonly string[] {
  const id = idSelector(attributes);
  const own = [...attributes].flatMap(([name, value]) =>
    kind !== 'script'
      ? [`[${name}]`]
      : LASTING.test(`${name}=${value}`)
        ? [`script[${name}=${quoted(value)}]`]
        : [],
  );
  return [...(id === '' ? [] : [kind + id]), ...own];
}

/** An attribute of a script that says what it is for. Numbers, and a `nonce`, are others next time. */
const LASTING = /^(?:type|data-[a-z-]+)=\D+$/;

/** JSON that can be selected, without the spaces around it, as its selector takes it; of other scripts what they state. */
function scriptData(element: Element, selectors: Selectors): readonly PageValue[] {
  const { kind, attributes, text } = element;
  const type = attributes.get('type') ?? '';
  if (kind !== 'script' || !CODE.test(type)) {
    return [];
  }
  const css = /json/i.test(type) && isJsonLike(text) ? selectors.first(selectorsOf(element)) : '';
  return css === ''
    ? scriptValues(text).map((found) => ({ css, ...found }))
    : [{ css, name: attributes.get('id') ?? 'script', value: text.trim() }];
}

/** Others are templates. */
const CODE = /^$|json|javascript|module/i;

function attributeData(element: Element, selectors: Selectors): readonly PageValue[] {
  const { kind, attributes } = element;
  return [...attributes].flatMap(([attribute, value]) => {
    const css = selectors.first([`[${attribute}]`, kind + idSelector(attributes)]);
    return kind === 'script' || css === '' || !isJsonLike(value)
      ? []
      : [{ css, attribute, name: attribute.replace(/^data-/, ''), value: value.trim() }];
  });
}
