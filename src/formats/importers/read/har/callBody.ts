/** The body of a recorded call, as a chain states it. Whatever looks like a reference in it is text. */
import type { WrittenBody, WrittenField, WrittenPart } from '../../../../core/files/writtenChain';
import { isObject, type JsonValue } from '../../../../core/json/json';
import { escapeReferences } from '../../../../core/prepare/template';
import { fileReference } from '../../shape/structuredBody';
import { itemsOf, memberOf, scalarText, textOf, type Foreign } from '../../shape/externalJson';
import { readJsonBody } from '../../shape/templateJson';
import { decodeLiteral, readFields } from '../../shape/urlTexts';
import { mediaType } from './recordedCall';

/** A body. */
export interface CallBody {
  /** Absent when nothing was sent. */
  readonly body?: WrittenBody;
  /** The body says its media type, so that a header need not. */
  readonly saysType: boolean;
}

/** Reads HAR's `postData`; `header` is the Content-Type that was sent. */
export function readCallBody(
  postData: Foreign,
  header: string | undefined,
  remark: (sentence: string) => void,
): CallBody {
  const text = textOf(memberOf(postData, 'text')) ?? '';
  const type = header ?? textOf(memberOf(postData, 'mimeType')) ?? '';
  const params = itemsOf(memberOf(postData, 'params'));
  if (params.length > 0) {
    const isMultipart =
      mediaType(type) === 'multipart/form-data' || params.some((param) => fileOf(param) !== undefined);
    if (isMultipart) {
      return { body: { multipart: params.flatMap((param) => partOf(param, remark)) }, saysType: true };
    }
    if (text === '') {
      return { body: { form: params.flatMap(fieldOf) }, saysType: true };
    }
  }
  return text === '' ? { saysType: false } : readText(text, type);
}

/** A body that was recorded as the text it is. */
function readText(text: string, type: string): CallBody {
  const media = mediaType(type);
  const json = /[/+]json\b/.test(media) ? structured(text) : undefined;
  if (json !== undefined) {
    return {
      body: isGraphql(json) ? { graphql: json } : { json },
      saysType: type.toLowerCase() === 'application/json',
    };
  }
  const isForm = media === 'application/x-www-form-urlencoded';
  const form = isForm ? readFields(text.replaceAll('+', '%20'), decodeLiteral) : undefined;
  if (form !== undefined) {
    return { body: { form }, saysType: true };
  }
  return {
    body: { text: escapeReferences(text), ...(type === '' ? {} : { contentType: type }) },
    saysType: true,
  };
}

/** JSON whose texts hold nothing that looks like a reference; all else is sent as the text it is. */
function structured(text: string): JsonValue | undefined {
  return text.includes('{{') ? undefined : readJsonBody(text)?.value;
}

const GRAPHQL: ReadonlySet<string> = new Set(['query', 'variables', 'operationName']);

function isGraphql(json: JsonValue): json is NonNullable<WrittenBody['graphql']> {
  const query = textOf(memberOf(json, 'query'));
  return (
    isObject(json) &&
    query !== undefined &&
    /^\s*(?:query|mutation|subscription|fragment|#|\{)/.test(query) &&
    Object.keys(json).every((name) => GRAPHQL.has(name)) &&
    ['string', 'undefined'].includes(typeof memberOf(json, 'operationName'))
  );
}

function fileOf(param: Foreign): string | undefined {
  const name = textOf(memberOf(param, 'fileName'));
  return name === '' ? undefined : name;
}

function fieldOf(param: Foreign): readonly WrittenField[] {
  const name = scalarText(memberOf(param, 'name')) ?? '';
  const value = escapeReferences(scalarText(memberOf(param, 'value')) ?? '');
  return name === '' ? [] : [{ name: escapeReferences(name), value }];
}

function partOf(param: Foreign, remark: (sentence: string) => void): readonly WrittenPart[] {
  const file = fileOf(param);
  const type = textOf(memberOf(param, 'contentType')) ?? '';
  return fieldOf(param).map(({ name = '', value = '' }) => ({
    name,
    ...(file === undefined ? { value } : { file: escapeReferences(fileReference(file, remark)) }),
    ...(type === '' ? {} : { contentType: escapeReferences(type) }),
  }));
}
