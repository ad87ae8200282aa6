/** Other places that a problem is about: the definition that is hidden, the request that comes too late. */
import type { ChainAnalysis, Definition } from '../analysis/analysis';
import { requestByIndex } from '../analysis/chainSource';
import { nameOfRequest } from '../analysis/missingFindings';
import type { Problem, TextRange } from '../problem';

/** A place with a word on what it has to do with the problem. */
export interface RelatedPlace {
  /** Workspace path. */
  readonly file: string;
  readonly range: TextRange;
  readonly message: string;
}

/** Codes of problems between the definitions of one variable. */
const ABOUT_DEFINITIONS: ReadonlySet<string> = new Set([
  'shadowing',
  'duplicate-extraction',
  'used-before-produced',
  'broken-producer',
]);

const MAX_PLACES = 5;

/** The other definitions of the variable that a problem is about; none for other problems. */
export function relatedPlaces(problem: Problem, analysis: ChainAnalysis): readonly RelatedPlace[] {
  const { code, variable, range } = problem;
  const { source } = analysis;
  if (variable === undefined || !ABOUT_DEFINITIONS.has(code)) {
    return [];
  }
  const definitions = analysis.byName.get(variable)?.definitions ?? [];
  return definitions
    .slice(0, MAX_PLACES + 1)
    .filter((definition) => definition.file !== source.file || definition.range.start !== range.start)
    .slice(0, MAX_PLACES)
    .map((definition) => ({
      file: definition.file,
      range: definition.range,
      message: inWords(definition, variable, analysis),
    }));
}

function inWords(definition: Definition, variable: string, { source }: ChainAnalysis): string {
  switch (definition.kind) {
    case 'extraction': {
      const request = requestByIndex(source, definition.requestIndex);
      return `${request === undefined ? definition.requestId : nameOfRequest(request)} extracts ${variable} here.`;
    }
    case 'column':
      return `${variable} is a column of ${definition.file}.`;
    case 'constant':
      return `${variable} is a constant of this chain.`;
    case 'required':
      return `${definition.file} brings ${variable} along.`;
    case 'environment':
      return `The environment ${definition.environment} defines ${variable}.`;
  }
}
