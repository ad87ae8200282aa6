/**
 * Environment files as the analyzer and the editor see them: names, values and their places. What can
 * be read of a text is read; whether an environment can be used is for environmentFile.ts to say.
 */
import { defined } from '../defined';
import { isClientVariable, sharedVariables } from '../files/httpClientEnv';
import { memberOf, parseDocument, valueOf } from '../json/jsonDocument';
import type { JsonNode, Member, ObjectNode } from '../json/jsonTree';
import type { EnvironmentSource, NameMark } from './chainSource';
import { isTrueAt, textAt } from './locationOf';
import { isPrivateEnvironmentFile } from '../files/privateEnvironment';
import { memberReferences, nameOf } from './marks';
import { plainText } from '../prepare/template';

/** Reads a `*.environment.json`; nothing when the text holds no object. Never throws. */
export function readEnvironmentSource(text: string, file: string): EnvironmentSource | undefined {
  const { root } = parseDocument(text, file);
  if (root?.kind !== 'object') {
    return undefined;
  }
  const variables = memberOf(root, 'variables')?.value;
  const secrets = memberOf(root, 'secrets')?.value;
  return {
    file,
    name: textAt(root, ['name']) ?? '',
    variables: membersOf(variables).map((member) => nameOf(text, member)),
    references: referencesOf(text, root, ['variables']),
    values: new Map(membersOf(variables).map(valueOfMember)),
    secrets: secrets?.kind === 'array' ? secrets.items.flatMap((item) => textAt(item, []) ?? []) : [],
    protected: isTrueAt(root, ['protected']),
    ...defined({ openapi: textAt(root, ['openapi']) }),
  };
}

/**
 * An environment with the additions of the private file next to it: those come first, except what it shares and the
 * environment itself replaces. Its values are not included.
 */
export function withPrivatePart(
  source: EnvironmentSource,
  { file, variables: all, shared }: EnvironmentSource,
): EnvironmentSource {
  const replaced = new Set(
    source.variables.map(({ name }) => name).filter((name) => !source.shared?.has(name)),
  );
  const variables = all.filter(({ name }) => shared?.has(name) !== true || !replaced.has(name));
  const own = new Set(variables.map(({ name }) => name));
  return {
    ...source,
    values: new Map([...source.values].filter(([name]) => !own.has(name))),
    privatePart: { file, variables },
  };
}

/** Names of the variables of an environment, those of its private part included. */
export function environmentNames(source: EnvironmentSource | undefined): readonly string[] {
  const marks = [...(source?.variables ?? []), ...(source?.privatePart?.variables ?? [])];
  return marks.map(({ name }) => name);
}

/**
 * Reads one environment of an `http-client.env.json`, with the variables of `$shared` that it does not
 * replace; only those when the file has none of that name, and nothing when there are none. The values of a
 * private file are left out. Never throws.
 */
export function readHttpClientSource(
  text: string,
  file: string,
  name: string,
): EnvironmentSource | undefined {
  const { root } = parseDocument(text, file);
  if (root?.kind !== 'object') {
    return undefined;
  }
  const written = memberOf(root, name)?.value;
  const own = membersOf(written);
  const replaced = new Set(own.map((member) => member.name));
  const shared = membersOf(memberOf(root, sharedVariables)?.value).filter(
    (member) => isClientVariable(member) && !replaced.has(member.name),
  );
  if (written?.kind !== 'object' && shared.length === 0) {
    return undefined;
  }
  const isShared = new Set(shared.map((member) => member.name));
  const members = [...shared, ...own.filter(isClientVariable)];
  return {
    file,
    name,
    variables: members.map((member) => nameOf(text, member)),
    references: [
      ...referencesOf(text, root, [sharedVariables]).filter(({ constant }) => isShared.has(constant)),
      ...referencesOf(text, root, [name]).filter(({ constant }) => isClientVariable({ name: constant })),
    ],
    values: new Map(isPrivateEnvironmentFile(file) ? [] : members.map(valueOfMember)),
    secrets: [],
    protected: false,
    shared: isShared,
  };
}

function referencesOf(
  text: string,
  root: ObjectNode,
  path: readonly string[],
): readonly (NameMark & { readonly constant: string })[] {
  return memberReferences(text, root, path).map(({ name, nameRange, constant }) => ({
    name,
    ...nameRange,
    constant,
  }));
}

function membersOf(node: JsonNode | undefined): readonly Member[] {
  return node?.kind === 'object' ? node.members : [];
}

function valueOfMember({ name, value }: Member): readonly [string, string] {
  return [name, plainText(valueOf(value))];
}
