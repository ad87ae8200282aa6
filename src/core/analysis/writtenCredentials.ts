/**
 * Credentials written in a request, for when its lines are shared. They are found as those of messages
 * are (credentialSpans.ts), in every text of the request: too much is hidden rather than too little.
 *
 * Of a text with references only the references are spared: `Bearer {{token}}` is none, the rest of
 * `a={{token}}; sid=abc` is.
 */
import { textAt, locationOf } from './locationOf';
import { risingOffsets } from './stringRange';
import { visitStrings, type VisitedString } from '../json/jsonDocument';
import type { ObjectNode } from '../json/jsonTree';
import { isCredentialHeader, isCredentialName } from '../masking/credentialNames';
import { createCredentialFinder, type CredentialFinder } from '../masking/credentialSpans';
import { findKeys } from '../masking/keyPatterns';
import { mergeSpans, type SecretSpan } from '../masking/secretForms';
import { findReferences } from '../prepare/template';
import type { TextRange } from '../problem';

/** The ranges of credentials in the text of a request without comments, in order; `tree` is that of the text. */
export function writtenCredentials(text: string, tree: ObjectNode): readonly TextRange[] {
  const find = createCredentialFinder();
  const found: TextRange[] = find.inText(text, 'application/json').filter(({ bare }) => bare === true);
  visitStrings(tree, [], (string) => {
    const at = risingOffsets(text, string.range.start + 1);
    for (const span of mergeSpans(credentialsIn(string, tree, find))) {
      found.push(
        ...literalParts(string.value, span).map(({ start, end }) => ({ start: at(start), end: at(end) })),
      );
    }
  });
  return found.toSorted((one, other) => one.start - other.start);
}

/** What a text can be besides the value of its place. */
const MEDIA_TYPES = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'];

function credentialsIn(
  string: VisitedString,
  tree: ObjectNode,
  find: CredentialFinder,
): readonly SecretSpan[] {
  const value = withoutReferences(string.value);
  // A line of cookies looks like a form, which has no attributes at its end.
  const isCookie = isHeaderPath(string.path) && /^(?:set-)?cookie$/i.test(nameAt(string.path, tree) ?? '');
  return [
    ...findKeys(value),
    ...find.inUrl(value),
    ...(isCookie ? [] : MEDIA_TYPES.flatMap((mediaType) => find.inText(value, mediaType))),
    ...(string.kind === 'value' ? credentialsOfPlace({ ...string, value }, tree, find) : []),
  ];
}

function credentialsOfPlace(
  { value, path }: VisitedString,
  tree: ObjectNode,
  find: CredentialFinder,
): readonly SecretSpan[] {
  const isValue = path.at(-1) === 'value';
  const name = nameAt(path, tree);
  if (isHeaderPath(path) && name !== undefined && isCredentialHeader(name)) {
    return find.inHeader({ name, value });
  }
  const isWhole =
    (name !== undefined && isCredentialName(name)) ||
    (isValue && path[0] === 'auth') ||
    path.slice(1).some((step) => typeof step === 'string' && isCredentialName(step));
  return isWhole ? [{ start: 0, end: value.length, value }] : [];
}

function isHeaderPath([first]: VisitedString['path']): boolean {
  return first === 'headers' || first === 'expect';
}

/** What a text is the value of: the `name` in its row, or what a check looks at. */
function nameAt(path: VisitedString['path'], tree: ObjectNode): string | undefined {
  const sibling = path.at(-1) === 'value' ? textAt(tree, [...path.slice(0, -1), 'name']) : undefined;
  return sibling ?? checkedName(tree, path);
}

/** The header, or the last word of the path (`$.data.token`), that a text of a check is compared with. */
function checkedName(tree: ObjectNode, path: VisitedString['path']): string | undefined {
  const location = locationOf(tree, path);
  return location?.in === 'expect' ? /[\w-]+(?=\W*$)/.exec(location.name ?? '')?.[0] : undefined;
}

/** Belongs to no word and ends none, in any place. */
const FILLER = '\uE000';

/** The text with references as characters that no finder stops at; offsets stay. */
function withoutReferences(value: string): string {
  let filled = '';
  for (const { start, end } of findReferences(value)) {
    filled += value.slice(filled.length, start) + FILLER.repeat(end - start);
  }
  return filled + value.slice(filled.length);
}

/** The parts of a span that are not references; spaces alone do not count. */
function literalParts(value: string, { start, end }: TextRange): readonly TextRange[] {
  const parts: TextRange[] = [];
  let from = start;
  const within = findReferences(value).filter((reference) => reference.start < end && reference.end > start);
  for (const reference of [...within, { start: end, end }]) {
    parts.push({ start: from, end: reference.start });
    from = reference.end;
  }
  return parts.filter((part) => value.slice(part.start, part.end).trim() !== '');
}
