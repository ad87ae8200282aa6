/**
 * What a variable needs behind its own value: constants that people write may hold references, and so on
 * until there is a value from a response or none at all.
 */
import { reachableNames } from '../prepare/writtenValues';
import type { Definition, Surroundings } from './analysis';
import type { ChainSource } from './chainSource';
import { isSecretReference } from './flowSecrets';
import {
  definitionAt,
  definitionsAt,
  extractionsOf,
  mayFindNothing,
  outerDefinition,
  type DefinitionTable,
  type ExtractionDefinition,
} from './definitions';

/** What the value of a variable comes down to at one request. */
interface Need {
  /** Extractions of the chain, with the variables they give. */
  readonly extractions: readonly { readonly variable: string; readonly definition: ExtractionDefinition }[];
  /** Variables without a value, the one asked for among them or one that it needs. */
  readonly missing: readonly string[];
}

/** Follows references through constants. */
export interface Needs {
  /** What `variable` needs for the request at `index`. */
  of(variable: string, index: number): Need;
  /** Whether the value of `variable` for the request at `index` is made from a secret that people wrote. */
  isSecret(variable: string, index: number): boolean;
  /** Variables that the written value of `variable` refers to, when it has one outside this chain's requests. */
  innerOf(variable: string): readonly string[];
  /** Variables whose written value refers to others, in the order of the files. */
  readonly written: readonly string[];
}

/** Prepares to follow references through the constants of a chain and what is around it. */
export function createNeeds(table: DefinitionTable, source: ChainSource, surroundings: Surroundings): Needs {
  const references = referencesIn(source, surroundings);
  const written = writtenNames(references);
  const secrets = new Set(references.filter(isSecretReference).map(({ key }) => key));
  const constant = new Map<string, Need>();
  const innerNames = (variable: string, definition: Definition | undefined): readonly string[] =>
    (isWritten(definition) ? written.get(keyOf(definition.file, variable)) : undefined) ?? [];
  return {
    written: [...new Set([...written.keys()].map((key) => key.slice(key.indexOf('\n') + 1)))],
    innerOf: (variable) => innerNames(variable, outerDefinition(table.get(variable) ?? [])),
    isSecret(variable, index) {
      let found = false;
      let followed = 0;
      reachableNames(secrets.size === 0 ? [] : [variable], (name) => {
        followed += 1;
        const definition = definitionAt(table.get(name) ?? [], index);
        found ||= isWritten(definition) && secrets.has(keyOf(definition.file, name));
        return found || followed === MOST_FOLLOWED ? [] : innerNames(name, definition);
      });
      return found;
    },
    of(variable, index) {
      const known = constant.get(variable);
      if (known !== undefined) {
        return known;
      }
      const definition = definitionAt(table.get(variable) ?? [], index);
      if (definition?.kind === 'extraction' && !mayFindNothing(definition)) {
        // By far the most frequent answer, which needs no further steps.
        return { extractions: [{ variable, definition }], missing: [] };
      }
      const { need, depends } = follow(variable, index, table, innerNames);
      if (!depends) {
        constant.set(variable, need);
      }
      return need;
    },
  };
}

type Written = Exclude<Definition, ExtractionDefinition>;

/** A value that a person wrote, where references are resolved. */
function isWritten(definition: Definition | undefined): definition is Written {
  return (
    definition !== undefined &&
    definition.kind !== 'extraction' &&
    !(definition.kind === 'required' && definition.requestId !== undefined)
  );
}

/** A reference in a written value. */
interface WrittenReference {
  /** Of the written value: see {@link keyOf}. */
  readonly key: string;
  readonly name: string;
}

function referencesIn(
  source: ChainSource,
  { required, environment }: Surroundings,
): readonly WrittenReference[] {
  const files = [source, ...required].map(({ file, marks }) => ({ file, references: marks.references }));
  return [...files, ...(environment === undefined ? [] : [environment])].flatMap(({ file, references }) =>
    references.flatMap(({ name, constant }) =>
      constant === undefined ? [] : [{ key: keyOf(file, constant), name }],
    ),
  );
}

/** Names of variables that each written value refers to, by {@link keyOf}. */
function writtenNames(references: readonly WrittenReference[]): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const { key, name } of references.filter((reference) => !reference.name.startsWith('$'))) {
    const known = names.get(key) ?? [];
    known.push(name);
    names.set(key, known);
  }
  return names;
}

function keyOf(file: string, variable: string): string {
  return `${file}\n${variable}`;
}

/** Constants behind one another that are looked into; nobody writes more, and each request asks again. */
const MOST_FOLLOWED = 1000;

/** `depends`: the answer may be another one for another request. */
function follow(
  variable: string,
  index: number,
  table: DefinitionTable,
  innerNames: (variable: string, definition: Definition | undefined) => readonly string[],
): { readonly need: Need; readonly depends: boolean } {
  const extractions: { variable: string; definition: ExtractionDefinition }[] = [];
  const missing: string[] = [];
  let depends = false;
  let followed = 0;
  reachableNames([variable], (name) => {
    followed += 1;
    const definitions = table.get(name) ?? [];
    const counting = definitionsAt(definitions, index);
    depends ||= definitions[0]?.kind === 'extraction';
    if (counting.length === 0) {
      missing.push(name);
    }
    for (const definition of extractionsOf(counting)) {
      extractions.push({ variable: name, definition });
    }
    return followed < MOST_FOLLOWED ? innerNames(name, counting.at(-1)) : [];
  });
  return { need: { extractions, missing }, depends };
}
