/**
 * Going from a name to what it names and back: definitions, references, highlights.
 */
import type { ChainAnalysis } from '../analysis/analysis';
import type { TextRange } from '../problem';
import type { AuthzSource } from './authzSource';
import { requestOccurrences, variableOccurrences } from './occurrences';
import type { FileOffset, LinkedFiles, Occurrence } from './linkedFiles';
import {
  contains,
  rangeOf,
  subjectInAuthz,
  subjectInChain,
  subjectInEnvironments,
  type Subject,
} from './subject';

/** A stretch of a file. */
export interface FileRange {
  /** Workspace path. */
  readonly file: string;
  readonly range: TextRange;
}

/** What a name leads to. */
export interface Definitions {
  /** The name that was pointed at. */
  readonly origin: TextRange;
  readonly places: readonly FileRange[];
}

/** What is pointed at, in any of the files; absent when nothing is named there. */
export function subjectAt(files: LinkedFiles, { file, offset }: FileOffset): Subject | undefined {
  const chain = chainOf(files, file);
  if (chain !== undefined) {
    return subjectInChain(chain.source, offset);
  }
  const authz = files.authz.find((source) => source.file === file);
  return authz === undefined
    ? subjectInEnvironments(
        files.environments.filter((environment) => environment.file === file),
        offset,
      )
    : subjectInAuthz(authz, offset);
}

/** Where what is named at a place is defined. A definition leads to itself; built-ins to nowhere. */
export function findDefinitions(files: LinkedFiles, at: FileOffset): Definitions | undefined {
  const subject = subjectAt(files, at);
  if (subject === undefined || subject.kind === 'builtIn') {
    return undefined;
  }
  return { origin: subject.range, places: placesOf(files, subject, at) };
}

/** Every place that names what is named at a place, definitions included, file by file. */
export function findReferences(files: LinkedFiles, at: FileOffset): readonly Occurrence[] {
  const subject = subjectAt(files, at);
  switch (subject?.kind) {
    case 'variable':
      return variableOccurrences(files, subject.name, at);
    case 'request':
      return requestOccurrences(files, subject.chain, subject.id);
    case 'chain':
    case 'environment':
    case 'builtIn':
    case undefined:
      return [];
  }
}

/** Other places in the same file with the name at a place. */
export function findHighlights(files: LinkedFiles, at: FileOffset): readonly Occurrence[] {
  const authz = files.authz.find(({ file }) => file === at.file);
  return authz === undefined
    ? findReferences(files, at).filter(({ file }) => file === at.file)
    : highlightsInAuthz(authz, at.offset);
}

const FILE_START: TextRange = { start: 0, end: 0 };

/** The marks of a matrix belong together through chains that need not be at hand; here the name is enough. */
function highlightsInAuthz(source: AuthzSource, offset: number): readonly Occurrence[] {
  const subject = subjectInAuthz(source, offset);
  const { file } = source;
  if (subject?.kind === 'request') {
    return requestOccurrences({ chains: [], environments: [], authz: [source] }, subject.chain, subject.id);
  }
  return subject?.kind === 'variable'
    ? source.variables
        .filter(({ name }) => name === subject.name)
        .map((mark) => ({ file, range: rangeOf(mark), role: mark.role }))
    : [];
}

function placesOf(
  files: LinkedFiles,
  subject: Exclude<Subject, { kind: 'builtIn' }>,
  at: FileOffset,
): readonly FileRange[] {
  switch (subject.kind) {
    case 'variable':
      return definitionsOfVariable(files, subject, at);
    case 'request':
      return requestOccurrences(files, subject.chain, subject.id).filter(isDefinition).map(placeOf);
    case 'chain':
      return subject.chain === undefined ? [] : [{ file: subject.chain, range: FILE_START }];
    case 'environment':
      return environmentFiles(files, subject.name, at.file).map((file) => ({ file, range: FILE_START }));
  }
}

/**
 * The definition that gives a reference its value at its place; else everything that defines the name. From a step it
 * leads into the chain that the step runs.
 */
function definitionsOfVariable(
  files: LinkedFiles,
  subject: Subject & { kind: 'variable' },
  at: FileOffset,
): readonly FileRange[] {
  if (subject.isDefinition) {
    const there = variableOccurrences(files, subject.name, at).filter(({ file }) => file === subject.step);
    const defining = there.filter(isDefinition).map(placeOf);
    return defining.length === 0 ? [{ file: at.file, range: subject.range }] : defining;
  }
  const use = chainOf(files, at.file)
    ?.byName.get(subject.name)
    ?.uses.find(({ range }) => contains(range, at.offset));
  return use?.definition === undefined
    ? variableOccurrences(files, subject.name, at).filter(isDefinition).map(placeOf)
    : [placeOf(use.definition)];
}

/** The file that a chain takes its environment from; for a matrix every one of that name. */
function environmentFiles(files: LinkedFiles, name: string, file: string): readonly string[] {
  const own = chainOf(files, file)?.surroundings.environment;
  if (own?.name === name) {
    return [own.file];
  }
  return files.environments.filter((environment) => environment.name === name).map((found) => found.file);
}

function chainOf({ chains }: LinkedFiles, file: string): ChainAnalysis | undefined {
  return chains.find(({ source }) => source.file === file);
}

function isDefinition({ role }: Occurrence): boolean {
  return role === 'definition';
}

function placeOf({ file, range }: FileRange): FileRange {
  return { file, range };
}
