/** What the Parameter Dashboard shows of a chain, from what the Chain Analyzer says about it. */
import type { AnalyzedVariable, ChainAnalysis, Definition, VariableUse } from './analysis';
import type { RequestSource } from './chainSource';
import { describeExtraction } from '../run/describeExtraction';
import { valuesAt, type KnownValue, type KnownValues } from '../language/available';
import type { Parameter, ParameterGroup, ParameterPlace } from './parameter';
import type { Problem, TextRange } from '../problem';
import { formatLocation } from '../result/resultViews';

const ORDER: readonly AnalyzedVariable['health'][] = ['broken', 'unused', 'healthy'];

/** Problems of the files that a chain names. */
const FILE_PROBLEMS: ReadonlySet<string> = new Set(['environment', 'requires', 'data', 'openapi']);

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
  const own = source.requests.flatMap((request) => ownParameters(analysis, request, known));
  return ORDER.map((health) => ({
    health,
    parameters: [
      ...variables
        .filter((variable) => variable.health === health && !isOfRequests(variable, own))
        .map(asParameter),
      ...own.filter((variable) => variable.health === health).map(({ parameter }) => parameter),
    ],
  })).filter(({ parameters }) => parameters.length > 0);
}

/** Whether only the authentication of the chain names a variable, which takes it from the requests. */
function isOfRequests({ name, definitions, uses }: AnalyzedVariable, own: readonly OwnParameter[]): boolean {
  return (
    definitions.length === 0 &&
    uses.every(({ requestId, constant }) => requestId === undefined && constant === undefined) &&
    own.some(({ parameter }) => parameter.name === name)
  );
}

/** A variable of a request and its state. */
interface OwnParameter {
  readonly health: AnalyzedVariable['health'];
  readonly parameter: Parameter;
}

/** The variables of a request itself. The authentication of the chain can use them, too. */
function ownParameters(
  analysis: ChainAnalysis,
  request: RequestSource,
  known: KnownValues,
): readonly OwnParameter[] {
  const { source, problems } = analysis;
  const { id, index, start: base, marks } = request;
  const valueOf = valuesAt(analysis, index, known);
  const inAuth = marks.inheritsAuth
    ? source.marks.references.filter(({ constant }) => constant === undefined)
    : [];
  return marks.variables.map(({ name, start, end }) => {
    const place = { file: source.file, owner: id, part: '', fails: false };
    const used = marks.ownReferences.filter((mark) => mark.name === name && !mark.disabled);
    const uses = [
      ...used.map((mark) => ({ ...mark, start: mark.start + base, end: mark.end + base })),
      ...inAuth.filter((mark) => mark.name === name),
    ].map((mark): ParameterPlace => ({
      ...place,
      role: 'use',
      range: { start: mark.start, end: mark.end },
      part: formatLocation(mark.location),
    }));
    const definition: ParameterPlace = {
      ...place,
      role: 'own',
      range: { start: start + base, end: end + base },
    };
    const places = [definition, ...uses];
    const faults = problems.filter(({ range }) => places.some((one) => overlap(one.range, range)));
    const isBroken = faults.some(({ severity }) => severity === 'error');
    return {
      health: isBroken ? 'broken' : uses.length === 0 ? 'unused' : 'healthy',
      parameter: {
        name,
        request: { id, index },
        ...shownValue(valueOf(name)),
        places,
        problems: faults.map(({ message }) => message),
      },
    };
  });
}

function overlap(one: TextRange, other: TextRange): boolean {
  return one.start < other.end && other.start < one.end;
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
    case 'column':
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
