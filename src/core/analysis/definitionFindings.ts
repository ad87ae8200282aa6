/**
 * What is wrong with the definitions of a chain: values that nobody uses, that hide others, that are
 * overwritten before anybody looked, or that did not come the last time.
 */
import type { AnalyzedVariable, Definition, LastRun } from './analysis';
import { requestByIndex, type ChainSource } from './chainSource';
import { extractionsOf, mayFindNothing, outerDefinition, type ExtractionDefinition } from './definitions';
import type { Finding, NoValueFinding } from './finding';
import { nameOfRequest } from './missingFindings';
import { isOwn } from './variables';

/** Definitions of a variable that nothing uses. */
export function unusedFindings({ name, definitions, health }: AnalyzedVariable): readonly Finding[] {
  return health !== 'unused'
    ? []
    : definitions.filter(isOwn).map((definition) => ({
        ...about(name, definition),
        code: 'unused',
        severity: 'information',
        message: `Nothing in this chain uses ${name}. Remove it unless a chain that requires or runs this one needs it.`,
      }));
}

/** Definitions that hide another one of the same name, by the order of the scope. */
export function shadowingFindings({ name, definitions }: AnalyzedVariable): readonly Finding[] {
  const outer = outerDefinition(definitions);
  if (outer === undefined) {
    return [];
  }
  const [extraction] = extractionsOf(definitions);
  const hidden = outer.kind === 'constant' ? definitions[definitions.indexOf(outer) + 1] : undefined;
  return [
    ...(extraction === undefined ? [] : [shadowing(name, extraction, outer)]),
    ...(hidden === undefined ? [] : [shadowing(name, outer, hidden)]),
  ];
}

/** Extractions whose value is replaced before any request used it; one that may find nothing is an alternative. */
export function duplicateFindings(
  { name, definitions }: AnalyzedVariable,
  used: ReadonlySet<ExtractionDefinition>,
  source: ChainSource,
): readonly Finding[] {
  const enabled = extractionsOf(definitions).filter(({ disabled }) => !disabled);
  return enabled.flatMap((definition, position) => {
    const before = enabled[position - 1];
    if (before === undefined || used.has(before) || mayFindNothing(definition)) {
      return [];
    }
    const first = requestByIndex(source, before.requestIndex);
    const where =
      before.requestId === definition.requestId
        ? 'by an extraction before this one'
        : `by ${first === undefined ? 'an earlier request' : nameOfRequest(first)}, and nothing uses it in between`;
    return [
      {
        ...about(name, definition),
        code: 'duplicate-extraction',
        severity: 'warning',
        message: `${name} is extracted already ${where}. Remove one of the two, or give it another name.`,
      },
    ];
  });
}

/** Extractions that gave nothing the last time. */
export function lastRunFindings(
  { name, definitions }: Pick<AnalyzedVariable, 'name' | 'definitions'>,
  used: ReadonlySet<ExtractionDefinition>,
  source: ChainSource,
  lastRun: LastRun,
): readonly NoValueFinding[] {
  return extractionsOf(definitions).flatMap((definition): readonly NoValueFinding[] => {
    const message = lastTime(name, definition, used.has(definition), lastRun);
    const request = requestByIndex(source, definition.requestIndex);
    return message === undefined || request === undefined
      ? []
      : [
          {
            ...about(name, definition),
            code: 'broken-producer',
            severity: 'warning',
            message: message(nameOfRequest(request)),
          },
        ];
  });
}

function lastTime(
  name: string,
  definition: ExtractionDefinition,
  isUsed: boolean,
  lastRun: LastRun,
): ((request: string) => string) | undefined {
  const last = definition.disabled ? undefined : lastRun.get(definition.requestId);
  const reason = last?.missed.get(name);
  if (reason !== undefined && !mayFindNothing(definition)) {
    return () => `${name} was not found the last time: ${reason} Correct the extraction, or what it reads.`;
  }
  return isUsed && (last?.outcome === 'failed' || last?.outcome === 'blocked')
    ? (request) =>
        last.outcome === 'failed'
          ? `${request} failed the last time, so ${name} may have no value. Look at its result first.`
          : `${request} was blocked the last time, so ${name} may have no value. Look at its result first.`
    : undefined;
}

function shadowing(name: string, inner: Definition, outer: Definition): Finding {
  const hides = `the ${name} of ${placeInWords(outer)}`;
  const message =
    inner.kind === 'extraction'
      ? `From here on ${name} hides ${hides}. Rename one of the two if they are not meant to be the same.`
      : `${name} hides ${hides}. Rename one of the two, or remove one if they are meant to be the same.`;
  return { ...about(name, inner), code: 'shadowing', severity: 'warning', message };
}

function placeInWords(definition: Definition): string {
  switch (definition.kind) {
    case 'extraction':
    case 'constant':
      return 'this chain';
    case 'column':
      return `the rows of ${definition.file}`;
    case 'required':
      return definition.file;
    case 'environment':
      return `the environment ${definition.environment}`;
  }
}

function about(name: string, definition: Definition): Pick<NoValueFinding, 'range' | 'variable' | 'request'> {
  const { range } = definition;
  return definition.kind === 'extraction'
    ? { range, variable: name, request: definition.requestId }
    : { range, variable: name };
}
