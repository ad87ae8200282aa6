/**
 * Extractions that a run makes for the repair alone: with the values of all sources that may be meant, a request can be
 * sent again with another one while the requests before it are not.
 */
import { treeOf } from '../../edit/jsonEdit';
import { extractionMember } from '../../edit/chainEdit';
import { valueAtSteps } from '../../extraction/responsePart';
import { isArray, isObject, stringifyJson, type JsonObject, type JsonValue } from '../../json/json';
import { valueOf } from '../../json/jsonDocument';
import { referencedVariables } from '../../prepare/references';
import type { OpenChoice } from '../review/reviewMappings';
import type { CarriedPlace } from './carriedPlaces';

/** A chain that also extracts what other sources give. */
export interface ProbedChain {
  readonly text: string;
  /** Whether its run knows the value of a source by the name that the source would have. */
  readonly knows: (choice: OpenChoice) => boolean;
}

/** Adds to a chain the extractions that its places may need; names that have a meaning are left alone. */
export function withProbes(text: string, places: readonly CarriedPlace[]): ProbedChain {
  const chain = valueOf(treeOf(text));
  const list = valueAtSteps(chain, ['requests']);
  const requests = list !== undefined && isArray(list) ? list : [];
  const owners = new Map<string, string>();
  const used = new Set([...referencedVariables(text), ...requests.flatMap(extractedIn)]);
  const probes = new Map<string, Map<string, JsonObject>>();
  for (const choice of places.flatMap(({ mapping }) => mapping.choices)) {
    const { extraction, variable, source, producer } = choice;
    const key = keyOf(choice);
    const owner = owners.get(variable) ?? key;
    // The answer of a redirect is not seen as long as the chain follows it.
    if (extraction !== undefined && !used.has(variable) && owner === key && !producer.isRedirect) {
      owners.set(variable, key);
      const own = probes.get(source) ?? new Map<string, JsonObject>();
      probes.set(source, own.set(variable, extractionMember({ ...producer.rule, variable, optional: true })));
    }
  }
  const probed = requests.map((request) => {
    const id = valueAtSteps(request, ['id']);
    const own = typeof id === 'string' ? probes.get(id) : undefined;
    return own === undefined || !isObject(request)
      ? request
      : { ...request, extract: [...extractionsOf(request), ...own.values()] };
  });
  return {
    text: isObject(chain) && owners.size > 0 ? stringifyJson({ ...chain, requests: probed }) : text,
    knows: (choice) => choice.extraction === undefined || owners.get(choice.variable) === keyOf(choice),
  };
}

function keyOf({ source, producer }: OpenChoice): string {
  return stringifyJson([source, extractionMember({ ...producer.rule, variable: '' })]);
}

function extractionsOf(request: JsonValue): readonly JsonValue[] {
  const list = valueAtSteps(request, ['extract']);
  return list !== undefined && isArray(list) ? list : [];
}

function extractedIn(request: JsonValue): readonly string[] {
  return extractionsOf(request).flatMap((one) => {
    const name = valueAtSteps(one, ['variable']);
    return typeof name === 'string' ? [name] : [];
  });
}
