/**
 * The caller's object and the owner's in one GraphQL request: as two fields with aliases, or as a batch of two
 * operations. Servers that check the first answer, or the request as a whole, let the second one pass.
 */
import { isObject, type JsonObject } from '../../../json/json';
import type { Body } from '../../../model';
import { graphqlTokens, type GraphqlToken } from '../../matrix/graphqlEffect';
import type { IdPlace, VariantName } from '../../model/cell';
import type { VariantSource, Vary } from './variantSource';

/** By name; they fit a document with one operation of one field. */
export const graphqlVariants = {
  'graphql-alias': aliased,
  'graphql-batch': batched,
} as const satisfies Partial<Record<VariantName, Vary>>;

type GraphqlBody = Extract<Body, { kind: 'graphql' }>;

function batched({ own, owners }: VariantSource): ReturnType<Vary> {
  return own.body?.kind === 'graphql' && owners.body?.kind === 'graphql'
    ? { ...owners, body: { kind: 'json', value: [operationOf(own.body), operationOf(owners.body)] } }
    : undefined;
}

function operationOf({ kind: _kind, ...members }: GraphqlBody): JsonObject {
  return members;
}

function aliased({ own, owners, places }: VariantSource): ReturnType<Vary> {
  if (own.body?.kind !== 'graphql' || owners.body?.kind !== 'graphql') {
    return undefined;
  }
  const [mine, theirs] = [own.body, owners.body].map(({ query }) => operationIn(query));
  const names = [...new Set(places.flatMap(variableOf))];
  const head = theirs === undefined ? undefined : withOwnVariables(theirs.head, names);
  if (mine === undefined || theirs === undefined || head === undefined) {
    return undefined;
  }
  const field = names.reduce(
    (text, name) => text.replace(new RegExp(`\\$${name}\\b`, 'g'), `$$${name}Own`),
    mine.field,
  );
  const values = membersOf(own.body);
  const ownValues = names.map((name) => [`${name}Own`, values[name] ?? null] as const);
  return {
    ...owners,
    body: {
      ...owners.body,
      query: `${head}{\n  own: ${field}\n  other: ${theirs.field}\n}${theirs.tail}`,
      variables: { ...membersOf(owners.body), ...Object.fromEntries(ownValues) },
    },
  };
}

function membersOf({ variables = null }: GraphqlBody): JsonObject {
  return isObject(variables) ? variables : {};
}

/** The GraphQL variable that holds an identifier, itself or inside. */
function variableOf({ in: part, name = '' }: IdPlace): readonly string[] {
  const variable = /^\/variables\/([A-Za-z_]\w*)(?:\/|$)/.exec(name)?.[1];
  return part !== 'body' || variable === undefined ? [] : [variable];
}

interface Operation {
  /** Before the braces: the keyword, the name, the variables. */
  readonly head: string;
  /** The field without an alias. */
  readonly field: string;
  /** Behind the braces: fragments. */
  readonly tail: string;
}

/** The operation of a document; undefined where there are several, or several fields. */
function operationIn(document: string): Operation | undefined {
  const tokens = graphqlTokens(document);
  const open = tokens.findIndex(({ text, depth }) => text === '{' && depth === 0);
  const close = tokens.findIndex(({ text, depth }, index) => index > open && text === '}' && depth === 0);
  const [first, last] = [tokens[open], tokens[close]];
  const others = [...tokens.slice(0, open), ...tokens.slice(close + 1)].filter(({ depth }) => depth === 0);
  const isOne = others.filter(({ text }) => OPERATIONS.has(text)).length <= 1;
  const isFirst = !tokens.slice(0, Math.max(open, 0)).some(({ text }) => text === 'fragment');
  if (first === undefined || last === undefined || !isOne || !isFirst) {
    return undefined;
  }
  const start = onlyField(tokens.slice(open + 1, close));
  return start === undefined
    ? undefined
    : {
        head: document.slice(0, first.start),
        field: document.slice(start, last.start).trim(),
        tail: document.slice(last.start + 1),
      };
}

const OPERATIONS: ReadonlySet<string> = new Set(['query', 'mutation', 'subscription']);

/** Where the name of the only field begins; undefined where there are others, or a fragment. */
function onlyField(tokens: readonly GraphqlToken[]): number | undefined {
  const outer = tokens.filter(({ depth, text }) => depth === 1 && !text.startsWith('#'));
  const names = outer.filter(({ text }) => /^[A-Za-z_]/.test(text));
  const isAliased = outer[1]?.text === ':';
  const isPlain = outer.every(({ text }) => /^[A-Za-z_:(){}]/.test(text));
  return isPlain && names.length === (isAliased ? 2 : 1) ? names.at(-1)?.start : undefined;
}

/** The head with a second definition of each variable; undefined where one is not defined. */
function withOwnVariables(head: string, names: readonly string[]): string | undefined {
  return names.reduce<string | undefined>((text, name) => {
    const [definition] = new RegExp(`\\$${name}\\b[^$)]*`).exec(text ?? '') ?? [];
    return definition === undefined
      ? undefined
      : text?.replace(
          definition,
          () => `${definition.trimEnd()} ${definition.replace(`$${name}`, () => `$${name}Own`)}`,
        );
  }, head);
}
