/**
 * What of suggestions a chain has not carried out yet: a place that refers to something already, or says another
 * value by now, is settled, and what a request extracts already keeps its name.
 */
import { treeOf } from '../../edit/jsonEdit';
import { valueAtSteps } from '../../extraction/responsePart';
import type { JsonValue } from '../../json/json';
import { valueOf } from '../../json/jsonDocument';
import { boundVariable } from '../apply/existingExtraction';
import { referAt } from '../apply/slotReference';
import type { MappingProducer, MappingSuggestion } from '../decide/suggestMappings';
import type { Slot } from '../read/slots';

/** Suggestions that can still be carried out. */
export interface OpenSuggestions {
  readonly suggestions: readonly MappingSuggestion[];
  /** How many places already refer to something or have another value. */
  readonly settled: number;
}

/**
 * The suggestions that a chain has places for.
 *
 * @param indexOf index in the chain of the request that an entry of the session is; absent for none
 * @throws UserError when the text is not JSON
 */
export function openSuggestions(
  text: string,
  suggestions: readonly MappingSuggestion[],
  indexOf: (entry: number) => number | undefined,
): OpenSuggestions {
  const chain = valueOf(treeOf(text));
  const requestOf = (entry: number): JsonValue | undefined =>
    valueAtSteps(chain, ['requests', indexOf(entry) ?? -1]);
  const open = suggestions.flatMap(({ variable: name, producer, consumers }): MappingSuggestion[] => {
    const source = requestOf(producer.entry);
    const variable = boundVariable(source, producer.rule) ?? name;
    const places = consumers.flatMap((consumer) => {
      const { entry, slot, value } = consumer;
      const request = requestOf(entry);
      const isOpen = request !== undefined && referAt(request, { slot, value, variable }) !== undefined;
      return isOpen ? [{ ...consumer, recordedIn: recordedNow(consumer.recordedIn, producer, source) }] : [];
    });
    return places.length === 0 ? [] : [{ variable, producer, consumers: places }];
  });
  return { suggestions: open, settled: placesIn(suggestions) - placesIn(open) };
}

/**
 * The places that still send a recorded value: where the source's request refers to something by now, it is live.
 *
 * @param request the source's request as the chain states it
 */
export function recordedNow(
  recordedIn: readonly Slot[],
  { responseValue: { value } }: MappingProducer,
  request: JsonValue | undefined,
): readonly Slot[] {
  return recordedIn.filter(
    (slot) => request === undefined || referAt(request, { slot, value, variable: 'value' }) !== undefined,
  );
}

function placesIn(suggestions: readonly MappingSuggestion[]): number {
  return suggestions.reduce((sum, { consumers }) => sum + consumers.length, 0);
}
