/**
 * What the analyzer needs to know about a chain file: references, names of variables,
 * required chains. Read from the tree of a text that may contain errors.
 */
import { defined } from '../defined';
import {
  itemsAt,
  memberOf,
  nodeAt,
  visitStrings,
  type JsonPath,
  type VisitedString,
} from '../json/jsonDocument';
import type { JsonNode, Member, ObjectNode } from '../json/jsonTree';
import type { Location } from '../model';
import { findReferences, wholeReference } from '../prepare/template';
import {
  isNamedBy,
  type CallMark,
  type ExtractionMark,
  type HeadMarks,
  type NameMark,
  type OwnMark,
  type ReferenceMark,
  type RequestMarks,
} from './chainSource';
import { authLocation, isTrueAt, locationOf, pointerOf, rowOf, textAt } from './locationOf';
import { contentRange, risingOffsets } from './stringRange';

/** The marks of one request; `tree` is that of `text`. */
export function requestMarks(text: string, tree: ObjectNode): RequestMarks {
  const references: ReferenceMark[] = [];
  visitTemplates(tree, [], (string) => {
    const disabled = isDisabled(tree, string.path);
    const found = referencesIn(text, string, (before) => locationOf(tree, string.path, before), disabled);
    references.push(
      ...(asksForValue(tree, string) ? found.map((mark) => ({ ...mark, mayLack: true as const })) : found),
    );
  });
  const id = nameMark(text, memberOf(tree, 'id')?.value);
  const auth = memberOf(tree, 'auth')?.value;
  const written = memberNames(text, memberOf(tree, 'variables')?.value);
  const call = callMark(text, tree);
  const extracted = call === undefined ? extractionsIn(text, tree) : takenIn(text, tree);
  const item = itemMark(text, tree);
  const next = nameMark(text, nodeAt(tree, ['forEach', 'page', 'next']));
  const leadsOn = ({ name }: NameMark): boolean => name === next?.name;
  const looped = [...item, ...(next === undefined ? [] : [next, ...extracted.filter(leadsOn)])];
  const isOwn = ({ name, path }: ReferenceMark): boolean =>
    [...written, ...(isBeforeLoop(path) ? [] : looped)].some((mark) => isNamedBy(mark, name));
  return {
    references: references.filter((reference) => !isOwn(reference)),
    ownReferences: references.filter(isOwn),
    variables: [...written, ...looped],
    extractions: extracted.filter((mark) => !leadsOn(mark)),
    inheritsAuth: call === undefined && (auth === undefined || textAt(auth, ['type']) === 'inherit'),
    ...defined({ call }),
    ...(id === undefined ? {} : { id: { start: id.start, end: id.end } }),
  };
}

/** Whether a text is a reference of which a condition only asks if it has a value. */
function asksForValue(tree: ObjectNode, { path, value }: VisitedString): boolean {
  const isComparison = path.at(-1) === 'value' && (path[0] === 'when' || path[1] === 'when');
  const comparison = isComparison ? nodeAt(tree, path.slice(0, -1)) : undefined;
  return (
    comparison?.kind === 'object' &&
    comparison.members.every(({ name }) => name === 'value' || name === 'exists') &&
    wholeReference(value) !== undefined
  );
}

/** The variable of the items of a loop. */
function itemMark(text: string, tree: ObjectNode): readonly OwnMark[] {
  const mark = nameMark(text, nodeAt(tree, ['forEach', 'as']));
  return mark === undefined ? [] : [{ ...mark, hasMembers: true }];
}

/** Whether a text is read before there is an item. */
function isBeforeLoop([first, second]: JsonPath): boolean {
  return first === 'when' || (first === 'forEach' && second === 'in');
}

/** The marks outside the requests; `head` is the file's object, with offsets of `text`. */
export function headMarks(text: string, head: ObjectNode | undefined): HeadMarks {
  if (head === undefined) {
    return { references: [], constants: [], columns: [], requires: [] };
  }
  const environment = nameMark(text, memberOf(head, 'environment')?.value);
  const requires = memberOf(head, 'requires')?.value;
  const rows = itemsAt(head, ['data']);
  const data = nameMark(text, memberOf(head, 'data')?.value);
  const openapi = nameMark(text, memberOf(head, 'openapi')?.value);
  return {
    references: [
      ...authReferences(text, head),
      ...memberReferences(text, head, ['variables']),
      ...rows.flatMap((_row, index) => memberReferences(text, head, ['data', index])),
    ],
    constants: memberNames(text, memberOf(head, 'variables')?.value),
    columns: rows.flatMap((row) => memberNames(text, row)),
    requires: requires?.kind === 'array' ? namesIn(text, requires.items) : [],
    ...defined({ environment, data, openapi }),
  };
}

/** The names of an object's members, without quotes. */
export function memberNames(text: string, node: JsonNode | undefined): readonly NameMark[] {
  return node?.kind === 'object' ? node.members.map((member) => nameOf(text, member)) : [];
}

/** The name of an object's member, without quotes. */
export function nameOf(text: string, member: Member): NameMark {
  return { name: member.name, ...contentRange(text, member, member.name) };
}

/** References in the members of the object at `path`, with the name of the member that contains them. */
export function memberReferences(
  text: string,
  root: JsonNode,
  path: JsonPath,
): readonly (ReferenceMark & { readonly constant: string })[] {
  const node = nodeAt(root, path);
  const members = node?.kind === 'object' ? node.members : [];
  return members.flatMap(({ name, value }) => {
    const found: ReferenceMark[] = [];
    visitTemplates(value, [...path, name], (string) => {
      const location: Location = { in: 'body', name: pointerOf(string.path.slice(path.length)) };
      found.push(...referencesIn(text, string, () => location, false));
    });
    return found.map((reference) => ({ ...reference, constant: name }));
  });
}

function authReferences(text: string, head: ObjectNode): readonly ReferenceMark[] {
  const references: ReferenceMark[] = [];
  const auth = memberOf(head, 'auth')?.value;
  if (auth !== undefined) {
    visitTemplates(auth, ['auth'], (string) => {
      references.push(...referencesIn(text, string, () => authLocation(head, string.path), false));
    });
  }
  return references;
}

function visitTemplates(node: JsonNode, path: JsonPath, visit: (string: VisitedString) => void): void {
  visitStrings(node, path, (string) => {
    if (string.value.includes('{{')) {
      visit(string);
    }
  });
}

function referencesIn(
  text: string,
  { value, range, path }: VisitedString,
  locate: (before: string) => Location | undefined,
  disabled: boolean,
): readonly ReferenceMark[] {
  const offsetOf = risingOffsets(text, range.start + 1);
  return findReferences(value).flatMap(({ name, args, start, end, inner = [] }) => {
    const location = locate(value.slice(0, start));
    if (location === undefined) {
      return [];
    }
    const place = { location, path: [...path], disabled };
    const nameStart = value.indexOf(name, start);
    const from = offsetOf(start);
    const nameRange = { start: offsetOf(nameStart), end: offsetOf(nameStart + name.length) };
    // What is inside comes first: code that looks for the mark at an offset means the innermost one.
    const insideIt = inner.map((argument) => {
      const range = { start: offsetOf(argument.start), end: offsetOf(argument.end) };
      return { name: argument.name, args: [], ...range, nameRange: range, ...place };
    });
    return [...insideIt, { name, args, start: from, end: offsetOf(end), nameRange, ...place }];
  });
}

function isDisabled(tree: ObjectNode, path: JsonPath): boolean {
  const row = rowOf(path);
  return row !== undefined && isTrueAt(tree, [...row, 'disabled']);
}

function extractionsIn(text: string, tree: ObjectNode): readonly ExtractionMark[] {
  return itemsAt(tree, ['extract']).flatMap((item, index) => {
    const mark = nameMark(text, nodeAt(item, ['variable']));
    return mark === undefined || mark.name === '' ? [] : [{ ...mark, index }];
  });
}

function callMark(text: string, tree: ObjectNode): CallMark | undefined {
  const mark = nameMark(text, memberOf(tree, 'chain')?.value);
  return mark && { ...mark, given: memberNames(text, memberOf(tree, 'with')?.value) };
}

/** What a call takes from its chain counts as what a request extracts. */
function takenIn(text: string, tree: ObjectNode): readonly ExtractionMark[] {
  return itemsAt(tree, ['take']).flatMap((item, index) => {
    const mark = nameMark(text, item);
    return mark === undefined || mark.name === '' ? [] : [{ ...mark, index }];
  });
}

function namesIn(text: string, nodes: readonly JsonNode[]): readonly NameMark[] {
  return nodes.flatMap((node) => nameMark(text, node) ?? []);
}

function nameMark(text: string, node: JsonNode | undefined): NameMark | undefined {
  return node?.kind === 'scalar' && typeof node.value === 'string'
    ? { name: node.value, ...contentRange(text, node, node.value) }
    : undefined;
}
