/**
 * What a chain that is run as a step takes and gives: the names that it uses, those that it cannot run without, and those
 * that it extracts. It sees nothing of its caller but what the step gives it.
 */
import { reachableNames } from '../prepare/writtenValues';
import type { CalledSource, Definition, Surroundings } from './analysis';
import type { ChainSource, RequestSource } from './chainSource';
import { collectDefinitions, extractionsOf, type DefinitionTable } from './definitions';
import { decidingNames } from './flowSecrets';
import { missOf } from './missingFindings';
import { createNeeds } from './needs';
import { requestNeeds } from './requestNeeds';

/** A called chain that can be read. */
export type ReadCalled = CalledSource & { readonly source: ChainSource };

/** The chain that a step calls by this name; absent when it cannot be run. */
export function calledChain(
  { called }: { readonly called?: CalledSource['called'] },
  name: string,
): ReadCalled | undefined {
  const found = called?.get(name);
  return found?.source === undefined || found.fault !== undefined
    ? undefined
    : { ...found, source: found.source };
}

/** Names that can be taken from a chain, in its order: what its requests extract, and its own steps take. */
export function takenFrom({ requests }: ChainSource): readonly string[] {
  const enabled = requests.filter(({ disabled }) => !disabled);
  return [...new Set(enabled.flatMap(({ marks }) => marks.extractions).map(({ name }) => name))];
}

/** Names that it makes a difference to give to a chain: its constants, and all that it refers to. */
export function givenTo(
  { source, required }: ReadCalled,
  { environment }: Surroundings,
): ReadonlySet<string> {
  const marks = [
    ...source.marks.constants,
    ...source.marks.references,
    ...source.requests.flatMap((request) => request.marks.references),
    ...required.flatMap((chain) => chain.marks.references.filter(({ constant }) => constant !== undefined)),
    ...(environment?.references ?? []),
  ];
  return new Set(marks.map(({ name }) => name).filter((name) => !name.startsWith('$')));
}

/** The names that decide in a chain, by the chains that were looked at. */
type DecidingNames = Map<ChainSource, ReadonlySet<string>>;

/**
 * Names that decide whether, how often or when a chain sends its requests, also through its constants and what its steps
 * give to other chains.
 */
export function decidingIn(
  { source, required, called }: ReadCalled,
  known: DecidingNames = new Map(),
): ReadonlySet<string> {
  const before = known.get(source);
  if (before !== undefined) {
    return before;
  }
  const deciding = source.requests.flatMap((request) => [
    ...decidingNames(request),
    ...decidingBehind(request, called, known),
  ]);
  const written = [source, ...required].flatMap(({ marks }) => marks.references);
  const found = reachableNames(deciding, (variable) =>
    written.filter(({ constant }) => constant === variable).map(({ name }) => name),
  );
  known.set(source, found);
  return found;
}

/** Names of a chain that decide in the one that its step runs, by what the step gives. */
function decidingBehind(
  { disabled, marks: { call, references } }: RequestSource,
  called: CalledSource['called'],
  known: DecidingNames,
): readonly string[] {
  const inner = call === undefined || disabled ? undefined : calledChain({ called }, call.name);
  const deciding = inner === undefined ? new Set<string>() : decidingIn(inner, known);
  return references
    .filter(({ location }) => location.in === 'variables' && deciding.has(location.name ?? ''))
    .map(({ name }) => name);
}

/** Names without which a chain cannot run, and that nothing defines for it; empty while that cannot be known. */
export function lackingIn(
  { source, required }: ReadCalled,
  given: readonly string[],
  { environment, environmentFault }: Surroundings,
): readonly string[] {
  if (environmentFault !== undefined) {
    return [];
  }
  const around = { required, requiresFaults: [], ...(environment === undefined ? {} : { environment }) };
  const table = withGiven(collectDefinitions(source, around), given);
  const { missing } = requestNeeds(source, createNeeds(table, source, around));
  const undefinedOnes = missing.filter(
    (use) => missOf(table, use.missing, use.request.index).kind === 'undefined',
  );
  return [...new Set(undefinedOnes.map((use) => use.missing))];
}

/** What a step gives hides everything of that name but what the chain extracts itself. */
function withGiven(table: DefinitionTable, given: readonly string[]): DefinitionTable {
  const definition: Definition = { kind: 'constant', file: '', range: { start: 0, end: 0 } };
  return new Map([
    ...table,
    ...given.map((name) => [name, [...extractionsOf(table.get(name) ?? []), definition]] as const),
  ]);
}
