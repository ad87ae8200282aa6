/**
 * How a matrix names requests: `orders.chain.json#get-order`, the file relative to the matrix, or a chain
 * alone. The places are read from the tree of the text, so that they are there while it is being written.
 */
import { memberOf, nodeAt, type JsonDocument } from '../../json/jsonDocument';
import type { JsonNode } from '../../json/jsonTree';
import { pathFrom } from '../../language/filePath';
import type { ChainRequest } from '../../model';
import type { LoadedChain } from '../../run/plan';
import type { TextRange } from '../../problem';
import type { RequestName } from '../model/matrix';

/** A text that names a request or a chain; the range includes its quotes. */
export interface RequestPlace extends TextRange {
  readonly section: keyof typeof REQUEST_MEMBERS;
  /** Name of the user, resource or operation. */
  readonly holder: string;
  readonly text: string;
}

/** The request or chain that a text names in `file` (workspace path); absent when it leads out of the workspace. */
export function requestNameFrom(file: string, text: string): RequestName | undefined {
  // A request id has no `#`, a file name may have one.
  const hash = text.lastIndexOf('#');
  const chain = pathFrom(file, hash === -1 ? text : text.slice(0, hash));
  if (chain === undefined) {
    return undefined;
  }
  return hash === -1 ? { chain } : { chain, id: text.slice(hash + 1) };
}

/** Every place of a matrix that names a request or a chain, section by section. */
export function requestPlaces({ root }: Pick<JsonDocument, 'root'>): readonly RequestPlace[] {
  return (['users', 'resources', 'operations'] as const).flatMap((section) => {
    const node = nodeAt(root, [section]);
    return (node?.kind === 'object' ? node.members : []).flatMap(({ name, value }) =>
      textsIn(value, REQUEST_MEMBERS[section]).map((found) => ({ section, holder: name, ...found })),
    );
  });
}

/** The request that a name means; absent when there is none, and for a whole chain. */
export function requestNamed(
  { chain, id }: RequestName,
  chains: ReadonlyMap<string, Pick<LoadedChain, 'chain'>>,
): ChainRequest | undefined {
  return chains.get(chain)?.chain.requests.find((request) => request.id === id);
}

/** Members that name requests, by section of the file. */
const REQUEST_MEMBERS = {
  users: ['login', 'alive'],
  resources: ['create', 'read', 'list', 'delete'],
  operations: ['request', 'probe', 'next'],
} as const;

function textsIn(
  holder: JsonNode,
  members: readonly string[],
): readonly (TextRange & Pick<RequestPlace, 'text'>)[] {
  return members.flatMap((member) => {
    const node = holder.kind === 'object' ? memberOf(holder, member)?.value : undefined;
    return node?.kind === 'scalar' && typeof node.value === 'string'
      ? [{ text: node.value, start: node.start, end: node.end }]
      : [];
  });
}
