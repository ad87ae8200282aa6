/** The body of a request in a `.bru` file. */
import { blockPairs, bodyText, type BruBlock, type BruPair } from './bruBlocks';
import type { BrunoBody, BrunoPart } from './brunoTree';

/** Reads the body of the kind that the request names; there may be others, kept for later. */
export function readBruBody(blocks: readonly BruBlock[], kind: string): BrunoBody | undefined {
  const text = TEXTS.get(kind);
  if (text !== undefined) {
    const written = text.blocks.map((name) => bodyText(blocks, name)).find((one) => one !== '');
    return { kind: 'text', mediaType: text.mediaType, text: written ?? '' };
  }
  switch (kind) {
    case 'none':
      return undefined;
    case 'formUrlEncoded':
    case 'form-urlencoded':
      return { kind: 'form', fields: blockPairs(blocks, 'body:form-urlencoded') };
    case 'multipartForm':
    case 'multipart-form':
      return { kind: 'multipart', parts: blockPairs(blocks, 'body:multipart-form').map(partOf) };
    case 'graphql':
      return {
        kind: 'graphql',
        query: bodyText(blocks, 'body:graphql'),
        variables: bodyText(blocks, 'body:graphql:vars') || '{}',
      };
    case 'file':
      return fileOf(blockPairs(blocks, 'body:file').map(partOf));
    default:
      return { kind: 'unknown', title: kind };
  }
}

const TEXTS: ReadonlyMap<string, { readonly mediaType: string; readonly blocks: readonly string[] }> =
  new Map([
    ['json', { mediaType: 'application/json', blocks: ['body:json', 'body'] }],
    ['text', { mediaType: 'text/plain', blocks: ['body:text'] }],
    ['xml', { mediaType: 'application/xml', blocks: ['body:xml'] }],
    ['sparql', { mediaType: 'application/sparql-query', blocks: ['body:sparql'] }],
  ]);

/** `@file(a.txt|b.txt) @contentType(text/plain)`. */
function partOf({ name, value: written, isDisabled }: BruPair): BrunoPart {
  const [, before = written, contentType = ''] = /^(.*?)\s*@contentType\(([^()]*)\)\s*$/s.exec(written) ?? [];
  const [, files] = /^@file\((.*)\)$/s.exec(before.trim()) ?? [];
  return {
    name,
    value: files === undefined ? before : '',
    isDisabled,
    files: files?.split('|').filter((file) => file !== ''),
    contentType,
  };
}

/** Of several files the one that is switched on. */
function fileOf(files: readonly BrunoPart[]): BrunoBody {
  const chosen = files.find(({ isDisabled }) => !isDisabled) ?? files[0];
  const [file] = chosen?.files ?? [];
  const mediaType = chosen?.contentType ?? '';
  return file === undefined
    ? { kind: 'unknown', title: 'file' }
    : { kind: 'file', file, mediaType: mediaType === '' ? 'application/octet-stream' : mediaType };
}
