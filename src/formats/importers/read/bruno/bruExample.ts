/**
 * The examples of a request in a `.bru` file: blocks in a block, `response: {` in `example {`. The body of a
 * response is between `'''` next to its type; collections of the first such versions of Bruno have a block.
 */
import { blockPairs, blockText, innerBlocks, type BruBlock } from './bruBlocks';
import { readBruBody } from './bruBody';
import type { BrunoExample } from './brunoTree';

/** Reads the examples of a request, in order; one without a request has that of its request: `method` and `url`. */
export function readBruExamples(
  blocks: readonly BruBlock[],
  { method, url }: { readonly method: string; readonly url: string },
): readonly BrunoExample[] {
  return blocks
    .filter(({ name }) => name === 'example')
    .map((example) => {
      const parts = innerBlocks(example);
      const request = parts.find(({ name }) => name === 'request');
      const inRequest = request === undefined ? [] : innerBlocks(request);
      const said = fieldsOf(parts, 'request');
      const response = parts.find(({ name }) => name === 'response');
      return {
        request: {
          method: said.get('method') ?? method,
          url: said.get('url') ?? url,
          headers: blockPairs(inRequest, 'headers'),
          body: readBruBody(inRequest, said.get('mode') ?? 'none'),
        },
        response: responseOf(response === undefined ? [] : innerBlocks(response)),
      };
    });
}

function responseOf(blocks: readonly BruBlock[]): BrunoExample['response'] {
  const body = fieldsOf(blocks, 'body');
  const type = body.get('type') ?? '';
  return {
    status: Number(fieldsOf(blocks, 'status').get('code')),
    headers: blockPairs(blocks, 'headers'),
    type,
    body: body.get('content') ?? (type === '' ? blockText(blocks, 'body') : ''),
  };
}

function fieldsOf(blocks: readonly BruBlock[], name: string): ReadonlyMap<string, string> {
  return new Map(blockPairs(blocks, name).map((pair) => [pair.name, pair.value]));
}
