/**
 * Names of files in a chain, an environment or an authorization matrix, and the files they lead to.
 * Only files inside the workspace are linked; whether they exist is seen when the link is followed.
 */
import type { ChainAnalysis } from '../analysis/analysis';
import type { NameMark, RequestSource } from '../analysis/chainSource';
import { contentRange } from '../analysis/stringRange';
import { defined } from '../defined';
import { nodeAt, parseDocument, type JsonPath } from '../json/jsonDocument';
import type { JsonNode } from '../json/jsonTree';
import type { TextRange } from '../problem';
import { findReferences } from '../prepare/template';
import type { AuthzSource } from './authzSource';
import { pathFrom } from './filePath';
import { rangeOf } from './subject';

/** A stretch of a file that leads to another file. */
export interface FileLink {
  readonly range: TextRange;
  /** Workspace path of the file it leads to. */
  readonly target: string;
  /** Id of the request to show there. */
  readonly request?: string;
}

/** The links of a chain: required and called chains, its environment, files of bodies. */
export function chainLinks({ source, surroundings }: ChainAnalysis): readonly FileLink[] {
  const { file, marks, requests } = source;
  const environment =
    marks.environment !== undefined && surroundings.environment?.name === marks.environment.name
      ? [{ range: rangeOf(marks.environment), target: surroundings.environment.file }]
      : [];
  const files = [marks.data, marks.openapi].filter((mark) => mark !== undefined);
  const named = [
    ...marks.requires,
    ...files,
    ...requests.flatMap((request) => requestFiles(source.text, request)),
  ];
  return [...environment, ...named.flatMap((mark) => linkFrom(file, mark))].toSorted(
    (one, other) => one.range.start - other.range.start,
  );
}

/** The links of an environment file: its certificates and keys, and the description of the API. */
export function environmentLinks(text: string, file: string): readonly FileLink[] {
  const { root } = parseDocument(text, file);
  return NAMED_FILES.flatMap((path) => fileMark(text, nodeAt(root, path), 0)).flatMap((mark) =>
    linkFrom(file, mark),
  );
}

/** The links of an authorization matrix: chains and their requests. */
export function authzLinks({ requests }: AuthzSource): readonly FileLink[] {
  return requests.flatMap(({ start, end, chain, request }) =>
    chain === undefined
      ? []
      : [
          {
            range: { start, end },
            target: chain,
            ...defined({ request: request?.name }),
          },
        ],
  );
}

/** The files that a request names: of its body, as far as no reference decides which, or the chain that a step runs. */
export function requestFiles(
  text: string,
  { start, end, tree }: Pick<RequestSource, 'start' | 'end' | 'tree'>,
): readonly NameMark[] {
  const parts = nodeAt(tree, ['body', 'multipart']);
  const nodes = [
    nodeAt(tree, ['chain']),
    nodeAt(tree, ['body', 'file']),
    ...(parts?.kind === 'array' ? parts.items.map((part) => nodeAt(part, ['file'])) : []),
  ];
  const own = text.slice(start, end);
  return nodes.flatMap((node) => fileMark(own, node, start));
}

/** Where an environment names files. */
const NAMED_FILES: readonly JsonPath[] = [
  ['tls', 'ca'],
  ['tls', 'clientCertificate', 'cert'],
  ['tls', 'clientCertificate', 'key'],
  ['tls', 'clientCertificate', 'pfx'],
  ['openapi'],
];

/** The file a node names, `offset` further on; none when references decide which file that is. */
function fileMark(text: string, node: JsonNode | undefined, offset: number): readonly NameMark[] {
  if (node?.kind !== 'scalar' || typeof node.value !== 'string' || findReferences(node.value).length > 0) {
    return [];
  }
  const { start, end } = contentRange(text, node, node.value);
  return [{ name: node.value, start: start + offset, end: end + offset }];
}

function linkFrom(file: string, mark: NameMark): readonly FileLink[] {
  const target = pathFrom(file, mark.name);
  return target === undefined || mark.start === mark.end ? [] : [{ range: rangeOf(mark), target }];
}
