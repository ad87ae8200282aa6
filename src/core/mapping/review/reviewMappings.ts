/**
 * The review of proposals against the current chain: which of them still apply, what each would change, and
 * those that a person chose as one edit.
 *
 * A proposal has a key that says where from and where to, and no value: so what a person rejected stays rejected in
 * the next session of the same chain.
 */
import { treeOf } from '../../edit/jsonEdit';
import { extractionMember } from '../../edit/chainEdit';
import { valueAtSteps } from '../../extraction/responsePart';
import { isArray, type JsonObject, type JsonValue } from '../../json/json';
import { valueOf, type JsonPath } from '../../json/jsonDocument';
import { plainText } from '../../prepare/template';
import { applyMappings, type AppliedMappings } from '../apply/applyMappings';
import { boundVariable } from '../apply/existingExtraction';
import { referAt, type SlotReference } from '../apply/slotReference';
import { recordedNow } from './pendingSuggestions';
import type { MappingChoice, MappingProposal } from './proposeMappings';
import type { MappingSuggestion } from '../decide/suggestMappings';
import type { MadeExtraction } from './unusedExtraction';

/** Proposals of a session, and the requests of the chain that it was. */
export interface ProposedSession {
  readonly proposals: readonly MappingProposal[];
  /** Id of the request by its entry. */
  readonly ids: ReadonlyMap<number, string>;
}

/** A proposal that the chain has a place for. */
export interface OpenMapping {
  readonly key: string;
  readonly proposal: MappingProposal;
  /** Id of the request whose place it is. */
  readonly request: string;
  /** The proposal's choices whose request comes before this one, as they would be carried out. */
  readonly choices: readonly OpenChoice[];
}

/** A choice, and what it would change. */
export interface OpenChoice extends MappingChoice {
  /** Id of the request that is answered. */
  readonly source: string;
  /** What the source's request gets; absent when it extracts the value already. */
  readonly extraction?: JsonObject;
  /** The text that becomes a reference. */
  readonly change: TextChange;
}

/** A text of a request, before and after. */
interface TextChange {
  /** From the request. */
  readonly path: JsonPath;
  readonly before: string;
  readonly after: string;
}

/** A mapping that a person agreed to, with one of its choices. */
export interface PickedMapping {
  readonly key: string;
  /** Index in {@link OpenMapping.choices}. */
  readonly choice: number;
}

/**
 * The proposals that can be carried out in the current chain: places that refer to something already, or say
 * something else by now, are left out.
 *
 * @throws UserError when the text is not JSON
 */
export function openMappings(text: string, session: ProposedSession): readonly OpenMapping[] {
  const chain = readChain(text);
  const open = new Map<string, OpenMapping>();
  for (const proposal of session.proposals) {
    const request = session.ids.get(proposal.entry);
    const choices = proposal.choices.flatMap((choice) => openChoice(chain, proposal, choice, session) ?? []);
    const [first] = choices;
    const key = request === undefined || first === undefined ? undefined : keyOf(request, proposal, first);
    // Fields of one name are one place for a chain, which is changed where it says the value first.
    if (request !== undefined && key !== undefined && !open.has(key)) {
      open.set(key, { key, proposal, request, choices });
    }
  }
  return [...open.values()];
}

/**
 * The edits that carry out what a person picked; picks that no longer apply are left out.
 *
 * @throws UserError when the text is not JSON
 */
export function applyPicked(
  text: string,
  session: ProposedSession,
  picked: readonly PickedMapping[],
): AppliedMappings {
  const byKey = new Map(openMappings(text, session).map((mapping) => [mapping.key, mapping]));
  const { indices } = readChain(text);
  const suggestions = new Map<string, MappingSuggestion>();
  for (const { key, choice } of picked) {
    const mapping = byKey.get(key);
    const chosen = mapping?.choices[choice];
    if (mapping !== undefined && chosen !== undefined) {
      const name = sourceKey(chosen, chosen.variable);
      const known = suggestions.get(name)?.consumers ?? [];
      suggestions.set(name, { ...chosen, consumers: [...known, consumerOf(mapping, chosen)] });
    }
  }
  return applyMappings(text, [...suggestions.values()], (entry) => indices.get(session.ids.get(entry) ?? ''));
}

function consumerOf(
  { proposal: { entry, slot, value, isSure } }: OpenMapping,
  { confidence, evidence, recordedIn }: MappingChoice,
): MappingSuggestion['consumers'][number] {
  return {
    entry,
    slot,
    value,
    autoApply: isSure,
    confidence,
    evidence,
    alternatives: [],
    rivals: [],
    recordedIn,
  };
}

/** The extractions that picks of open mappings add to the chain. */
export function madeExtractions(
  open: readonly OpenMapping[],
  picks: readonly PickedMapping[],
): readonly MadeExtraction[] {
  const choices = new Map(picks.map(({ key, choice }) => [key, choice]));
  return open.flatMap(({ key, choices: all }) => {
    const chosen = all[choices.get(key) ?? -1];
    return chosen?.extraction === undefined
      ? []
      : [{ source: chosen.source, variable: chosen.variable, rule: chosen.producer.rule }];
  });
}

interface ReadChain {
  readonly requests: readonly JsonValue[];
  /** Index by id; of several with one id the first. */
  readonly indices: ReadonlyMap<string, number>;
}

function readChain(text: string): ReadChain {
  const list = valueAtSteps(valueOf(treeOf(text)), ['requests']);
  const requests = list !== undefined && isArray(list) ? list : [];
  const indices = new Map<string, number>();
  requests.forEach((request, index) => {
    const id = valueAtSteps(request, ['id']);
    if (typeof id === 'string' && !indices.has(id)) {
      indices.set(id, index);
    }
  });
  return { requests, indices };
}

function openChoice(
  chain: ReadChain,
  { entry, slot, value }: MappingProposal,
  choice: MappingChoice,
  { ids }: ProposedSession,
): OpenChoice | undefined {
  const from = placedRequest(chain, ids.get(choice.producer.entry));
  const to = placedRequest(chain, ids.get(entry));
  if (from === undefined || to === undefined || from.index >= to.index) {
    return undefined;
  }
  const { rule } = choice.producer;
  const bound = boundVariable(from.request, rule);
  const variable = bound ?? choice.variable;
  const change = changeOf(to.request, { slot, value, variable });
  return change === undefined
    ? undefined
    : {
        ...choice,
        variable,
        source: from.id,
        recordedIn: recordedNow(choice.recordedIn, choice.producer, from.request),
        ...(bound === undefined ? { extraction: extractionMember({ ...rule, variable }) } : {}),
        change,
      };
}

interface PlacedRequest {
  readonly id: string;
  readonly index: number;
  readonly request: JsonValue;
}

function placedRequest({ requests, indices }: ReadChain, id = ''): PlacedRequest | undefined {
  const index = indices.get(id) ?? -1;
  const request = requests[index];
  return request === undefined ? undefined : { id, index, request };
}

function changeOf(request: JsonValue, reference: SlotReference): TextChange | undefined {
  const change = referAt(request, reference);
  const before = change === undefined ? undefined : valueAtSteps(request, change.path);
  return change === undefined || before === undefined
    ? undefined
    : { path: change.path, before: plainText(before), after: change.text };
}

function keyOf(request: string, { slot }: MappingProposal, { source, producer }: OpenChoice): string {
  return JSON.stringify([request, slot.location, slot.key, sourceKey({ source, producer }, '')]);
}

function sourceKey({ source, producer }: Pick<OpenChoice, 'source' | 'producer'>, variable: string): string {
  return JSON.stringify([source, extractionMember({ ...producer.rule, variable })]);
}
