/**
 * What gives each variable a value, and which of several definitions counts at a request.
 *
 * The order is that of the scope (scope.ts), innermost first: extractions of earlier requests, rows of data, the
 * chain's constants, required chains with the one run last first, the environment.
 */
import { defined } from '../defined';
import type { TextRange } from '../problem';
import type { Definition, Surroundings } from './analysis';
import type { ChainSource, EnvironmentSource, RequestSource } from './chainSource';
import type { DataSource } from './dataSource';

/** A definition in a request of the chain itself. */
export type ExtractionDefinition = Extract<Definition, { kind: 'extraction' }>;

/** Definitions by variable: extractions in order of the file, then the others, innermost first. */
export type DefinitionTable = ReadonlyMap<string, readonly Definition[]>;

/** Collects the definitions of everything a chain can see. */
export function collectDefinitions(source: ChainSource, surroundings: Surroundings): DefinitionTable {
  const table = new Map<string, Definition[]>();
  const add = (name: string, definition: Definition): void => {
    const known = table.get(name);
    if (known === undefined) {
      table.set(name, [definition]);
    } else {
      known.push(definition);
    }
  };
  for (const request of source.requests) {
    for (const { name, ...mark } of request.marks.extractions) {
      add(name, extractionDefinition(source.file, request, mark));
    }
  }
  addColumns({ file: source.file, names: source.marks.columns }, add);
  if (surroundings.data !== undefined) {
    addColumns(surroundings.data, add);
  }
  for (const { name, start, end } of source.marks.constants) {
    add(name, { kind: 'constant', file: source.file, range: { start, end } });
  }
  surroundings.required.toReversed().forEach((required) => addRequired(required, add));
  if (surroundings.environment !== undefined) {
    addEnvironment(surroundings.environment, add);
  }
  return table;
}

/**
 * The definition that counts for the request at `index`; absent when there is none.
 *
 * @param definitions of one variable, in the order of {@link AnalyzedVariable.definitions}
 */
export function definitionAt(definitions: readonly Definition[], index: number): Definition | undefined {
  for (let at = earlierExtractions(definitions, index) - 1; at >= 0; at -= 1) {
    const definition = definitions[at];
    if (definition !== undefined && !isDisabled(definition)) {
      return definition;
    }
  }
  return outerDefinition(definitions);
}

/** Extractions of one variable that are followed back; an import may have thousands that are all optional. */
const MOST_ALTERNATIVES = 20;

/**
 * The definitions that may give the variable its value for the request at `index`, the one that counts first: an
 * optional extraction that finds nothing leaves what was there before.
 */
export function definitionsAt(definitions: readonly Definition[], index: number): readonly Definition[] {
  const found: Definition[] = [];
  for (let at = earlierExtractions(definitions, index) - 1; at >= 0; at -= 1) {
    const definition = definitions[at];
    if (definition !== undefined && !isDisabled(definition)) {
      found.push(definition);
      if (!mayFindNothing(definition) || found.length === MOST_ALTERNATIVES) {
        return found;
      }
    }
  }
  const outer = outerDefinition(definitions);
  return outer === undefined ? found : [...found, outer];
}

/** Whether an extraction is optional. */
export function mayFindNothing(definition: Definition): boolean {
  return definition.kind === 'extraction' && definition.extraction?.optional === true;
}

/** What defines the variable besides the extractions of this chain; absent when nothing does. */
export function outerDefinition(definitions: readonly Definition[]): Definition | undefined {
  return definitions[earlierExtractions(definitions, Number.POSITIVE_INFINITY)];
}

/** The extractions among the definitions of a variable. */
export function extractionsOf(definitions: readonly Definition[]): readonly ExtractionDefinition[] {
  return definitions.filter((definition) => definition.kind === 'extraction');
}

type AddDefinition = (name: string, definition: Definition) => void;

function extractionDefinition(
  file: string,
  { id, index, start, disabled, request }: RequestSource,
  mark: TextRange & { readonly index: number },
): ExtractionDefinition {
  const extraction = request?.extract[mark.index];
  return {
    kind: 'extraction',
    file,
    range: { start: mark.start + start, end: mark.end + start },
    requestId: id,
    requestIndex: index,
    extractionIndex: mark.index,
    disabled,
    ...defined({ extraction }),
  };
}

/** Of several rows the first that has a column defines it. */
function addColumns({ file, names }: Pick<DataSource, 'file' | 'names'>, add: AddDefinition): void {
  const first = new Map(names.toReversed().map((mark) => [mark.name, mark]));
  for (const [name, { start, end }] of first) {
    add(name, { kind: 'column', file, range: { start, end } });
  }
}

function addRequired({ file, requests, marks }: ChainSource, add: AddDefinition): void {
  for (const { id, disabled, start: base, marks: inRequest } of requests.toReversed()) {
    for (const { name, start, end } of disabled ? [] : inRequest.extractions) {
      add(name, {
        kind: 'required',
        file,
        range: { start: start + base, end: end + base },
        requestId: id,
      });
    }
  }
  for (const { name, start, end } of marks.constants) {
    add(name, { kind: 'required', file, range: { start, end } });
  }
}

function addEnvironment(source: EnvironmentSource, add: AddDefinition): void {
  const { name: environment, privatePart } = source;
  for (const { file, variables } of privatePart === undefined ? [source] : [privatePart, source]) {
    for (const { name, start, end } of variables) {
      add(name, { kind: 'environment', file, range: { start, end }, environment });
    }
  }
}

/** How many definitions are extractions of requests before `index`; they come first, in order. */
export function earlierExtractions(definitions: readonly Definition[], index: number): number {
  let low = 0;
  let high = definitions.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const definition = definitions[middle];
    if (definition?.kind === 'extraction' && definition.requestIndex < index) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

function isDisabled(definition: Definition): boolean {
  return definition.kind === 'extraction' && definition.disabled;
}
