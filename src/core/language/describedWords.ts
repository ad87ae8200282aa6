/** What the description of an API has that can be written in a request of a chain. */
import type { ChainAnalysis } from '../analysis/analysis';
import type { ChainSource, RequestSource } from '../analysis/chainSource';
import { textAt } from '../analysis/locationOf';
import { serverOf } from '../openapi/undescribedRequests';
import { requestAt } from '../analysis/siteAt';
import { nodeAt } from '../json/jsonDocument';
import type { DescribedWords } from '../openapi/namedDescription';
import { nameAt } from './callWords';
import { wholeValues, type Suggestion } from './suggestion';

/** The words for an offset; absent outside of requests, and when the chain has no description. */
export async function describedWords(
  { source, surroundings }: ChainAnalysis,
  offset: number,
): Promise<DescribedWords | undefined> {
  const request = requestAt(source, offset);
  const call = request && {
    method: textAt(request.tree, ['method']) ?? '',
    url: textAt(request.tree, ['url']) ?? '',
  };
  return call && surroundings.openapi?.wordsFor(call, bodyNameAt(source, offset)?.path.slice(2) ?? []);
}

/** URLs of operations with a request's method; the server is its own, else that of another request. */
export function describedUrls(
  { source }: ChainAnalysis,
  request: RequestSource,
  words: DescribedWords | undefined,
): readonly string[] {
  const urls = [request, ...source.requests].map(({ tree }) => textAt(tree, ['url']) ?? '');
  const server = urls.map((url) => serverOf({ url })).find((one) => one !== '') ?? '';
  return (words?.paths ?? []).map((path) => `${server}${path}`);
}

/** Names for the member of a JSON body at an offset, without those that are there; absent elsewhere. */
export function bodyNames(
  { source }: ChainAnalysis,
  offset: number,
  words: DescribedWords | undefined,
): readonly Suggestion[] | undefined {
  const found = bodyNameAt(source, offset);
  if (found === undefined) {
    return undefined;
  }
  const { request, name, path } = found;
  const holder = nodeAt(request.tree, path);
  const others = new Set(
    (holder?.kind === 'object' ? holder.members : [])
      .filter(({ start }) => start + request.start + 1 !== name.range.start)
      .map((member) => member.name),
  );
  const names = (words?.body ?? []).filter((one) => !others.has(one));
  return wholeValues(
    name,
    names.map((one) => ({ kind: 'name', text: one })),
  );
}

/** The name of a member in a JSON body, and the path of what the member is in. */
function bodyNameAt(source: ChainSource, offset: number) {
  const request = requestAt(source, offset);
  const name = request && nameAt(source.text, request, offset);
  const isInBody = name?.path[0] === 'body' && name.path[1] === 'json';
  return request && name && isInBody ? { request, name, path: name.path.slice(0, -1) } : undefined;
}
