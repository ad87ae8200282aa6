/** What the description of an API has that can be written in a request of a chain. */
import type { ChainAnalysis } from '../analysis/analysis';
import type { RequestSource } from '../analysis/chainSource';
import { textAt } from '../analysis/locationOf';
import { serverOf } from '../openapi/undescribedRequests';
import { requestAt } from '../analysis/siteAt';
import { nodeAt } from '../json/jsonDocument';
import type { DescribedWords } from '../openapi/namedDescription';
import { nameAt } from './callWords';
import { wholeValues, type Suggestion } from './suggestion';

/** The words for a request; absent when the chain has no description. */
export function describedWords(
  { surroundings }: ChainAnalysis,
  { tree }: RequestSource,
): DescribedWords | undefined {
  return surroundings.openapi?.wordsFor({
    method: textAt(tree, ['method']) ?? '',
    url: textAt(tree, ['url']) ?? '',
  });
}

/** URLs of operations with a request's method; the server is its own, else that of another request. */
export function describedUrls(analysis: ChainAnalysis, request: RequestSource): readonly string[] {
  const urls = [request, ...analysis.source.requests].map(({ tree }) => textAt(tree, ['url']) ?? '');
  const server = urls.map((url) => serverOf({ url })).find((one) => one !== '') ?? '';
  return (describedWords(analysis, request)?.paths ?? []).map((path) => `${server}${path}`);
}

/** Names for the member of a JSON body at an offset, without those that are there; absent elsewhere. */
export function bodyNames(analysis: ChainAnalysis, offset: number): readonly Suggestion[] | undefined {
  const { text } = analysis.source;
  const request = requestAt(analysis.source, offset);
  const name = request && nameAt(text, request, offset);
  if (request === undefined || name === undefined || name.path[0] !== 'body' || name.path[1] !== 'json') {
    return undefined;
  }
  const path = name.path.slice(0, -1);
  const holder = nodeAt(request.tree, path);
  const others = new Set(
    (holder?.kind === 'object' ? holder.members : [])
      .filter(({ start }) => start + request.start + 1 !== name.range.start)
      .map((member) => member.name),
  );
  const names = describedWords(analysis, request)?.body(path.slice(2)) ?? [];
  return wholeValues(
    name,
    names.filter((one) => !others.has(one)).map((one) => ({ kind: 'name', text: one })),
  );
}
