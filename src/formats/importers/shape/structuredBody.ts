/**
 * A body that somebody wrote as text, as a chain states it: structured where its type says how and that sends
 * the same, else the text that it is.
 */
import type { WrittenBody } from '../../../core/files/writtenChain';
import { isArray, isObject } from '../../../core/json/json';
import { readMultipart, type PartFile } from './multipartText';
import { readJsonBody } from './templateJson';
import { readFields } from './urlencodedFields';

/** A body. */
export interface StructuredBody {
  /** Member `body` of a request; absent when nothing is sent. */
  readonly body?: WrittenBody;
  /** What the Content-Type header has to say; absent when the body is sent with its type anyway. */
  readonly contentType?: string;
  /** Variables that are in JSON without quotes. */
  readonly typed: readonly string[];
}

/** The type of a body that is JSON. */
export const jsonType = 'application/json';

/** The type of a body that is a form. */
export const formType = 'application/x-www-form-urlencoded';

/** Reads a text with its type. */
export function structuredBody(text: string, type: string, fileIn?: PartFile): StructuredBody {
  const isJson = /[/+]json\b/i.test(type);
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(type);
  const json = isJson || isForm ? readJsonBody(text) : undefined;
  // With the type of a form JSON is meant to be an object or a list; `5` is the name of a field.
  if (json !== undefined && (isJson || isObject(json.value) || isArray(json.value))) {
    const says = type.toLowerCase() === jsonType ? {} : { contentType: type };
    return { body: { json: json.value }, typed: json.typed, ...says };
  }
  const form = isForm ? readFields(text.replaceAll('+', '%20')) : undefined;
  if (form !== undefined) {
    return { body: { form }, typed: [], ...(type.toLowerCase() === formType ? {} : { contentType: type }) };
  }
  const parts = readMultipart(text, type, fileIn);
  return parts === undefined
    ? { body: { text, contentType: type }, typed: [] }
    : { body: { multipart: parts }, typed: [] };
}

/** The headers with the type that the body is to have, where its kind does not say it. */
export function withType<Header extends { readonly name: string }>(
  headers: readonly Header[],
  { body, contentType }: StructuredBody,
): readonly (Header | { readonly name: string; readonly value: string })[] {
  const isType = ({ name }: Header): boolean => name.toLowerCase() === 'content-type';
  if (body === undefined) {
    return headers;
  }
  if (contentType === undefined) {
    return headers.filter((header) => !isType(header));
  }
  return headers.some(isType) ? headers : [...headers, { name: 'Content-Type', value: contentType }];
}
