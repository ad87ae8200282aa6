/**
 * The variables of a chain: all that it can see, each with its definitions and its uses.
 */
import { defined } from '../defined';
import type { AnalyzedVariable, Definition, VariableUse } from './analysis';
import type { ChainSource, HeadMarks, ReferenceMark, RequestSource } from './chainSource';
import { definitionAt, type DefinitionTable } from './definitions';

/**
 * All variables: first those in the file, in order of appearance, then those that it could
 * use. `broken` are the names whose value is in doubt.
 */
export function collectVariables(
  source: ChainSource,
  table: DefinitionTable,
  broken: ReadonlySet<string>,
  usedOutside: ReadonlySet<string>,
): readonly AnalyzedVariable[] {
  const uses = collectUses(source, table);
  const names = new Set([...table.keys(), ...uses.keys()]);
  const variables = [...names].map((name): AnalyzedVariable & { readonly first: number } => {
    const definitions = table.get(name) ?? [];
    const used = uses.get(name) ?? [];
    const isUnused = used.length === 0 && !usedOutside.has(name) && definitions.some(isOwn);
    return {
      name,
      definitions,
      uses: used,
      health: broken.has(name) ? 'broken' : isUnused ? 'unused' : 'healthy',
      first: firstPlace(definitions, used),
    };
  });
  return variables
    .sort((one, other) => (one.first === other.first ? 0 : one.first - other.first))
    .map(({ first: _first, ...variable }) => variable);
}

/** Whether a definition is in the chain itself. */
export function isOwn({ kind }: Definition): boolean {
  return kind === 'extraction' || kind === 'constant';
}

/** Ids of the requests that need the variable, in the order of the file; through its chain's authentication, too. */
export function consumersOf({ uses }: AnalyzedVariable, { requests }: ChainSource): readonly string[] {
  const using = new Map(
    uses.flatMap(({ requestIndex, requestId = '' }) =>
      requestIndex === undefined ? [] : [[requestIndex, requestId]],
    ),
  );
  // Only these need a look at all requests: there may be as many variables as requests.
  const isInherited = uses.some(
    ({ requestIndex, constant }) => requestIndex === undefined && constant === undefined,
  );
  return isInherited
    ? requests.filter(({ index, marks }) => using.has(index) || marks.inheritsAuth).map(({ id }) => id)
    : [...using.values()];
}

function collectUses(
  source: ChainSource,
  table: DefinitionTable,
): ReadonlyMap<string, readonly VariableUse[]> {
  const uses = new Map<string, VariableUse[]>();
  const add = (name: string, use: VariableUse): void => {
    const known = uses.get(name);
    if (known === undefined) {
      uses.set(name, [use]);
    } else {
      known.push(use);
    }
  };
  for (const request of source.requests) {
    for (const reference of request.marks.references) {
      if (!reference.disabled && !reference.name.startsWith('$')) {
        add(reference.name, requestUse(request, reference, table));
      }
    }
  }
  const outside = source.marks.references.filter(({ name }) => !name.startsWith('$'));
  outside.forEach((reference) => add(reference.name, headUse(reference, table)));
  for (const name of new Set(outside.map((reference) => reference.name))) {
    uses.get(name)?.sort((one, other) => one.range.start - other.range.start);
  }
  return uses;
}

/** There are thousands of these for each keystroke: they are written out rather than spread together. */
function requestUse(
  { id: requestId, index: requestIndex, start: base }: RequestSource,
  { name, start, end, nameRange, location }: ReferenceMark,
  table: DefinitionTable,
): VariableUse {
  const definition = definitionAt(table.get(name) ?? [], requestIndex);
  const range = { start: start + base, end: end + base };
  const inner = { start: nameRange.start + base, end: nameRange.end + base };
  return definition === undefined
    ? { range, nameRange: inner, location, requestId, requestIndex }
    : { range, nameRange: inner, location, requestId, requestIndex, definition };
}

/** Outside the requests a value is looked up by the requests that come to it: the last one has seen most. */
function headUse(
  { name, start, end, nameRange, location, constant }: HeadMarks['references'][number],
  table: DefinitionTable,
): VariableUse {
  const definition = definitionAt(table.get(name) ?? [], Number.POSITIVE_INFINITY);
  return {
    range: { start, end },
    nameRange,
    location,
    ...defined({ constant, definition }),
  };
}

function firstPlace(definitions: readonly Definition[], uses: readonly VariableUse[]): number {
  const defined = definitions.filter(isOwn).map(({ range }) => range.start);
  const [firstUse] = uses;
  return Math.min(
    ...defined.slice(0, 1),
    ...defined.slice(-1),
    firstUse?.range.start ?? Number.POSITIVE_INFINITY,
  );
}
