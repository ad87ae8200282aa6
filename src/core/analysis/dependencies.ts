/** Which request needs which other one of its chain. */
import type { Dependency, LastRun } from './analysis';
import type { DefinitionTable, ExtractionDefinition } from './definitions';
import { missOf } from './missingFindings';
import type { RequestNeeds, RequestUse } from './requestNeeds';

/** The dependencies of a chain, each once, those with a value first. */
export function dependenciesOf(
  { produced, missing }: RequestNeeds,
  table: DefinitionTable,
  lastRun: LastRun | undefined,
): readonly Dependency[] {
  const found = new Map<string, Dependency>();
  const add = (
    { request, kind }: RequestUse,
    variable: string,
    { requestId: from }: ExtractionDefinition,
    broken: boolean,
  ): void => {
    const dependency = { from, to: request.id, variable, kind, broken };
    const key = [from, request.id, variable, kind].join('\n');
    if (from !== '' && request.id !== '' && from !== request.id && !found.has(key)) {
      found.set(key, dependency);
    }
  };
  const given = new Set(
    produced.flatMap(({ use, extracted, definition }) =>
      gaveNothing(extracted, definition, lastRun) ? [] : [valueKey(use, extracted)],
    ),
  );
  for (const { use, extracted, definition } of produced) {
    const isBroken =
      didNotPass(definition, lastRun) ||
      (gaveNothing(extracted, definition, lastRun) && !given.has(valueKey(use, extracted)));
    add(use, extracted, definition, isBroken);
  }
  for (const use of missing) {
    const miss = missOf(table, use.missing, use.request.index);
    if (miss.kind === 'late' || miss.kind === 'disabled') {
      add(use, use.missing, miss.producer, true);
    }
  }
  return [...found.values()];
}

/** Names the value of a variable for a request, which one of several extractions may give. */
function valueKey({ request }: RequestUse, extracted: string): string {
  return `${request.index} ${extracted}`;
}

/** Whether the last run gave no value for an extraction. */
function gaveNothing(
  variable: string,
  definition: ExtractionDefinition,
  lastRun: LastRun | undefined,
): boolean {
  return didNotPass(definition, lastRun) || lastRun?.get(definition.requestId)?.missed.has(variable) === true;
}

function didNotPass({ requestId }: ExtractionDefinition, lastRun: LastRun | undefined): boolean {
  const outcome = lastRun?.get(requestId)?.outcome;
  return outcome === 'failed' || outcome === 'blocked';
}
