/** Bodies in OpenCollection's YAML. */
import { stringifyJson, type JsonValue } from '../../../../core/json/json';
import type { BrunoBody, BrunoPart } from '../bruno/brunoTree';
import { isTrue, itemsOf, memberOf, scalarText, textOf, type Foreign } from '../../shape/externalJson';
import { readRow } from './openCollectionRows';

/** Reads one: of several variants the one that is chosen, else the first. */
export function readOpenCollectionBody(body: Foreign, type: string): BrunoBody | undefined {
  const variants = itemsOf(body);
  const chosen = variants.find((variant) => isTrue(variant, 'selected')) ?? variants[0];
  return readVariant(chosen === undefined ? body : (memberOf(chosen, 'body') ?? chosen), type);
}

const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ['json', 'application/json'],
  ['xml', 'application/xml'],
  ['text', 'text/plain'],
  ['sparql', 'application/sparql-query'],
]);

function readVariant(body: Foreign, type: string): BrunoBody | undefined {
  if (type === 'graphql' || memberOf(body, 'query') !== undefined) {
    return graphqlOf(body);
  }
  const kind = textOf(memberOf(body, 'type')) ?? 'none';
  const data = memberOf(body, 'data');
  const mediaType = MEDIA_TYPES.get(kind);
  if (mediaType !== undefined) {
    return { kind: 'text', mediaType, text: textOf(data) ?? (data === undefined ? '' : stringifyJson(data)) };
  }
  switch (kind) {
    case 'none':
      return undefined;
    case 'form-urlencoded':
      return { kind: 'form', fields: itemsOf(data).map(readRow) };
    case 'multipart-form':
      return { kind: 'multipart', parts: itemsOf(data).map(readPart) };
    case 'file':
      return fileOf(itemsOf(data));
    default:
      return { kind: 'unknown', title: kind };
  }
}

function graphqlOf(body: Foreign): BrunoBody {
  const variables = memberOf(body, 'variables') ?? '';
  return {
    kind: 'graphql',
    query: textOf(memberOf(body, 'query')) ?? '',
    variables: textOf(variables) ?? stringifyJson(variables),
  };
}

function readPart(part: Foreign): BrunoPart {
  const value = memberOf(part, 'value');
  const files = [value, ...itemsOf(value)]
    .flatMap((item) => textOf(item) ?? [])
    .filter((file) => file !== '');
  return {
    ...readRow(part),
    files: memberOf(part, 'type') === 'file' ? files : undefined,
    contentType: textOf(memberOf(part, 'contentType')) ?? '',
  };
}

function fileOf(files: readonly JsonValue[]): BrunoBody {
  const chosen = files.find((file) => isTrue(file, 'selected')) ?? files[0];
  const file = textOf(memberOf(chosen, 'filePath')) ?? '';
  const mediaType = scalarText(memberOf(chosen, 'contentType')) ?? '';
  return file === ''
    ? { kind: 'unknown', title: 'file' }
    : { kind: 'file', file, mediaType: mediaType === '' ? 'application/octet-stream' : mediaType };
}
