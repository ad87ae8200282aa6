/**
 * An `*.authz.json` file as far as it names things of other files: chains, their requests and their
 * variables. Everything else in it is left to the authorization tests.
 *
 * The reader is tolerant: what is missing or of another type than expected is passed over, for the file
 * may just be being written.
 */
import { defined } from '../defined';
import { itemsAt, nodeAt, parseDocument, type JsonDocument, type JsonPath } from '../json/jsonDocument';
import type { JsonNode, Member } from '../json/jsonTree';
import type { TextRange } from '../problem';
import type { NameMark } from '../analysis/chainSource';
import { textAt } from '../analysis/locationOf';
import { memberReferences, nameOf } from '../analysis/marks';
import { contentRange } from '../analysis/stringRange';
import { requestNameFrom, requestPlaces, type RequestPlace } from '../authz/matrix/requestName';
import { THROW_AWAY_VARIABLE } from '../authz/matrix/throwAways';

/** What an authorization matrix names of other files. Marks in the order of the file. */
export interface AuthzSource {
  /** Workspace path. */
  readonly file: string;
  readonly text: string;
  readonly lineStarts: () => readonly number[];
  /** Chains and their requests, from `users`, `resources` and `operations`. */
  readonly requests: readonly RequestMark[];
  /** Variables of chains: the `id` of resources, the `variables` of users and the references in those. */
  readonly variables: readonly AuthzVariable[];
  /** The value of `environment`, without quotes. */
  readonly environment?: NameMark;
}

/** `orders.chain.json#get-order`, or a chain alone; quotes left out. */
export interface RequestMark extends TextRange {
  /** Workspace path; absent when the name leads out of the workspace. */
  readonly chain?: string;
  readonly chainRange: TextRange;
  /** The part after `#`. */
  readonly request?: NameMark;
}

/** A variable that an authorization matrix names. */
interface AuthzVariable extends NameMark {
  /** `definition`: a variable that users bring along. */
  readonly role: 'definition' | 'use';
  /** Workspace paths of the chains whose variable it is. */
  readonly chains: readonly string[];
}

/** Reads what an authorization matrix names. `file` is its workspace path. */
export function readAuthzSource(text: string, file: string): AuthzSource {
  const document = parseDocument(text, file);
  const places = requestPlaces(document);
  const requests = places.map((place) => requestMark(document, place));
  const environment = stringMark(document, nodeAt(document.root, ['environment']));
  return {
    file,
    text,
    lineStarts: document.lineStarts,
    requests: requests.toSorted(inOrder),
    variables: [...resourceIds(document, places), ...userVariables(document, requests)].toSorted(inOrder),
    ...defined({ environment }),
  };
}

function requestMark(document: JsonDocument, place: RequestPlace): RequestMark {
  const mark = { name: place.text, ...contentRange(document.text, place, place.text) };
  const name = requestNameFrom(document.file, mark.name);
  const hashOffset = document.text.lastIndexOf('#', mark.end - 1);
  const hasRequest = mark.name.includes('#') && hashOffset >= mark.start;
  return {
    start: mark.start,
    end: mark.end,
    ...defined({ chain: name?.chain }),
    chainRange: { start: mark.start, end: hasRequest ? hashOffset : mark.end },
    ...(hasRequest
      ? {
          request: {
            name: mark.name.slice(mark.name.lastIndexOf('#') + 1),
            start: hashOffset + 1,
            end: mark.end,
          },
        }
      : {}),
  };
}

function resourceIds(document: JsonDocument, places: readonly RequestPlace[]): readonly AuthzVariable[] {
  const chains = chainsByResource(document, places);
  return membersAt(document, ['resources']).flatMap(({ name, value }) => {
    return itemsAt(value, ['id'])
      .flatMap((item) => stringMark(document, nodeAt(item, ['variable']) ?? item) ?? [])
      .map((mark) => ({ ...mark, role: 'use' as const, chains: [...(chains.get(name) ?? [])] }));
  });
}

/** The chains that work on each resource: those of its own requests, and of the operations on it. */
function chainsByResource(
  document: JsonDocument,
  places: readonly RequestPlace[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const operations = new Map(
    membersAt(document, ['operations']).map(({ name, value }) => [name, textAt(value, ['resource'])]),
  );
  const chains = new Map<string, Set<string>>();
  for (const { section, holder, text } of places) {
    const resource = section === 'operations' ? operations.get(holder) : holder;
    const chain = requestNameFrom(document.file, text)?.chain;
    if (section !== 'users' && resource !== undefined && chain !== undefined) {
      chains.set(resource, (chains.get(resource) ?? new Set()).add(chain));
    }
  }
  return chains;
}

/** A user's variables are in the scope of every request that the user makes; a throw-away user's as well. */
function userVariables(document: JsonDocument, requests: readonly RequestMark[]): readonly AuthzVariable[] {
  const { root, text } = document;
  const chains = distinctChains(requests);
  const holders = (['users', 'throwAway'] as const).flatMap((section) =>
    membersAt(document, [section]).map(({ name }) => [section, name]),
  );
  return holders.flatMap((holder) => {
    const path = [...holder, 'variables'];
    const references = root === undefined ? [] : memberReferences(text, root, path);
    return [
      ...membersAt(document, path).map((member) => ({
        ...nameOf(text, member),
        role: 'definition' as const,
      })),
      ...references
        .filter(({ name }) => !name.startsWith('$') && name !== THROW_AWAY_VARIABLE)
        .map((reference) => ({ name: reference.name, ...reference.nameRange, role: 'use' as const })),
    ].map((mark) => ({ ...mark, chains }));
  });
}

function distinctChains(marks: readonly RequestMark[]): readonly string[] {
  return [...new Set(marks.flatMap(({ chain }) => chain ?? []))];
}

function membersAt({ root }: JsonDocument, path: JsonPath): readonly Member[] {
  const node = nodeAt(root, path);
  return node?.kind === 'object' ? node.members : [];
}

function stringMark(document: JsonDocument, node: JsonNode | undefined): NameMark | undefined {
  if (node?.kind !== 'scalar' || typeof node.value !== 'string') {
    return undefined;
  }
  return { name: node.value, ...contentRange(document.text, node, node.value) };
}

function inOrder(one: TextRange, other: TextRange): number {
  return one.start - other.start;
}
