/**
 * Problems of a request that do not depend on its surroundings: built-ins, paths and expressions that cannot
 * work, credentials written out. Remembered with the request, because it depends on its text alone.
 */
import { builtInFault } from '../prepare/builtIns';
import { requestPartOf } from '../prepare/functions/signatures';
import { pathFault } from '../json/jsonPath';
import { itemsAt, nodeAt } from '../json/jsonDocument';
import type { JsonNode, ObjectNode } from '../json/jsonTree';
import type { TextRange } from '../problem';
import { renderUnmasked, type Message } from '../message';
import { compileRegex } from '../regex';
import type { HeadMarks, ReferenceMark, RequestMarks, RequestSource } from './chainSource';
import type { Finding } from './finding';
import { hardCodedCredentials, type HardCodedCredential, type Locate } from './hardCodedCredentials';
import { authLocation, locationOf, pointerOf } from './locationOf';
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
    ...(head === undefined ? [] : headCredentials(text, head)).map(credentialFinding),
  ];
}

/** By the marks, which every reading of the same text shares. */
const remembered = new WeakMap<RequestMarks, readonly Finding[]>();

function findingsIn(text: string, tree: ObjectNode, marks: RequestMarks): readonly Finding[] {
  return [
    ...builtInFindings(marks.references),
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
  const until = nodeAt(tree, ['retry', 'until']);
  const conditions = [...checks, ...headers, ...(until === undefined ? [] : [until])];
  return [
    ...[...extractions, ...decodings, ...conditions].flatMap((node) =>
      finding(text, node, 'path', pathFault),
    ),
    ...extractions.flatMap((node) => finding(text, node, 'regex', regexFault)),
    ...conditions.flatMap((node) => finding(text, node, 'matches', patternFault)),
  ];
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
