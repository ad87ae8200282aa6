/** What the Parameter Dashboard shows of a chain, from what the Chain Analyzer says about it. */
import type { AnalyzedVariable, ChainAnalysis, Definition, VariableUse } from './analysis';
import { describeExtraction } from '../run/describeExtraction';
import { valuesAt, type KnownValue, type KnownValues } from '../language/available';
import type { Parameter, ParameterGroup, ParameterPlace } from './parameter';
import type { Problem } from '../problem';
import { formatLocation } from '../result/resultViews';

const ORDER: readonly AnalyzedVariable['health'][] = ['broken', 'unused', 'healthy'];

/** Problems of the files that a chain names. */
const FILE_PROBLEMS: ReadonlySet<string> = new Set(['environment', 'requires']);

/** The groups that have a variable; `known` are the values of the last run. */
export function parameterGroups(analysis: ChainAnalysis, known: KnownValues): readonly ParameterGroup[] {
  const { source, variables, problems } = analysis;
  const messages = messagesByVariable(problems);
  // Without a message of its own a variable is missing because a file around the chain is.
  const outside = problems.filter(({ code }) => FILE_PROBLEMS.has(code)).map(({ message }) => message);
  const valueOf = valuesAt(analysis, source.requests.length, known);
  const asParameter = ({ name, definitions, uses, health }: AnalyzedVariable): Parameter => ({
    name,
    // What a producer that is switched off gave last is still worth knowing.
    ...shownValue(valueOf(name) ?? known.get(name)),
    places: [
      ...definitions.map(definitionPlace),
      ...uses
        .map((use) => usePlace(source.file, use))
        // What a request lacks that is switched off breaks nothing.
        .map((place) => (health === 'broken' ? place : { ...place, fails: false })),
    ],
    problems: messages.get(name) ?? (health === 'broken' ? outside : []),
  });
  return ORDER.map((health) => ({
    health,
    parameters: variables.filter((variable) => variable.health === health).map(asParameter),
  })).filter(({ parameters }) => parameters.length > 0);
}

function shownValue(value: KnownValue | undefined): Pick<Parameter, 'value'> {
  return value === undefined ? {} : { value: value.shown };
}

function definitionPlace(definition: Definition): ParameterPlace {
  const { kind: role, file, range } = definition;
  const place = { role, file, range, owner: '', part: '', fails: false };
  switch (definition.kind) {
    case 'extraction': {
      const { extraction, requestId, disabled } = definition;
      const part = extraction === undefined ? '' : describeExtraction(extraction);
      return { ...place, owner: requestId, part, fails: disabled };
    }
    case 'constant':
      return place;
    case 'required':
      return { ...place, owner: definition.requestId ?? '' };
    case 'environment':
      return { ...place, owner: definition.environment };
  }
}

function usePlace(
  file: string,
  { range, location, requestId, constant, definition }: VariableUse,
): ParameterPlace {
  return {
    role: 'use',
    file,
    range,
    owner: requestId ?? constant ?? '',
    part: constant === undefined ? formatLocation(location) : '',
    fails: definition === undefined,
  };
}

function messagesByVariable(problems: readonly Problem[]): ReadonlyMap<string, readonly string[]> {
  const messages = new Map<string, string[]>();
  for (const { variable, message } of problems) {
    if (variable !== undefined) {
      const others = messages.get(variable);
      messages.set(variable, others ?? [message]);
      others?.push(message);
    }
  }
  return messages;
}
