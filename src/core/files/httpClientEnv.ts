/**
 * `http-client.env.json`, the environments of JetBrains' HTTP Client and of httpYac: one object that
 * maps names of environments to their variables.
 *
 * Variables of `$shared` belong to every environment, also to those of the private file of the same form
 * (`http-client.private.env.json`), which is read by the same function and shares in turn: who knows both files
 * joins them (privateEnvironment.ts). Those of `$default` count only where no environment is chosen, so they
 * are an environment of their own. What is meant for other tools (`Security`) is left out and said to be.
 * https://www.jetbrains.com/help/idea/http-client-variables.html
 * https://httpyac.github.io/guide/environments.html
 */
import type { JsonValue } from '../json/json';
import { parseDocument, problemAt, valueOf, type JsonDocument } from '../json/jsonDocument';
import type { Member, ObjectNode } from '../json/jsonTree';
import type { Environment } from '../model';
import { hasErrors, type Problem } from '../problem';

/** The environments of one file. */
export interface HttpClientEnv {
  /** What is shared is one of them, by its name. Empty when a problem is an error. */
  readonly environments: readonly Environment[];
  readonly problems: readonly Problem[];
}

/** The member whose variables belong to every environment. */
export const sharedVariables = '$shared';

/** Reads an `http-client.env.json` or its private companion. `file` names it in problems. */
export function readHttpClientEnv(text: string, file: string): HttpClientEnv {
  const document = parseDocument(text, file);
  const { root } = document;
  if (root?.kind !== 'object' || hasErrors(document.problems)) {
    return { environments: [], problems: rootProblems(document) };
  }
  const members = root.members.filter(({ name }) => name !== '$schema');
  const problems = members.flatMap((member) => environmentProblems(document, member));
  if (hasErrors(problems)) {
    return { environments: [], problems };
  }
  return { environments: members.map(environmentFrom), problems };
}

const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_.-]*$/;
const RESERVED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
const SETTINGS: ReadonlySet<string> = new Set(['Security', 'SSLConfiguration']);

function rootProblems(document: JsonDocument): readonly Problem[] {
  const { root } = document;
  return hasErrors(document.problems) || root === undefined
    ? document.problems
    : [
        problemAt(document, root, {
          code: 'wrong-type',
          severity: 'error',
          message:
            'The file must be an object. Write for example {"dev": {"baseUrl": "http://127.0.0.1:4010"}}.',
        }),
      ];
}

function environmentProblems(document: JsonDocument, { name, value }: Member): readonly Problem[] {
  if (value.kind === 'object') {
    return value.members.flatMap((member) => variableProblems(document, member));
  }
  return [
    problemAt(document, value, {
      code: 'wrong-type',
      severity: 'error',
      message: `The environment ${JSON.stringify(name)} must be an object. Write for example {"baseUrl": "http://127.0.0.1:4010"}.`,
    }),
  ];
}

function variableProblems(document: JsonDocument, member: Member): readonly Problem[] {
  if (isClientVariable(member)) {
    return [];
  }
  const shown = JSON.stringify(member.name);
  return [
    problemAt(document, member, {
      code: 'not-read',
      severity: 'information',
      message: SETTINGS.has(member.name)
        ? `${shown} is not read by Chainwright. Use \`auth\` in the chain, or \`tls\` in an environment file.`
        : `${shown} is left out, as no reference could name it. Use letters, digits, _, . and -.`,
    }),
  ];
}

/** Whether a member of an environment is a variable that a reference can name. */
export function isClientVariable({ name }: Pick<Member, 'name'>): boolean {
  return VARIABLE_NAME.test(name) && !RESERVED.has(name) && !SETTINGS.has(name);
}

function environmentFrom({ name, value }: Member): Environment {
  return {
    name,
    variables: Object.fromEntries(variablesIn(value)),
    secrets: [],
    secretOrigins: new Map(),
    protected: false,
    allowHosts: [],
    http2: false,
  };
}

function variablesIn(node: Member['value']): readonly (readonly [string, JsonValue])[] {
  const members: ObjectNode['members'] = node.kind === 'object' ? node.members : [];
  return members.filter(isClientVariable).map(({ name, value }) => [name, valueOf(value)]);
}
