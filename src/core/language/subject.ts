/**
 * What a person points at in a file: the variable, request, file or environment whose name is there.
 *
 * The cursor is on a name when it is inside it or at either end, as everywhere in an editor; on a
 * reference also when it is between the braces and the name.
 */
import {
  ownerOf,
  ownerRange,
  type ChainSource,
  type EnvironmentSource,
  type NameMark,
} from '../analysis/chainSource';
import { requestAt } from '../analysis/siteAt';
import { defined } from '../defined';
import type { TextRange } from '../problem';
import type { AuthzSource } from './authzSource';
import { pathFrom } from './filePath';

/** A name in a file and what it names. `range` covers the name alone, quotes and braces left out. */
export type Subject =
  | {
      readonly kind: 'variable';
      readonly name: string;
      readonly range: TextRange;
      readonly isDefinition: boolean;
      /** The chain that has the variable too: a step gives it a value, or takes it from there. */
      readonly step?: string;
    }
  /** `{{$guid}}`, `{{$secret NAME}}`. */
  | { readonly kind: 'builtIn'; readonly name: string; readonly range: TextRange }
  | { readonly kind: 'request'; readonly chain: string; readonly id: string; readonly range: TextRange }
  /** A chain file; without `chain` it leads out of the workspace. */
  | { readonly kind: 'chain'; readonly chain?: string; readonly range: TextRange }
  | { readonly kind: 'environment'; readonly name: string; readonly range: TextRange };

/** What is at an offset of a chain file; absent when it names nothing. */
export function subjectInChain(source: ChainSource, offset: number): Subject | undefined {
  const request = requestAt(source, offset);
  if (request === undefined) {
    return subjectInHead(source, offset);
  }
  const local = offset - request.start;
  const { id, call, extractions, references, ownReferences, variables } = request.marks;
  const shift = ({ start, end }: TextRange): TextRange => ({
    start: start + request.start,
    end: end + request.start,
  });
  if (id !== undefined && request.id !== '' && contains(id, local)) {
    return { kind: 'request', chain: source.file, id: request.id, range: shift(id) };
  }
  if (call !== undefined && contains(call, local)) {
    return chainNamed(source, { ...call, ...shift(call) });
  }
  const crossing = call === undefined ? [] : [...extractions, ...call.given];
  const named = [...extractions, ...variables, ...crossing].find((mark) => contains(mark, local));
  if (named !== undefined) {
    const step = crossing.includes(named) ? pathFrom(source.file, call?.name ?? '') : undefined;
    return {
      ...{ kind: 'variable', name: named.name, range: shift(named), isDefinition: true },
      ...defined({ step }),
    };
  }
  const reference = [...references, ...ownReferences].find((mark) => contains(mark, local));
  if (reference === undefined) {
    return undefined;
  }
  const owner = ownerOf(reference, request.marks)?.name ?? reference.name;
  return referenced({ ...reference, name: owner }, shift(ownerRange(reference, owner)));
}

/** What is at an offset of an environment file. */
export function subjectInEnvironments(
  environments: readonly EnvironmentSource[],
  offset: number,
): Subject | undefined {
  const marks = environments.flatMap(({ variables, references }) => [
    ...variables.map((mark) => ({ mark, isDefinition: true })),
    ...references.map((mark) => ({ mark, isDefinition: false })),
  ]);
  const found = marks.find(({ mark }) => contains(mark, offset));
  return found === undefined
    ? undefined
    : found.isDefinition
      ? definition(found.mark)
      : referenced(found.mark, found.mark);
}

/** What is at an offset of an authorization matrix. */
export function subjectInAuthz(source: AuthzSource, offset: number): Subject | undefined {
  const mark = source.requests.find((candidate) => contains(candidate, offset));
  if (mark !== undefined) {
    const { chain, request, chainRange } = mark;
    return chain !== undefined && request !== undefined && contains(request, offset)
      ? { kind: 'request', chain, id: request.name, range: rangeOf(request) }
      : { kind: 'chain', ...defined({ chain }), range: chainRange };
  }
  const variable = source.variables.find((candidate) => contains(candidate, offset));
  if (variable !== undefined) {
    return variable.role === 'definition' ? definition(variable) : referenced(variable, variable);
  }
  const { environment } = source;
  return environment !== undefined && contains(environment, offset)
    ? { kind: 'environment', name: environment.name, range: rangeOf(environment) }
    : undefined;
}

/** Whether an offset lies in a range or at one of its ends. */
export function contains({ start, end }: TextRange, offset: number): boolean {
  return start <= offset && offset <= end;
}

/** Whether two ranges have a character in common or meet. */
export function touches(one: TextRange, other: TextRange): boolean {
  return one.start <= other.end && other.start <= one.end;
}

/** The range alone, without what else a mark knows. */
export function rangeOf({ start, end }: TextRange): TextRange {
  return { start, end };
}

function subjectInHead(source: ChainSource, offset: number): Subject | undefined {
  const { marks } = source;
  const constant = [...marks.constants, ...marks.columns].find((mark) => contains(mark, offset));
  if (constant !== undefined) {
    return definition(constant);
  }
  const reference = marks.references.find((mark) => contains(mark, offset));
  if (reference !== undefined) {
    return referenced(reference, reference.nameRange);
  }
  const required = marks.requires.find((mark) => contains(mark, offset));
  if (required !== undefined) {
    return chainNamed(source, required);
  }
  return marks.environment !== undefined && contains(marks.environment, offset)
    ? { kind: 'environment', name: marks.environment.name, range: rangeOf(marks.environment) }
    : undefined;
}

function chainNamed({ file }: ChainSource, mark: NameMark): Subject {
  const chain = pathFrom(file, mark.name);
  return { kind: 'chain', ...defined({ chain }), range: rangeOf(mark) };
}

function referenced({ name }: NameMark, range: TextRange): Subject {
  return name.startsWith('$')
    ? { kind: 'builtIn', name, range: rangeOf(range) }
    : { kind: 'variable', name, range: rangeOf(range), isDefinition: false };
}

function definition(mark: NameMark): Subject {
  return { kind: 'variable', name: mark.name, range: rangeOf(mark), isDefinition: true };
}
