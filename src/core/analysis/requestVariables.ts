/**
 * What is wrong with the variables of a request and with what it says of itself: circles, and parts of the request
 * that are used where they are not written yet. The URL comes first, then the body, then headers and authentication.
 */
import type { ObjectNode } from '../json/jsonTree';
import { requestPartOf } from '../prepare/functions/signatures';
import type { ReferenceMark, RequestMarks } from './chainSource';
import type { Finding } from './finding';
import { textAt } from './locationOf';

/** What is wrong, with ranges as the marks have them. */
export function requestVariableFindings(tree: ObjectNode, marks: RequestMarks): readonly Finding[] {
  const all = [...marks.references, ...marks.ownReferences];
  if (marks.call !== undefined) {
    return all
      .filter(({ name, disabled }) => !disabled && requestPartOf(name) !== undefined)
      .map(stepFinding);
  }
  if (marks.variables.length === 0 && !all.some(({ name }) => requestPartOf(name) !== undefined)) {
    return [];
  }
  const usedBy = (variable: string): readonly ReferenceMark[] =>
    all.filter(({ location }) => location.in === 'variables' && location.name === variable);
  const reachedFrom = (first: ReferenceMark): ReadonlySet<string> => {
    const names = new Set([first.name]);
    for (const name of names) {
      // Iterating a Set also visits members added during the iteration.
      usedBy(name).forEach((inner) => names.add(inner.name));
    }
    return names;
  };
  return all.flatMap((mark) => {
    const message = mark.disabled ? undefined : faultOf(mark, reachedFrom(mark), tree);
    const { start, end } = mark;
    return message === undefined
      ? []
      : [{ code: 'request-order', severity: 'error', message, range: { start, end } } as const];
  });
}

/** A step that runs a chain sends no request of its own, and what it gives to the chain are not its variables. */
function stepFinding({ name, start, end }: ReferenceMark): Finding {
  const message = `${name} is known in a request only. Write it in a request of the chain that this step runs.`;
  return { code: 'request-order', severity: 'error', message, range: { start, end } };
}

function faultOf(mark: ReferenceMark, reached: ReadonlySet<string>, tree: ObjectNode): string | undefined {
  const { location } = mark;
  if (location.in === 'variables' && location.name !== undefined && reached.has(location.name)) {
    return `The variable ${location.name} refers to itself. Give one of them a value without a reference.`;
  }
  const early = [...reached].find((name) => {
    const part = requestPartOf(name);
    return part !== undefined && isEarly(mark, part, tree);
  });
  return early === undefined
    ? undefined
    : `${early} is not known where ${mark.name} is used: the URL is written first, then the body, then headers and authentication.`;
}

function isEarly({ location: { in: kind } }: ReferenceMark, part: string, tree: ObjectNode): boolean {
  switch (kind) {
    case 'flow':
    case 'path':
    case 'query':
      return true;
    case 'body':
      return part === 'body';
    case 'auth': {
      const type = textAt(tree, ['auth', 'type']);
      return type === 'oauth2' || (type === 'apiKey' && textAt(tree, ['auth', 'in']) === 'query');
    }
    case 'header':
    case 'cookie':
    case 'variables':
    case 'expect':
      return false;
  }
}
