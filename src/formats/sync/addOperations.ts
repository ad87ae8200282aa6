/** Requests for operations that a chain does not call, as an import would write them. */
import { applyEdits } from '../../core/edit/textEdit';
import { readChainOnly } from '../../core/files/chainFile';
import { operationText } from '../../core/openapi/assignToOperations';
import { createOperationMatcher } from '../../core/openapi/matchOperation';
import { givenVariables } from '../../core/prepare/references';
import { findReferences } from '../../core/prepare/template';
import { chooseRequests } from '../importers/chooseRequests';
import { collectionOf, type OpenedSpec } from '../importers/read/openapi/readOpenapi';
import { baseUrlName, serverUrls } from '../importers/read/openapi/servers';
import type { ImportedRequest } from '../importers/shape/imported';
import { composeInto } from '../importers/write/composeInto';
import type { ChainToSync } from './chainText';
import { pathStart } from './movePoints';

/** A chain with requests for more operations. */
export interface ChainWithMore {
  readonly text: string;
  /** References in them to secrets, and to variables without a value: `{{$secret API_KEY}}`. */
  readonly needs: readonly string[];
}

/**
 * Adds requests to the end of a chain. They go to the server that its requests go to.
 *
 * @param wanted operations as `operationText` writes them
 */
export function addOperations(
  { file, text, chain, variables }: ChainToSync,
  specification: OpenedSpec,
  wanted: ReadonlySet<string>,
): ChainWithMore {
  const { collection, opened } = collectionOf(specification, file);
  const { operations, spec } = opened;
  const match = createOperationMatcher(operations, serverUrls(spec));
  const [server] = chain.requests.flatMap((request) => {
    const found = match(request);
    return found === undefined ? [] : [request.url.slice(0, pathStart(request.url, found.operation.path))];
  });
  const chosen = operations.flatMap((one, index) => (wanted.has(operationText(one)) ? [index] : []));
  const { requests, ...rest } = chooseRequests(collection, {
    requests: new Set(chosen),
    environments: new Set(),
  });
  const added = { ...rest, requests: requests.map((one) => atServer(one, server)) };
  const target = { text, file, before: Number.MAX_SAFE_INTEGER };
  const after = applyEdits(text, composeInto(target, [{ source: file, collection: added }], {}).edits);
  const { chain: whole } = readChainOnly(after, file);
  const given = whole === undefined ? [] : givenVariables(whole);
  const known = new Set([...variables, ...given].map((name) => `{{${name}}}`).concat(referencesIn(text)));
  return { text: after, needs: referencesIn(after).filter((one) => !known.has(one)) };
}

/** Secrets and variables that a text refers to, each once. */
function referencesIn(text: string): readonly string[] {
  const found = findReferences(text).flatMap(({ name, args }) =>
    name === '$secret' ? [[name, ...args].join(' ')] : name.startsWith('$') ? [] : [name],
  );
  return [...new Set(found)].map((words) => `{{${words}}}`);
}

function atServer(request: ImportedRequest, server: string | undefined): ImportedRequest {
  const start = `{{${baseUrlName}}}`;
  return request.kind === 'left-out' || server === undefined || !request.request.url.startsWith(start)
    ? request
    : { ...request, request: { ...request.request, url: server + request.request.url.slice(start.length) } };
}
