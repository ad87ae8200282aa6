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
  for (const { use, extracted, definition } of produced) {
    add(use, extracted, definition, gaveNothing(extracted, definition, lastRun));
  }
  for (const use of missing) {
    const miss = missOf(table, use.missing, use.request.index);
    if (miss.kind === 'late' || miss.kind === 'disabled') {
      add(use, use.missing, miss.producer, true);
    }
  }
  return [...found.values()];
}

/** Whether the last run gave no value for an extraction. */
function gaveNothing(
  variable: string,
  { requestId }: ExtractionDefinition,
  lastRun: LastRun | undefined,
): boolean {
  const last = lastRun?.get(requestId);
  return last?.outcome === 'failed' || last?.outcome === 'blocked' || last?.missed.has(variable) === true;
}
