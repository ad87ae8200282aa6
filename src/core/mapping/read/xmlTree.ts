/**
 * XML as a tree, read in one pass: elements and their texts, with their ranges, so that one can be replaced.
 *
 * What mapping needs of a document is little, and it may have to read thousands. What is not read at all is what a
 * search by XPath refuses, too.
 */
import { refuseXml } from '../../markup/refuseXml';
import { unescapeMarkup } from './htmlValues';

/** A text of a document. */
interface XmlText {
  /** Without character references and comments. */
  readonly value: string;
  /** UTF-16 code units of the document; `end` exclusive. */
  readonly start: number;
  readonly end: number;
}

/** An element. */
export interface XmlElement {
  /** As written, with its prefix. */
  readonly name: string;
  /** From its first tag to the end of its last one, in UTF-16 code units; `end` exclusive. */
  readonly start: number;
  readonly end: number;
  /** Name of its namespace; absent when none is declared for it. */
  readonly namespace: string | undefined;
  /** By name, declarations of namespaces left out. */
  readonly attributes: ReadonlyMap<string, XmlText>;
  readonly children: readonly XmlElement[];
  /** What it holds; absent when that is elements. */
  readonly text?: XmlText;
}

/** A document, as an element without a name that holds its root. */
export interface XmlDocument extends XmlElement {
  /** Namespaces by prefix: of one that is declared again the first, as a search by XPath takes it. */
  readonly prefixes: ReadonlyMap<string, string>;
}

/** A step to an element or, with `@` before its name, to an attribute. */
export interface XmlStep {
  readonly name: string;
  /** From 1, among its siblings of this name; absent when there are no others. */
  readonly position?: number;
}

/** A text that is not only whitespace, and the path to it. */
export interface XmlValue {
  readonly path: readonly XmlStep[];
  readonly text: XmlText;
}

/** Whether a media type is that of XML data; pages and pictures are other things. */
export function isXml(mediaType: string): boolean {
  return /^(?:application|text)\/(?:(?!xhtml)[\w.-]+\+)?xml$/.test(mediaType);
}

/** The prefix of a name; empty when it has none. */
export function prefixOf(name: string): string {
  return name.includes(':') ? name.slice(0, name.indexOf(':')) : '';
}

/** What a text is called without the prefix of its namespace. */
export function localName(name: string): string {
  return name.replace(/^(@?).*:/, '$1');
}

/** What the elements of a path, and an attribute at its end, are called. */
export function elementNames(path: readonly XmlStep[]): readonly string[] {
  return path.map(({ name }) => localName(name).replace('@', ''));
}

const MARKUP =
  /<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|<![^>]*>|<(\/?)([^\s<>/!?"'=]+)((?:[^<>"'/]|"[^"<]*"|'[^'<]*'|\/(?!>))*)(\/?)>/gs;
const ATTRIBUTE = /(?<!\S)([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const DECLARATION = /^xmlns(?::|$)/;

const NONE: ReadonlyMap<string, XmlText> = new Map();

interface OpenElement extends XmlElement {
  readonly children: OpenElement[];
  /** Where its content begins. */
  readonly content: number;
  end: number;
  text?: XmlText;
  readonly scope: Scope;
}

/** Namespaces by prefix that an element declares, and those around it. */
interface Scope {
  readonly declared: ReadonlyMap<string, string>;
  readonly around?: Scope;
}

interface Reading {
  readonly xml: string;
  readonly open: OpenElement[];
  readonly prefixes: Map<string, string>;
}

/** The document; absent when the text is not XML, or a kind that is not supported. */
export function readXml(xml: string): XmlDocument | undefined {
  if (!/^\s*</.test(xml) || refuseXml(xml) !== undefined) {
    return undefined;
  }
  const scope: Scope = { declared: new Map() };
  const place = { start: 0, content: 0, end: xml.length };
  const document = { name: '', namespace: undefined, attributes: NONE, children: [], scope, ...place };
  const reading: Reading = { xml, open: [document], prefixes: new Map() };
  for (const tag of xml.matchAll(MARKUP)) {
    if (!readTag(tag, reading)) {
      return undefined;
    }
  }
  const isWhole = reading.open.length === 1 && document.children.length === 1;
  return isWhole ? { ...document, prefixes: reading.prefixes } : undefined;
}

/** Opens or closes an element; false when it closes another one than was opened. */
function readTag(
  { 0: tag, 1: slash, 2: name, 3: written = '', 4: isEmpty, index }: RegExpExecArray,
  { xml, open, prefixes }: Reading,
): boolean {
  if (name === undefined) {
    return true;
  }
  if (slash === '/') {
    const closed = open.pop();
    if (closed !== undefined) {
      hold(closed, xml, index);
      closed.end = index + tag.length;
    }
    return closed?.name === name;
  }
  const attributes = attributesOf(written, index + 1 + name.length);
  const scope = scopeOf(attributes, open.at(-1)?.scope);
  for (const [prefix, namespace] of scope.declared) {
    prefixes.set(prefix, prefixes.get(prefix) ?? namespace);
  }
  const content = index + tag.length;
  const element: OpenElement = {
    name,
    namespace: namespaceIn(scope, prefixOf(name)),
    attributes: new Map([...attributes].filter(([attribute]) => !DECLARATION.test(attribute))),
    children: [],
    scope,
    start: index,
    content,
    end: content,
  };
  open.at(-1)?.children.push(element);
  open.push(...(isEmpty === '/' ? [] : [element]));
  return true;
}

function scopeOf(attributes: ReadonlyMap<string, XmlText>, around: Scope = { declared: new Map() }): Scope {
  const declared = [...attributes].filter(([name]) => DECLARATION.test(name));
  return declared.length === 0
    ? around
    : {
        declared: new Map(declared.map(([name, { value }]) => [name.slice('xmlns:'.length), value])),
        around,
      };
}

/** Elements are nested a few hundred deep at most. */
function namespaceIn(scope: Scope | undefined, prefix: string): string | undefined {
  let within = scope;
  while (within !== undefined && !within.declared.has(prefix)) {
    within = within.around;
  }
  return within?.declared.get(prefix);
}

function hold(element: OpenElement, xml: string, end: number): void {
  if (element.children.length === 0) {
    element.text = { value: plainContent(xml.slice(element.content, end)), start: element.content, end };
  }
}

function plainContent(content: string): string {
  // Lines end in one way (XML 1.0 §2.11).
  const lines = content.replace(/\r\n?/g, '\n');
  return lines.includes('<')
    ? lines.replace(/<!--.*?-->|<\?.*?\?>|<!\[CDATA\[(.*?)\]\]>|[^<]+/gs, (piece: string, data?: string) =>
        piece.startsWith('<') ? (data ?? '') : unescapeMarkup(piece),
      )
    : unescapeMarkup(lines);
}

function attributesOf(written: string, offset: number): ReadonlyMap<string, XmlText> {
  if (!written.includes('=')) {
    return NONE;
  }
  const attributes = new Map<string, XmlText>();
  for (const { 0: whole, 1: name = '', 2: double, 3: single, index } of written.matchAll(ATTRIBUTE)) {
    const raw = double ?? single ?? '';
    const end = offset + index + whole.length - 1;
    // All whitespace becomes spaces there (XML 1.0 §3.3.3).
    const value = unescapeMarkup(raw.replace(/\r\n|\s/g, ' '));
    attributes.set(name, { value, start: end - raw.length, end });
  }
  return attributes;
}

/** The texts in a document, in its order. */
export function xmlValues(document: XmlElement): readonly XmlValue[] {
  const found: XmlValue[] = [];
  const walk = ({ attributes, children, text }: XmlElement, path: readonly XmlStep[]): void => {
    for (const [name, attribute] of attributes) {
      found.push({ path: [...path, { name: `@${name}` }], text: attribute });
    }
    if (text !== undefined && text.value.trim() !== '') {
      found.push({ path, text });
    }
    const counts = new Map<string, number>();
    children.forEach(({ name }) => counts.set(name, (counts.get(name) ?? 0) + 1));
    const positions = new Map<string, number>();
    for (const child of children) {
      const position = (positions.get(child.name) ?? 0) + 1;
      positions.set(child.name, position);
      const isAlone = counts.get(child.name) === 1;
      walk(child, [...path, { name: child.name, ...(isAlone ? {} : { position }) }]);
    }
  };
  walk(document, []);
  return found;
}

/** The way to the text that begins at an offset; none where no text of an element or attribute does. */
export function pathTo(document: XmlElement, offset: number): readonly XmlStep[] {
  const path: XmlStep[] = [];
  for (let around = document; around.text?.start !== offset;) {
    const attribute = [...around.attributes].find(([, { start }]) => start === offset);
    if (attribute !== undefined) {
      return [...path, { name: `@${attribute[0]}` }];
    }
    const { children }: XmlElement = around;
    const child = children.find(({ start, end }) => start <= offset && offset < end);
    if (child === undefined) {
      return [];
    }
    const alike = children.filter(({ name }) => name === child.name);
    path.push({ name: child.name, ...(alike.length === 1 ? {} : { position: alike.indexOf(child) + 1 }) });
    around = child;
  }
  return path;
}
