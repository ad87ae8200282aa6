/**
 * Problems of a request that do not depend on its surroundings: built-ins, paths and expressions that cannot
 * work, credentials written out. Remembered with the request, because it depends on its text alone.
 */
import { builtInFault } from '../prepare/builtIns';
import { requestPartOf } from '../prepare/functions/signatures';
import { pathFault } from '../json/jsonPath';
import { itemsAt, nodeAt, type JsonPath } from '../json/jsonDocument';
import type { JsonNode, ObjectNode } from '../json/jsonTree';
import type { TextRange } from '../problem';
import { renderUnmasked, type Message } from '../message';
import { compileRegex } from '../regex';
import type { HeadMarks, ReferenceMark, RequestMarks, RequestSource } from './chainSource';
import type { Finding } from './finding';
import { isInFlow, isSecretReference, secretFinding } from './flowSecrets';
import { hardCodedCredentials, type HardCodedCredential, type Locate } from './hardCodedCredentials';
import { authLocation, locationOf, pointerOf, textAt } from './locationOf';
import { requestVariableFindings } from './requestVariables';
import { contentRange } from './stringRange';

/** What is wrong with a request by itself; offsets count from its start. `text` is that of the file. */
export function requestFindings(text: string, request: RequestSource): readonly Finding[] {
  const known = remembered.get(request.marks);
  if (known !== undefined) {
    return known;
  }
  const findings = findingsIn(text.slice(request.start, request.end), request.tree, request.marks);
  remembered.set(request.marks, findings);
  return findings;
}

/** What is wrong with the authentication and the constants of a chain by themselves. */
export function headFindings(
  text: string,
  head: ObjectNode | undefined,
  { references }: HeadMarks,
): readonly Finding[] {
  return [
    ...builtInFindings(references),
    ...references.filter(isConstantPart).map(constantFinding),
    ...references
      .filter((mark) => mark.constant !== undefined && isPosition(mark))
      .map(({ start, end }) => positionFinding({ start, end })),
    ...(head === undefined ? [] : headCredentials(text, head)).map(credentialFinding),
  ];
}

/** By the marks, which every reading of the same text shares. */
const remembered = new WeakMap<RequestMarks, readonly Finding[]>();

function findingsIn(text: string, tree: ObjectNode, marks: RequestMarks): readonly Finding[] {
  return [
    ...builtInFindings(marks.references),
    ...loopFindings(tree, marks),
    ...marks.references.filter((mark) => isInFlow(mark) && isSecretReference(mark)).map(secretFinding),
    ...requestVariableFindings(tree, marks),
    ...selectorFindings(text, tree),
    ...hardCodedCredentials(text, tree, [], (path) => locationOf(tree, path)).map(credentialFinding),
  ];
}

function headCredentials(text: string, head: ObjectNode): readonly HardCodedCredential[] {
  const inMember = (name: string, locate: Locate): readonly HardCodedCredential[] => {
    const node = nodeAt(head, [name]);
    return node === undefined ? [] : hardCodedCredentials(text, node, [name], locate);
  };
  return [
    ...inMember('auth', (path) => authLocation(head, path)),
    ...inMember('variables', (path) => ({ in: 'body', name: pointerOf(path.slice(1)) })),
  ];
}

function builtInFindings(references: readonly ReferenceMark[]): readonly Finding[] {
  return references.flatMap(({ name, args, start, end, disabled }) => {
    const message = name.startsWith('$') && !disabled ? builtInFault(name, args) : undefined;
    return message === undefined
      ? []
      : [{ code: 'unknown-built-in', severity: 'error', message, range: { start, end } }];
  });
}

/** Whether a constant of the chain uses a part of a request. */
function isConstantPart({ name, constant }: HeadMarks['references'][number]): boolean {
  return constant !== undefined && requestPartOf(name) !== undefined;
}

function constantFinding({ name, start, end }: ReferenceMark): Finding {
  const message = `${name} is known in a request only. Move this variable to "variables" of the requests that use it.`;
  return { code: 'request-order', severity: 'error', message, range: { start, end } };
}

function credentialFinding({ what, range }: HardCodedCredential): Finding {
  const message = `${what} is written out in this file. Store it as a secret, and write {{$secret NAME}} in its place.`;
  return { code: 'hard-coded-credential', severity: 'warning', message, range };
}

function selectorFindings(text: string, tree: ObjectNode): readonly Finding[] {
  const extractions = itemsAt(tree, ['extract']);
  const decodings = extractions.flatMap((node) => nodeAt(node, ['decode']) ?? []);
  const checks = itemsAt(tree, ['expect', 'body']);
  const headers = itemsAt(tree, ['expect', 'headers']);
  const conditions = [
    ...checks,
    ...headers,
    ...CONDITIONS.flatMap((path) => nodeAt(tree, path) ?? []),
    ...COMPARISONS.flatMap((path) => comparisonsAt(tree, path)),
  ];
  return [
    ...[...extractions, ...decodings, ...conditions].flatMap((node) =>
      finding(text, node, 'path', pathFault),
    ),
    ...extractions.flatMap((node) => finding(text, node, 'regex', regexFault)),
    ...conditions.flatMap((node) => finding(text, node, 'matches', patternFault)),
  ];
}

/** Where a request has a single check. */
const CONDITIONS: readonly JsonPath[] = [
  ['retry', 'until'],
  ['stream', 'until'],
  ['forEach', 'page', 'until'],
];

/** Where a request has comparisons: one, a list, or a list of which one has to hold. */
const COMPARISONS: readonly JsonPath[] = [['when'], ['forEach', 'when']];

function comparisonsAt(tree: ObjectNode, path: JsonPath): readonly JsonNode[] {
  const one = nodeAt(tree, path);
  const several = [...itemsAt(tree, path), ...itemsAt(tree, [...path, 'any'])];
  return several.length > 0 || one === undefined ? several : [one];
}

/** Positions outside of a loop, and pages that lead nowhere. */
function loopFindings(tree: ObjectNode, { references, variables }: RequestMarks): readonly Finding[] {
  const outside = nodeAt(tree, ['forEach']) === undefined ? references.filter(isPosition) : [];
  const next = textAt(tree, ['forEach', 'page', 'next']);
  const [mark, extraction] = variables.filter(({ name }) => name === next);
  return [
    ...outside.map(({ start, end }) => positionFinding({ start, end })),
    ...(mark === undefined || extraction !== undefined
      ? []
      : [
          {
            code: 'page-without-next',
            severity: 'error',
            message: `No page leads to the one after it, because nothing extracts ${mark.name}. Add it to "extract" of this request.`,
            range: { start: mark.start, end: mark.end },
          } as const,
        ]),
  ];
}

function isPosition({ name, disabled }: ReferenceMark): boolean {
  return name === '$index' && !disabled;
}

function positionFinding(range: TextRange): Finding {
  const message =
    '{{$index}} has a value only in a request with "forEach", and not in constants of the chain. Write it there.';
  return { code: 'unknown-built-in', severity: 'error', message, range };
}

function finding(
  text: string,
  node: JsonNode,
  member: 'path' | 'regex' | 'matches',
  faultOf: (value: string) => Message | undefined,
): readonly Finding[] {
  const value = nodeAt(node, [member]);
  if (value?.kind !== 'scalar' || typeof value.value !== 'string' || value.value === '') {
    return [];
  }
  const fault = faultOf(value.value);
  const range: TextRange = contentRange(text, value, value.value);
  const code = member === 'path' ? 'invalid-path' : 'invalid-regex';
  return fault === undefined
    ? []
    : [{ code, severity: 'error', message: `${renderUnmasked(fault)} Correct it.`, range }];
}

function regexFault(pattern: string): Message | undefined {
  const compiled = compileRegex(pattern);
  return compiled.ok ? undefined : compiled.message;
}

/** A pattern with references is known only when they are resolved. */
function patternFault(pattern: string): Message | undefined {
  return pattern.includes('{{') ? undefined : regexFault(pattern);
}
