/** A chain whose text is changed: its requests where they are written, and the constants that it needs for what is added. */
import { setInOrder } from '../../core/edit/memberOrder';
import { treeOf } from '../../core/edit/jsonEdit';
import { applyEdits, editBetween, type TextEdit } from '../../core/edit/textEdit';
import type { FilePlace } from '../../core/errors';
import { hasComment } from '../../core/form/replaceValue';
import { stringifyJson, type JsonValue } from '../../core/json/json';
import { itemsAt, lineStartsIn, nodeAt, placeAt, valueOf } from '../../core/json/jsonDocument';
import type { JsonNode } from '../../core/json/jsonTree';
import { isCredentialName } from '../../core/masking/credentialNames';
import type { Chain, ChainRequest } from '../../core/model';
import { referencedVariables } from '../../core/prepare/references';
import { literalJson } from '../importers/read/openapi/literalText';
import { correctRequest, isCorrection, type Point } from './correction';

/** A chain that was read from a text without errors. */
export interface ChainToSync {
  /** What reports call it. */
  readonly file: string;
  readonly text: string;
  readonly chain: Chain;
  /** Variables that have a value in all of its requests. */
  readonly variables: ReadonlySet<string>;
}

/** A request of a chain. */
export interface RequestInText {
  readonly request: ChainRequest;
  /** As the file states it. */
  readonly written: JsonValue;
  readonly node: JsonNode;
  readonly place: FilePlace;
}

/** What is changed together. */
export interface ChainEdit {
  /** Id of the request; absent for the constants of the chain. */
  readonly request?: string;
  readonly edits: readonly TextEdit[];
}

/** The requests that a chain sends itself. */
export function requestsIn({ file, text, chain }: ChainToSync): readonly RequestInText[] {
  const nodes = itemsAt(treeOf(text), ['requests']);
  const lineStarts = lineStartsIn(text);
  return chain.requests.flatMap((request, index) => {
    const node = nodes[index];
    return node === undefined || request.call !== undefined
      ? []
      : [
          {
            request,
            written: valueOf(node),
            node,
            place: placeAt({ file, lineStarts }, node.start),
          },
        ];
  });
}

/** Points without those that would take a comment along: what is in the way of a change is left to a person. */
export function withoutLosses(text: string, request: JsonNode, points: readonly Point[]): readonly Point[] {
  return points.map((point) => {
    const node = isCorrection(point) && point.kind !== 'append' ? nodeAt(request, point.path) : undefined;
    return node !== undefined && hasComment(text, node)
      ? { kind: 'open', text: `${point.text} Not done, because there is a comment in it.` }
      : point;
  });
}

/** Points with what is said of variables that come in with them: the example of a constant, or that a value is missing. */
export function withVariables(
  points: readonly Point[],
  written: JsonValue,
  known: ReadonlySet<string>,
  examples: ReadonlyMap<string, JsonValue>,
): readonly Point[] {
  const used = points.flatMap((point) =>
    isCorrection(point) && point.value !== undefined ? referencedVariables(stringifyJson(point.value)) : [],
  );
  // What the request refers to already is not what comes in.
  const own = new Set([...known, ...referencedVariables(stringifyJson(written))]);
  const missing = [...new Set(used)].filter((name) => !own.has(name));
  return [
    ...points,
    ...missing.map((name): Point => {
      // An example of a credential is not written into a chain.
      const value = isCredentialName(name) ? undefined : examples.get(name);
      return value === undefined
        ? {
            kind: 'open',
            text: `{{${name}}} has no value yet. Add it to "variables" or to the environment.`,
          }
        : {
            kind: 'constant',
            name,
            value: literalJson(value),
            text: `Adds the constant ${JSON.stringify(name)} with ${stringifyJson(value)}.`,
          };
    }),
  ];
}

/** The edits of a chain for the points of its requests. */
export function editsOf(
  text: string,
  requests: readonly (RequestInText & { readonly points: readonly Point[] })[],
): readonly ChainEdit[] {
  const constants = requests.flatMap(({ points }) => points.filter((point) => point.kind === 'constant'));
  const withConstants = constants.reduce(
    (so, { name, value }) => applyEdits(so, setInOrder(so, ['variables', name], value)),
    text,
  );
  const ofRequests = requests.map(({ request: { id }, node, points }) => ({
    request: id,
    edits: correctRequest(text, node, points.filter(isCorrection)),
  }));
  return [{ edits: editBetween(text, withConstants) }, ...ofRequests].filter(({ edits }) => edits.length > 0);
}
