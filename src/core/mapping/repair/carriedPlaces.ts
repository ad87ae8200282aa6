/**
 * The places of a chain that carry a value of an earlier response in the recording, with what the chain states there
 * now: the recorded value, a reference to one of the sources that may be meant, or one to something else.
 *
 * A reference is read as the value that it had in the recording. So a chain that was mapped before is judged like one
 * that was not.
 */
import { treeOf } from '../../edit/jsonEdit';
import { valueAtSteps } from '../../extraction/responsePart';
import { isArray, isObject, stringifyJson, type JsonValue } from '../../json/json';
import { groupBy } from '../../groupBy';
import { valueOf, type JsonPath } from '../../json/jsonDocument';
import { referencedVariables } from '../../prepare/references';
import { findReferences, plainText, resolveTemplate, resolveUrl } from '../../prepare/template';
import { readChainOnly } from '../../files/chainFile';
import { withTextAt } from '../apply/applyMappings';
import { referAt } from '../apply/slotReference';
import type { MappingProposal } from '../review/proposeMappings';
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
      typeof now === 'string'
        ? referencedVariables(now).filter((name) => !referencedVariables(before).includes(name))
        : [];
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

/**
 * The chain with the recorded values in the place of what its requests extract. Where a reference would have sent another
 * value than the recorded one, the place gets the recorded one.
 */
function asRecorded(text: string, session: RepairSession): string {
  const chain = valueOf(treeOf(text));
  const steps = stepsById(session);
  const parsed = readChainOnly(text, 'chain').chain?.requests ?? [];
  const values = new Map<string, string>();
  const extracted = new Set(parsed.flatMap(({ extract }) => extract.map(({ variable }) => variable)));
  const proposals = groupBy(session.proposals, ({ entry }) => session.ids.get(entry) ?? '');
  const requests = requestsOf(chain).map((request, index) => {
    const right = withoutMisread(request, proposals.get(idOf(request)) ?? [], { values, extracted });
    const restored = withValues(right, values);
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

/** What the variables of a chain are, as far as a request comes after what extracts them. */
interface KnownVariables {
  /** Recorded values by name. */
  readonly values: ReadonlyMap<string, string>;
  /** Names of all that the chain extracts. */
  readonly extracted: ReadonlySet<string>;
}

/** A request with the recorded value where a reference alone is, and had another value in the recording. */
function withoutMisread(
  request: JsonValue,
  proposals: readonly MappingProposal[],
  { values, extracted }: KnownVariables,
): JsonValue {
  const names = new Set(referencedVariables(stringifyJson(request)).filter((name) => extracted.has(name)));
  return proposals.reduce((now, { slot, value }) => {
    const wrong = [...names]
      .filter((name) => values.get(name) !== value)
      .flatMap((name) => referringPlace(now, slot, name) ?? [])[0];
    return wrong === undefined ? now : withTextAt(now, wrong.path, wrong.text(value));
  }, request);
}

/** The place of a slot, and its text with a value in it. */
interface ReferringPlace {
  /** From the request. */
  readonly path: JsonPath;
  readonly text: (value: string) => string;
}

/** Where a slot refers to a variable and to nothing else; absent where it does not. */
export function referringPlace(
  request: JsonValue,
  slot: MappingProposal['slot'],
  variable: string,
): ReferringPlace | undefined {
  const filled = withTexts(request, (text) => filledText(text, new Map([[variable, MARK]])));
  const change = referAt(filled, { slot: { ...slot, value: MARK }, value: MARK, variable });
  const reference = `{{${variable}}}`;
  return change === undefined
    ? undefined
    : {
        path: change.path,
        text: (value) =>
          change.text
            .replace(reference, () => (change.path[0] === 'url' ? encodeURIComponent(value) : value))
            .replaceAll(MARK, () => reference),
      };
}

/** A value that no request has. */
const MARK = 'marked-place-7f1c09';

function withValues(request: JsonValue, values: ReadonlyMap<string, string>): JsonValue {
  return withTexts(request, (text, name) =>
    name === 'url' ? filledUrl(text, values) : filledText(text, values),
  );
}

/** A value with its texts changed; `name` is the member of the object that a text is in. */
function withTexts(value: JsonValue, change: (text: string, name: string) => string, name = ''): JsonValue {
  if (typeof value === 'string') {
    return value.includes('{{') && !value.includes('\\{{') ? change(value, name) : value;
  }
  if (isArray(value)) {
    return value.map((item) => withTexts(item, change));
  }
  return isObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([member, inner]) => [member, withTexts(inner, change, member)]),
      )
    : value;
}

function filledText(text: string, values: ReadonlyMap<string, string>): string {
  return resolveTemplate(text, ({ name }) => values.get(name)).text;
}

/** Only the part with the reference is written again: an address keeps what its author wrote. */
function filledUrl(url: string, values: ReadonlyMap<string, string>): string {
  const isKnown = findReferences(url).some(({ name }) => values.has(name));
  return isKnown ? resolveUrl({ url }, ({ name }) => values.get(name)) : url;
}

function requestsOf(chain: JsonValue): readonly JsonValue[] {
  const list = valueAtSteps(chain, ['requests']);
  return list !== undefined && isArray(list) ? list : [];
}

function idOf(request: JsonValue): string {
  return plainText(valueAtSteps(request, ['id']) ?? '');
}
