/**
 * Values that a page hands to the next request: fields of forms, metas, and addresses of links.
 *
 * One linear pass over the tags, no tree: pages are strangers' and may be huge. Labels of buttons are no
 * values, they are the same on every page.
 */

import { defined } from '../../defined';
import type { ScriptPlace } from './scriptValues';

/** A value of a page. */
export interface PageValue {
  /** Selects the element; it does not say the value itself. Empty where nothing does. */
  readonly css: string;
  /** Absent for the text of the element. */
  readonly attribute?: string;
  /** Of an option that the page has not chosen: its text, by which a person chooses it. */
  readonly label?: string;
  /** Of one of several boxes or buttons that people tick, with a number that is more than a choice of two. */
  readonly isTickable?: true;
  /** In a form: the address that it is sent to, as written. */
  readonly action?: string;
  /** What the value is called: the field's name, the meta's, the attribute's for links, that in a script. */
  readonly name: string;
  /** Of a value that a script states: where there. */
  readonly script?: ScriptPlace;
  /** Of a value in a row of the page that is no field: where. */
  readonly row?: RowPlace;
  /** With character references decoded. */
  readonly value: string;
}

/** Where in the rows of a page a value is. */
export interface RowPlace {
  /** The row among those of the page. */
  readonly index: number;
  /** Where the element begins that has the value; UTF-16 code units. */
  readonly start: number;
  /** The element as a pattern whose group is the value. */
  readonly written: string;
}

const TAG = /<(input|option|select|meta|\/?form|a|link|textarea)\b([^>]{0,4000})>/gi;
const ATTRIBUTE = /([^\s=>"'/]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;
const MAX_TAGS = 50_000;
const BUTTONS = new Set(['submit', 'button', 'image', 'reset', 'file']);

/** The fields, metas and links of a page, in its order. */
export function pageValues(html: string): readonly PageValue[] {
  const tags = tagsOf(html);
  const counts = countFields(tags);
  const isAlone = (selector: string): boolean => counts.get(selector) === 1;
  let forms: readonly string[] = [];
  let sentTo: Pick<PageValue, 'action'> = {};
  let select = '';
  let options: Pick<Around, 'isCounted' | 'areSeveral'> = { isCounted: false, areSeveral: false };
  return tags.flatMap((tag, index): readonly PageValue[] => {
    if (tag.kind === 'form') {
      forms = formSelectors(tag.attributes);
      sentTo = defined({ action: tag.attributes.get('action') });
    } else if (tag.kind === '/form') {
      forms = [];
      sentTo = {};
    } else if (tag.kind === 'select') {
      select = tag.attributes.get('name') ?? '';
      options = readOptions(tags, index + 1);
    }
    const values = readTag(tag, { forms, select, ...options, isAlone });
    return values.map((value) => ({ ...value, ...sentTo }));
  });
}

interface Tag {
  readonly kind: string;
  /** Of an option and a field for longer texts: what it contains, as written. */
  readonly text: string;
  readonly attributes: ReadonlyMap<string, string>;
}

interface Around {
  /** Selectors of the form around, each with a space after it, best first; none when there is no form, or nothing of its own. */
  readonly forms: readonly string[];
  readonly select: string;
  /** The values of the select's options only count them. */
  readonly isCounted: boolean;
  /** The page has chosen several of the select's options. */
  readonly areSeveral: boolean;
  /** Whether a selector of a field selects but one. */
  readonly isAlone: (selector: string) => boolean;
}

function tagsOf(html: string): readonly Tag[] {
  const tags: Tag[] = [];
  for (const { 0: whole, 1: kind = '', 2: written = '', index } of html.matchAll(TAG)) {
    const attributes = new Map<string, string>();
    for (const [, name = '', double, single, bare] of written.matchAll(ATTRIBUTE)) {
      attributes.set(name.toLowerCase(), unescapeMarkup(double ?? single ?? bare ?? ''));
    }
    if (/(?:^|\s)selected(?:\s|=|$)/i.test(written)) {
      attributes.set('selected', '');
    }
    TEXT.lastIndex = index + whole.length;
    const text = /^(?:textarea|option)$/i.test(kind) ? (TEXT.exec(html)?.[1] ?? '') : '';
    tags.push({ kind: kind.toLowerCase(), attributes, text });
    if (tags.length >= MAX_TAGS) {
      break;
    }
  }
  return tags;
}

/** As long as a value may be; UTF-16 code units. */
const TEXT = /([^<]{0,8192})<\/?(?:textarea|option|optgroup|select)\b/iy;

/** How many fields the selectors select that {@link fieldSelector} chooses from. */
function countFields(tags: readonly Tag[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  let forms: readonly string[] = [];
  for (const { kind, attributes } of tags) {
    if (kind === 'form' || kind === '/form') {
      forms = kind === 'form' ? formSelectors(attributes) : [];
    }
    const name = kind === 'input' || kind === 'textarea' ? attributes.get('name') : undefined;
    const selectors = name === undefined ? [] : ['', ...forms].map((form) => form + namedField(kind, name));
    for (const selector of selectors) {
      counts.set(selector, (counts.get(selector) ?? 0) + 1);
    }
  }
  return counts;
}

/** What may select a form: its id, the address that it is sent to, its name. */
function formSelectors(attributes: ReadonlyMap<string, string>): readonly string[] {
  const id = idSelector(attributes);
  // With a number in it, the address is another one for the next record.
  const others = ['action', 'name'].flatMap((attribute) => {
    const value = attributes.get(attribute) ?? '';
    return value === '' || /\d/.test(value) ? [] : [`form[${attribute}=${quoted(value)}] `];
  });
  return id === '' ? others : [`form${id} `, ...others];
}

function namedField(kind: string, name: string): string {
  return `${kind}[name=${quoted(name)}]`;
}

/** `#token`; empty when the id, if any, is none that can be written so. */
export function idSelector(attributes: ReadonlyMap<string, string>): string {
  const id = attributes.get('id') ?? '';
  return /^[A-Za-z_][\w-]*$/.test(id) ? `#${id}` : '';
}

function readTag(tag: Tag, around: Around): readonly PageValue[] {
  switch (tag.kind) {
    case 'input':
      return readInput(tag.attributes, around);
    case 'textarea':
      return readText(tag, around);
    case 'option':
      return readOption(tag, around);
    case 'meta':
      return readMeta(tag.attributes);
    case 'form':
      return readAddress(tag, 'action');
    case 'a':
    case 'link':
      return readAddress(tag, 'href');
    default:
      return [];
  }
}

function readInput(attributes: ReadonlyMap<string, string>, around: Around): readonly PageValue[] {
  const name = attributes.get('name');
  const value = attributes.get('value');
  const type = (attributes.get('type') ?? 'text').toLowerCase();
  if (name === undefined || value === undefined || BUTTONS.has(type)) {
    return [];
  }
  const isTickable =
    /^(?:checkbox|radio)$/.test(type) &&
    /^(?![01]$).*\d/.test(value) &&
    !around.isAlone(namedField('input', name));
  const css = fieldSelector('input', name, attributes, around);
  return [{ css, attribute: 'value', name, value, ...(isTickable ? { isTickable } : {}) }];
}

/** The text of a field, without the spaces around it, as its selector takes it. */
function readText({ kind, attributes, text }: Tag, around: Around): readonly PageValue[] {
  const name = attributes.get('name');
  const value = unescapeMarkup(text).trim();
  return name === undefined || value === ''
    ? []
    : [{ css: fieldSelector(kind, name, attributes, around), name, value }];
}

/** Of several fields of one name, one that neither its form nor an id tells apart cannot be selected. */
function fieldSelector(
  kind: string,
  name: string,
  attributes: ReadonlyMap<string, string>,
  { forms, isAlone }: Around,
): string {
  const own = namedField(kind, name);
  const id = forms.length === 0 ? idSelector(attributes) : '';
  const inForm = forms.map((form) => form + own);
  return (
    [own, ...inForm].find(isAlone) ?? inForm[0] ?? (id === '' ? '' : `${kind}${id}[name=${quoted(name)}]`)
  );
}

/**
 * What the page chose itself, if it is the only one; of the others, which are for people to choose from, those with ids.
 */
function readOption(
  { attributes, text }: Tag,
  { select, isCounted, areSeveral }: Around,
): readonly PageValue[] {
  const value = attributes.get('value');
  if (select === '' || value === undefined) {
    return [];
  }
  if (attributes.has('selected') && !areSeveral) {
    return [
      { css: `select[name=${quoted(select)}] option[selected]`, attribute: 'value', name: select, value },
    ];
  }
  const label = text.trim();
  return isCounted || !/\d/.test(value) || label.includes(value)
    ? []
    : [{ css: '', attribute: 'value', name: select, value, label }];
}

/** Reads the options from an index on: how many are chosen, and whether they count up from 0 or 1, as those of months do. */
function readOptions(tags: readonly Tag[], start: number): Pick<Around, 'isCounted' | 'areSeveral'> {
  const end = tags.findIndex(({ kind }, index) => index >= start && kind !== 'option');
  const options = tags.slice(start, end === -1 ? undefined : end).map(({ attributes }) => attributes);
  const numbers = options
    .map((attributes) => attributes.get('value'))
    .filter((value) => value !== '')
    .map(Number);
  const [first = 0] = numbers;
  return {
    isCounted: first <= 1 && numbers.every((number, index) => number === first + index),
    areSeveral: options.filter((attributes) => attributes.has('selected')).length > 1,
  };
}

function readMeta(attributes: ReadonlyMap<string, string>): readonly PageValue[] {
  const name = attributes.get('name');
  const value = attributes.get('content');
  return name === undefined ||
    value === undefined ||
    /^(?:viewport|robots|description|generator)$/i.test(name)
    ? []
    : [{ css: `meta[name=${quoted(name)}]`, attribute: 'content', name, value }];
}

function readAddress({ kind, attributes }: Tag, attribute: string): readonly PageValue[] {
  const value = attributes.get(attribute);
  const rel = attributes.get('rel');
  if (value === undefined || /(?:stylesheet|icon|preload|manifest)/i.test(rel ?? '')) {
    return [];
  }
  const id = idSelector(attributes);
  const mark = id !== '' || rel === undefined ? id : `[rel=${quoted(rel)}]`;
  return [{ css: mark === '' ? '' : `${kind}${mark}`, attribute, name: rel ?? attribute, value }];
}

/** A text as CSS selectors have it. */
export function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** Text without character references: those of XML and by number; WHATWG HTML §13.5 has many more, which no value needs. */
export function unescapeMarkup(text: string): string {
  if (!text.includes('&')) {
    return text;
  }
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi,
    (whole, hex?: string, digits?: string, name?: string) => {
      const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16);
      return name === undefined
        ? code <= 0x10ffff
          ? String.fromCodePoint(code)
          : whole
        : (ENTITIES.get(name.toLowerCase()) ?? whole);
    },
  );
}
