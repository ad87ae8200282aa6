/**
 * A secret that somebody wrote into a chain as text: finding its value, and the reference that takes its
 * place once the value is kept elsewhere.
 *
 * The scheme stays in the file (`Bearer `): it is not secret, and a reader needs it.
 */
import { memberOf, nodeAt, type JsonPath } from '../json/jsonDocument';
import { parseTree, type JsonNode } from '../json/jsonTree';
import { indexInString, offsetInString } from '../analysis/stringRange';
import type { TextRange } from '../problem';
import { proposeSecretName } from './secretNames';
import { findReferences, splitUrl } from '../prepare/template';
import type { TextEdit } from '../edit/textEdit';

/** A value written into a chain, which could be kept elsewhere. */
export interface SecretLiteral {
  /** What requests send for it: escapes undone. */
  readonly value: string;
  /** Its characters, quotes and scheme left out. */
  readonly range: TextRange;
  /** A name that fits its place. */
  readonly name: string;
}

/** A literal, or why there is none: no text there, nothing in it, or references, whose values are elsewhere already. */
export type SecretLiteralResult =
  | { readonly ok: true; readonly literal: SecretLiteral }
  | { readonly ok: false; readonly reason: 'no-text' | 'empty' | 'references' };

/**
 * Finds the literal at a range: that part of a text value, or the whole value when the range covers its quotes.
 * Ranges are those of the file.
 *
 * @param taken names of secrets that mean something else already
 */
export function findSecretLiteral(
  text: string,
  range: TextRange,
  taken: ReadonlySet<string>,
): SecretLiteralResult {
  const { root } = parseTree(text);
  const place = root === undefined ? undefined : textAt(root, range, []);
  if (root === undefined || place === undefined) {
    return { ok: false, reason: 'no-text' };
  }
  const content = place.start + 1;
  const start = Math.max(range.start, content);
  const end = Math.min(range.end, place.end - 1);
  const span = { start: indexInString(text, content, start), end: indexInString(text, content, end) };
  const offsetOf = (index: number): number => offsetInString(text, content, index);
  if (offsetOf(span.start) !== start || offsetOf(span.end) !== end) {
    // It begins or ends inside an escape.
    return { ok: false, reason: 'no-text' };
  }
  const found = secretInString(place, span, root);
  if (!found.ok) {
    return found;
  }
  const { value, range: inString, nameBeside } = found.secret;
  const written = { start: offsetOf(inString.start), end: offsetOf(inString.end) };
  return { ok: true, literal: { value, range: written, name: nameBeside(taken) } };
}

/** A value in a string, which could be kept elsewhere. */
export interface SecretInString {
  /** What requests send for it. */
  readonly value: string;
  /** Its characters in the string, scheme left out. */
  readonly range: TextRange;
  /** A name that fits its place and is none of these. */
  readonly nameBeside: (taken: ReadonlySet<string>) => string;
}

/** Finds the secret in a stretch of a string of a tree; `span` is in its characters. */
export function secretInString(
  { value: text, path }: StringPlace,
  { start, end }: TextRange,
  root: JsonNode,
):
  | { readonly ok: true; readonly secret: SecretInString }
  | { readonly ok: false; readonly reason: 'empty' | 'references' } {
  const range = { start: start + (SCHEME.exec(text.slice(start, end))?.[0].length ?? 0), end };
  const value = text.slice(range.start, end);
  if (value === '' || findReferences(value).length > 0) {
    return { ok: false, reason: value === '' ? 'empty' : 'references' };
  }
  const label = labelIn(text, start, labelOf(root, path) ?? lastName(path));
  const nameBeside = (taken: ReadonlySet<string>): string => proposeSecretName(path, label, taken);
  const literal = value.replaceAll('\\{{', '{{');
  return {
    ok: true,
    secret: { value: isEncoded(text, start, path) ? decoded(literal) : literal, range, nameBeside },
  };
}

/** Whether a reference at this place would be percent-encoded, as the text there already is. */
function isEncoded(text: string, start: number, path: JsonPath): boolean {
  const isUrl = path.at(-1) === 'url' && (path.length === 1 || (path.length === 3 && path[0] === 'requests'));
  return isUrl && start >= splitUrl(text).queryStart;
}

/** The value of a parameter as servers read it; one with a `%` that begins no escape stays. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    // URIError
    return value;
  }
}

/** The edit that puts a reference to a secret in the place of its value. */
export function referToSecret({ range }: Pick<SecretLiteral, 'range'>, name: string): TextEdit {
  return { offset: range.start, length: range.end - range.start, text: `{{$secret ${name}}}` };
}

/** Schemes of RFC 9110 §11.4 that people write before a credential. */
const SCHEME = /^(?:Bearer|Basic|Token|ApiKey|Api-Key|DPoP|GenieKey|SSWS) +/i;

/** A string of a tree, and its path there. */
interface StringPlace {
  readonly value: string;
  readonly path: JsonPath;
}

/** The text value that a range lies in, or covers with its quotes. */
function textAt(node: JsonNode, range: TextRange, path: JsonPath): (StringPlace & TextRange) | undefined {
  if (range.start < node.start || range.end > node.end || range.start > range.end) {
    return undefined;
  }
  switch (node.kind) {
    case 'object':
      return firstOf(node.members, ({ name, value }) => textAt(value, range, [...path, name]));
    case 'array':
      return firstOf(node.items, (item, index) => textAt(item, range, [...path, index]));
    case 'scalar':
      return typeof node.value === 'string'
        ? { value: node.value, path, start: node.start, end: node.end }
        : undefined;
    case 'number':
      return undefined;
  }
}

function firstOf<Item, Found>(
  items: readonly Item[],
  find: (item: Item, index: number) => Found | undefined,
): Found | undefined {
  for (const [index, item] of items.entries()) {
    const found = find(item, index);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

/** What the value that begins at `start` is called there, in a text that is called `whole`. */
function labelIn(text: string, start: number, whole: string): string {
  const before = text.slice(Math.max(0, start - MAX_BEFORE), start);
  return /:\/\/[^:/?#@\s]*:$/.test(before) ? `${whole}_password` : (nameBefore(before) ?? whole);
}

function lastName(path: JsonPath): string {
  return path.findLast((step) => typeof step === 'string') ?? '';
}

/** What the value that comes next is called: a parameter of a URL or form, in a text a member of JSON or a multipart field. */
function nameBefore(before: string): string | undefined {
  const [, parameter, member, field] = NAME_BEFORE.exec(before) ?? [];
  return parameter ?? member ?? field;
}

const NAME_BEFORE = /[?&]([^?&=]{1,100})=$|"([^"\\]{1,100})"\s*:\s*"$|[ ;]name="([^"]{1,100})"(?:\r?\n){2}$/i;

/** UTF-16 code units in which a name and what parts it from its value are looked for. */
const MAX_BEFORE = 150;

/** The `name` of the row that the value belongs to. */
function labelOf(root: JsonNode, path: JsonPath): string | undefined {
  const row = path.at(-1) === 'value' ? nodeAt(root, path.slice(0, -1)) : undefined;
  const name = row?.kind === 'object' ? memberOf(row, 'name')?.value : undefined;
  return name?.kind === 'scalar' && typeof name.value === 'string' ? name.value : undefined;
}
