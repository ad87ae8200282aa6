/**
 * Suggestions that a person agreed to, as one change of a chain's text: the extractions go to the requests
 * that are answered first, references take the place of the values.
 */
import { UserError } from '../../errors';
import { addExtraction } from '../../edit/chainEdit';
import { setMember, treeOf } from '../../edit/jsonEdit';
import { applyEdits, editBetween, type TextEdit } from '../../edit/textEdit';
import { valueAtSteps } from '../../extraction/responsePart';
import { isArray, isObject, type JsonValue } from '../../json/json';
import { valueOf, type JsonPath } from '../../json/jsonDocument';
import { isExtracted } from './existingExtraction';
import { referAt } from './slotReference';
import type { MappingConsumer, MappingProducer, MappingSuggestion } from '../decide/suggestMappings';

/** The outcome of applying. */
export interface AppliedMappings {
  readonly edits: readonly TextEdit[];
  /** How many places refer to a variable now. */
  readonly places: number;
  /** Places whose request does not say the value, so that nothing could be replaced. */
  readonly missed: readonly MappingConsumer[];
}

/**
 * Applies suggestions to a chain.
 *
 * @param indexOf index in the chain of the request that an entry of the session is; absent for none
 * @throws UserError when the text is not JSON, or the requests of the session are not in it any more
 */
export function applyMappings(
  text: string,
  suggestions: readonly MappingSuggestion[],
  indexOf: (entry: number) => number | undefined,
): AppliedMappings {
  const missed: MappingConsumer[] = [];
  const used: MappingSuggestion[] = [];
  let chain = valueOf(treeOf(text));
  let places = 0;
  for (const suggestion of suggestions) {
    const before = places;
    for (const consumer of suggestion.consumers) {
      const next = referFrom(chain, consumer, suggestion.variable, indexOf(consumer.entry));
      chain = next ?? chain;
      places += next === undefined ? 0 : 1;
      missed.push(...(next === undefined ? [consumer] : []));
    }
    used.push(...(places > before ? [suggestion] : []));
  }
  // Only texts have changed so far, so that comments around them stay.
  const requests = valueAtSteps(chain, ['requests']) ?? [];
  const referring = applyEdits(text, setMember(text, ['requests'], requests));
  const changed = used.reduce((now, suggestion) => extractIn(now, suggestion, indexOf), referring);
  return { edits: editBetween(text, changed), places, missed };
}

/** The chain with a reference at a place; absent when the request does not say the value there. */
function referFrom(
  chain: JsonValue,
  { slot, value }: MappingConsumer,
  variable: string,
  index: number | undefined,
): JsonValue | undefined {
  const request = index === undefined ? undefined : valueAtSteps(chain, ['requests', index]);
  const change = request === undefined ? undefined : referAt(request, { slot, value, variable });
  return change === undefined || index === undefined
    ? undefined
    : withTextAt(chain, ['requests', index, ...change.path], change.text);
}

/** The value with another text at a path that leads somewhere. */
export function withTextAt(value: JsonValue, [step, ...rest]: JsonPath, text: string): JsonValue {
  if (isArray(value) && typeof step === 'number') {
    return value.map((item, index) => (index === step ? withTextAt(item, rest, text) : item));
  }
  return isObject(value) && typeof step === 'string'
    ? Object.fromEntries(
        Object.entries(value).map(([name, member]) => [
          name,
          name === step ? withTextAt(member, rest, text) : member,
        ]),
      )
    : text;
}

/** What lets a request read an answer that led elsewhere or refused it. */
function readAnswer(
  text: string,
  { isRedirect, refusal }: MappingProducer,
  index: number,
): readonly TextEdit[] {
  const request = ['requests', index];
  if (isRedirect) {
    // Followed, a redirect would take its answer with it; what it leads to is a request of its own.
    return setMember(text, [...request, 'redirects'], 'manual');
  }
  const status = [...request, 'expect', 'status'];
  const isExpected = valueAtSteps(valueOf(treeOf(text)), status) !== undefined;
  return refusal === undefined || isExpected ? [] : setMember(text, status, refusal);
}

/** The text in which the producer of a suggestion extracts its variable. */
function extractIn(
  text: string,
  { variable, producer }: MappingSuggestion,
  indexOf: (entry: number) => number | undefined,
): string {
  const index = indexOf(producer.entry);
  const id = index === undefined ? undefined : valueAtSteps(valueOf(treeOf(text)), ['requests', index, 'id']);
  if (index === undefined || typeof id !== 'string') {
    throw new UserError(
      'The chain does not have the request that was answered any more.',
      'Map it again with responses of its own.',
    );
  }
  const extraction = { ...producer.rule, variable };
  const isThere = isExtracted(valueAtSteps(valueOf(treeOf(text)), ['requests', index]), extraction);
  const extracting = isThere ? text : applyEdits(text, addExtraction(text, id, extraction));
  return applyEdits(extracting, readAnswer(extracting, producer, index));
}
