/**
 * The places of a chain that carry a value of an earlier response in the recording, with what the chain states there
 * now: the recorded value, a reference to one of the sources that may be meant, or one to something else.
 *
 * A reference is read as the value that it had in the recording. So a chain that was mapped before is judged like one
 * that was not.
 */
import { treeOf } from '../../edit/jsonEdit';
import { valueAtSteps } from '../../extraction/responsePart';
import { isArray, isObject, stringifyJson, type JsonObject, type JsonValue } from '../../json/json';
import { valueOf } from '../../json/jsonDocument';
import { findReferences, plainText, resolveTemplate, resolveUrl } from '../../prepare/template';
import { readChainOnly } from '../../files/chainFile';
import { ParsedResponse } from '../read/parsedResponse';
import type { RecordedStep } from '../read/recordedSession';
import { openMappings, type OpenMapping, type ProposedSession } from '../review/reviewMappings';

/** A recording, and the requests of the chain that it is. */
export interface RepairSession extends ProposedSession {
  readonly steps: readonly RecordedStep[];
}

/** A place, and what the chain states there. */
export interface CarriedPlace {
  readonly mapping: OpenMapping;
  /** The variable that the place refers to; absent where the recorded value is stated. */
  readonly variable?: string;
  /** Index among the mapping's choices; absent where the variable comes from elsewhere. */
  readonly choice?: number;
}

/** The recorded steps by the id of the request. */
export function stepsById({ steps, ids }: RepairSession): ReadonlyMap<string, RecordedStep> {
  return new Map(
    steps.flatMap((step) => {
      const id = ids.get(step.entry);
      return id === undefined ? [] : [[id, step] as const];
    }),
  );
}

/**
 * The places of a chain that its recording has values for, in the order of the proposals.
 *
 * @throws UserError when the text is not a chain
 */
export function carriedPlaces(text: string, session: RepairSession): readonly CarriedPlace[] {
  const chain = valueOf(treeOf(text));
  const requests = requestsOf(chain);
  const order = new Map(requests.map((request, index) => [idOf(request), index]));
  return openMappings(asRecorded(text, session), session).map((mapping): CarriedPlace => {
    const path = mapping.choices[0]?.change.path ?? [];
    const before = mapping.choices[0]?.change.before ?? '';
    const now = valueAtSteps(requests[order.get(mapping.request) ?? -1] ?? null, path);
    const names =
      typeof now === 'string' ? namesIn(now).filter((name) => !namesIn(before).includes(name)) : [];
    const choices = mapping.choices.flatMap(({ extraction, variable, source }, index) =>
      extraction === undefined && names.includes(variable) ? [{ index, at: order.get(source) ?? -1 }] : [],
    );
    // A variable that is set again has the value of the last request that set it.
    const [current] = choices.toSorted((one, other) => other.at - one.at);
    const variable = current === undefined ? names[0] : mapping.choices[current.index]?.variable;
    return {
      mapping,
      ...(variable === undefined ? {} : { variable }),
      ...(current === undefined ? {} : { choice: current.index }),
    };
  });
}

/** The chain with the recorded values in the place of what its requests extract. */
function asRecorded(text: string, session: RepairSession): string {
  const chain = valueOf(treeOf(text));
  const steps = stepsById(session);
  const parsed = readChainOnly(text, 'chain').chain?.requests ?? [];
  const values = new Map<string, string>();
  const requests = requestsOf(chain).map((request, index) => {
    const restored = withValues(request, values);
    const answer = steps.get(idOf(request))?.response;
    const response = answer === undefined ? undefined : new ParsedResponse(answer);
    for (const { variable, ...rule } of parsed[index]?.extract ?? []) {
      const value = response?.valueOf(rule);
      if (value !== undefined) {
        values.set(variable, value);
      }
    }
    return restored;
  });
  return isObject(chain) ? stringifyJson({ ...chain, requests }) : text;
}

function withValues(request: JsonValue, values: ReadonlyMap<string, string>): JsonValue {
  const fill = (value: JsonValue): JsonValue => {
    if (typeof value === 'string') {
      return value.includes('{{') && !value.includes('\\{{') ? filled(value, values) : value;
    }
    if (isArray(value)) {
      return value.map(fill);
    }
    return isObject(value) ? mapMembers(value, (_name, member) => fill(member)) : value;
  };
  return isObject(request)
    ? mapMembers(request, (name, member) =>
        name === 'url' && typeof member === 'string' ? filledUrl(member, values) : fill(member),
      )
    : request;
}

function filled(text: string, values: ReadonlyMap<string, string>): string {
  return resolveTemplate(text, ({ name }) => values.get(name)).text;
}

/** Only the part with the reference is written again: an address keeps what its author wrote. */
function filledUrl(url: string, values: ReadonlyMap<string, string>): string {
  const isKnown = findReferences(url).some(({ name }) => values.has(name));
  return isKnown && !url.includes('\\{{') ? resolveUrl({ url }, ({ name }) => values.get(name)) : url;
}

function mapMembers(object: JsonObject, change: (name: string, member: JsonValue) => JsonValue): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, member]) => [name, change(name, member)]));
}

function requestsOf(chain: JsonValue): readonly JsonValue[] {
  const list = valueAtSteps(chain, ['requests']);
  return list !== undefined && isArray(list) ? list : [];
}

function idOf(request: JsonValue): string {
  return plainText(valueAtSteps(request, ['id']) ?? '');
}

function namesIn(text: string): readonly string[] {
  return findReferences(text)
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('$'));
}
