/**
 * Which files mean the same variable by a name.
 *
 * A variable has no single home: an extraction hides a constant, that a required chain's, that the
 * environment's, and which of them counts is decided by each run. So one name is one variable in all
 * files that may take its value from each other, and renaming all its places cannot change what any run does.
 * A chain that always gives itself the value has a variable of its own, whatever the environment says. So has a chain
 * that is run as a step, but for the names that the step gives it, and those that it takes.
 */
import type { ChainAnalysis, VariableUse } from '../analysis/analysis';
import { ownerOf, ownerRange, type ChainSource, type EnvironmentSource } from '../analysis/chainSource';
import { mayFindNothing } from '../analysis/definitions';
import { groupPairs } from '../groupBy';
import type { TextRange } from '../problem';
import type { AuthzSource } from './authzSource';
import { isAtOrAbove, pathFrom } from './filePath';
import type { FileOffset, LinkedFiles, Occurrence } from './linkedFiles';
import { contains, rangeOf } from './subject';

/** A stretch of a workspace in which a name means one thing: a chain, an environment file, a mark in a matrix. */
export interface VariableScope {
  readonly key: string;
  /** Keys of the scopes whose variables it can use. */
  readonly sees: readonly string[];
  /** Those of them that it has this variable in common with. */
  readonly shares: readonly string[];
  readonly occurrences: readonly Occurrence[];
}

/** The scopes that have a variable in common with the one at a place, that one included. */
export function variableScopes(files: LinkedFiles, name: string, at: FileOffset): readonly VariableScope[] {
  const scopes = scopesNaming(files, name);
  const isHere = ({ file, range }: Occurrence): boolean => file === at.file && contains(range, at.offset);
  const start = scopes.find(({ occurrences }) => occurrences.some(isHere));
  const family = new Set(start === undefined ? [] : [start]);
  const neighbours = neighboursIn(scopes);
  // Iterating a Set also visits members added during the iteration.
  for (const member of family) {
    neighbours(member).forEach((scope) => family.add(scope));
  }
  return scopes.filter((scope) => family.has(scope));
}

/** Every scope that contains a name. */
export function scopesNaming(files: LinkedFiles, name: string): readonly VariableScope[] {
  const environments = environmentsOf(files);
  return [
    ...chainScopes(files.chains, environments, name),
    ...files.chains.flatMap(({ source }) => requestScopes(source, name)),
    ...givenScopes(files.chains, environments, name),
    ...environmentScopes(environments, name),
    ...dataScopes(files, name),
    ...files.authz.flatMap((source) => authzScopes(source, name)),
  ].filter(({ occurrences }) => occurrences.length > 0);
}

/** Finds the scopes that a scope shares the variable with, either way. */
function neighboursIn(scopes: readonly VariableScope[]): (scope: VariableScope) => readonly VariableScope[] {
  const byKey = new Map(scopes.map((scope) => [scope.key, scope]));
  const sharedBy = groupPairs(scopes.flatMap((scope) => scope.shares.map((key) => [key, scope] as const)));
  return ({ key, shares }) => [
    ...shares.flatMap((shared) => byKey.get(shared) ?? []),
    ...(sharedBy.get(key) ?? []),
  ];
}

function chainScopes(
  chains: readonly ChainAnalysis[],
  environments: readonly EnvironmentSource[],
  name: string,
): readonly VariableScope[] {
  const known = new Set(chains.map(({ source }) => source.file));
  const others = chains
    .flatMap(({ surroundings }) => sourcesAround(surroundings))
    .filter(({ file }) => !known.has(file) && known.add(file));
  const borrowers = borrowersOf(chains, environments, name);
  return [
    ...chains.map((analysis) => {
      const sees = filesSeenBy(analysis, environments);
      const shared = takesFromOutside(analysis, name) ? sees : sees.filter((file) => borrowers.has(file));
      return {
        key: analysis.source.file,
        sees,
        shares: [...shared, ...chainsGiving(analysis.source, name)],
        occurrences: variableInChain(analysis.source, name),
      };
    }),
    ...others.map((source) => ({
      key: source.file,
      sees: [],
      shares: [],
      occurrences: variableInChain(source, name),
    })),
  ];
}

/**
 * Requests with a variable of their own by that name, which hides what the chain calls so. The authentication of
 * the chain takes its values from the request that is sent with it.
 */
function requestScopes({ file, requests, marks: head }: ChainSource, name: string): readonly VariableScope[] {
  const isInAuth = head.references.some((mark) => mark.constant === undefined && mark.name === name);
  return requests.flatMap(({ index, start: base, marks }) => {
    const place = (range: TextRange, role: Occurrence['role']): Occurrence => ({
      file,
      range: { start: base + range.start, end: base + range.end },
      role,
    });
    const occurrences = [
      ...marks.variables.filter(isNamed(name)).map((mark) => place(mark, 'definition')),
      ...marks.ownReferences.flatMap((mark) =>
        ownerOf(mark, marks)?.name === name ? [place(ownerRange(mark, name), 'use')] : [],
      ),
    ].toSorted((one, other) => one.range.start - other.range.start);
    const shares = isInAuth && marks.inheritsAuth ? [file] : [];
    return { key: `${file}#${index}`, sees: [file], shares, occurrences };
  });
}

/** The chains that extract a variable which steps take from them: it has one name in both. */
function chainsGiving({ file, requests }: ChainSource, name: string): readonly string[] {
  return requests.flatMap(({ marks: { call, extractions } }) =>
    call !== undefined && extractions.some(isNamed(name)) ? (pathFrom(file, call.name) ?? []) : [],
  );
}

/**
 * What steps give to the chains that they run is the variable of those chains, not of the one that has the step. It takes
 * the place of what the constants of required chains and the environment would be made from.
 */
function givenScopes(
  chains: readonly ChainAnalysis[],
  environments: readonly EnvironmentSource[],
  name: string,
): readonly VariableScope[] {
  const borrowers = borrowersOf(chains, environments, name);
  return chains.flatMap(({ source: { file, requests }, surroundings }) =>
    requests.flatMap(({ index, start: base, marks: { call } }) => {
      const called = call && pathFrom(file, call.name);
      if (call === undefined || called === undefined) {
        return [];
      }
      const required = surroundings.called?.get(call.name)?.required ?? [];
      const { environment } = surroundings;
      const around = [...required, ...(environment === undefined ? [] : [environment])].map(
        (one) => one.file,
      );
      return [
        {
          key: `${file}#${index}>`,
          sees: [called, ...around],
          shares: [called, ...around.filter((one) => borrowers.has(one))],
          occurrences: call.given.filter(isNamed(name)).map(({ start, end }) => ({
            file,
            range: { start: start + base, end: end + base },
            role: 'definition' as const,
          })),
        },
      ];
    }),
  );
}

/** The chains that a chain sees or runs, with what those require. */
function sourcesAround({ required, called }: ChainAnalysis['surroundings']): readonly ChainSource[] {
  const steps = [...(called?.values() ?? [])];
  return [
    ...required,
    ...steps.flatMap((step) => (step.source === undefined ? step.required : [...step.required, step.source])),
  ];
}

/** The required chains, and the environments that it can run in. */
function filesSeenBy(
  { source, surroundings }: ChainAnalysis,
  environments: readonly EnvironmentSource[],
): readonly string[] {
  return [
    ...surroundings.required.map(({ file }) => file),
    ...(surroundings.environment === undefined ? [] : [surroundings.environment.file]),
    ...(surroundings.data === undefined ? [] : [surroundings.data.file]),
    ...environments.map(({ file }) => file).filter((file) => isAtOrAbove(file, source.file)),
  ];
}

/** Whether some use of a variable may take its value from another file. */
function takesFromOutside({ byName, source }: ChainAnalysis, name: string): boolean {
  const variable = byName.get(name);
  const isDefinedHere = variable?.definitions.some(({ file }) => file === source.file);
  return isDefinedHere !== true || variable?.uses.some((use) => mayTakeFromOutside(use, source)) === true;
}

/** An extraction that may find nothing leaves what was there before. */
function mayTakeFromOutside({ definition }: VariableUse, { file }: ChainSource): boolean {
  switch (definition?.kind) {
    case 'constant':
      return false;
    case 'column':
      return definition.file !== file;
    case 'extraction':
      return mayFindNothing(definition);
    case 'required':
    case 'environment':
    case undefined:
      return true;
  }
}

/** Files whose own values refer to a variable: those references take what the chain that runs gives it. */
function borrowersOf(
  chains: readonly ChainAnalysis[],
  environments: readonly EnvironmentSource[],
  name: string,
): ReadonlySet<string> {
  const required = chains.flatMap(({ surroundings }) => sourcesAround(surroundings));
  return new Set([
    ...environments.filter(({ references }) => references.some(isNamed(name))).map(({ file }) => file),
    ...required
      .filter(({ marks }) =>
        marks.references.some((mark) => mark.constant !== undefined && mark.name === name),
      )
      .map(({ file }) => file),
  ]);
}

/** Where a chain names a variable, rows that are switched off included, in the order of the file. */
function variableInChain(source: ChainSource, name: string): readonly Occurrence[] {
  const { file, marks } = source;
  const inRequests = source.requests.flatMap((request) => {
    const place = ({ start, end }: TextRange, role: Occurrence['role']): Occurrence => ({
      file,
      range: { start: start + request.start, end: end + request.start },
      role,
    });
    return [
      ...request.marks.extractions.filter(isNamed(name)).map((mark) => place(mark, 'definition')),
      ...request.marks.references.filter(isNamed(name)).map((mark) => place(mark.nameRange, 'use')),
    ];
  });
  const inHead = [
    ...[...marks.constants, ...marks.columns]
      .filter(isNamed(name))
      .map((mark) => ({ range: mark, role: 'definition' as const })),
    ...marks.references
      .filter(isNamed(name))
      .map(({ nameRange }) => ({ range: nameRange, role: 'use' as const })),
  ].map(({ range, role }) => ({ file, range: rangeOf(range), role }));
  return [...inHead, ...inRequests].toSorted((one, other) => one.range.start - other.range.start);
}

function environmentScopes(
  environments: readonly EnvironmentSource[],
  name: string,
): readonly VariableScope[] {
  const files = new Set(environments.map(({ file }) => file));
  return [...files].map((file) => ({
    key: file,
    sees: [],
    shares: [],
    occurrences: distinct(
      environments
        .filter((environment) => environment.file === file)
        .flatMap((environment) => variableInEnvironment(environment, name)),
    ),
  }));
}

/** A data file names its columns; nothing in it refers to anything. */
function dataScopes({ chains }: LinkedFiles, name: string): readonly VariableScope[] {
  const sources = new Map(
    chains.flatMap(({ surroundings: { data } }) => (data === undefined ? [] : [[data.file, data] as const])),
  );
  return [...sources.values()].map(({ file, names }) => ({
    key: file,
    sees: [],
    shares: [],
    occurrences: names
      .filter(isNamed(name))
      .map((mark) => ({ file, range: rangeOf(mark), role: 'definition' as const })),
  }));
}

function variableInEnvironment(
  { file, variables, references }: EnvironmentSource,
  name: string,
): readonly Occurrence[] {
  return [
    ...variables
      .filter(isNamed(name))
      .map((mark) => ({ file, range: rangeOf(mark), role: 'definition' as const })),
    ...references.filter(isNamed(name)).map((mark) => ({ file, range: rangeOf(mark), role: 'use' as const })),
  ];
}

/** Environments of one file may share variables. */
function distinct(occurrences: readonly Occurrence[]): readonly Occurrence[] {
  return [...new Map(occurrences.map((occurrence) => [occurrence.range.start, occurrence])).values()];
}

/** A matrix has no scope of its own: each of its marks belongs to the chains it is about. */
function authzScopes({ file, variables }: AuthzSource, name: string): readonly VariableScope[] {
  return variables.filter(isNamed(name)).map(({ start, end, role, chains }) => ({
    key: `${file}#${start}`,
    sees: chains,
    shares: chains,
    occurrences: [{ file, range: { start, end }, role }],
  }));
}

/** The given environments, and those that chains know besides. */
function environmentsOf({ chains, environments }: LinkedFiles): readonly EnvironmentSource[] {
  const known = new Set(environments.map(({ file }) => file));
  const others = chains
    .flatMap(({ surroundings }) => surroundings.environment ?? [])
    .filter(({ file }) => !known.has(file) && known.add(file));
  return [...environments, ...others];
}

function isNamed(name: string): (mark: { readonly name: string }) => boolean {
  return (mark) => mark.name === name;
}
