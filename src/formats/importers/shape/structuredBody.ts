/**
 * Bodies as chains state them. A body that somebody wrote as text is structured where its type says how and that sends
 * the same, else it is the text that it is: JSON, a form, or a multipart body with its boundaries (RFC 7578, RFC 2046
 * §5.1). Variables of a GraphQL request are JSON, or a text with JSON and references. Files are named
 * relative to the chain, in its folder or below, never elsewhere: other tools keep paths of one person's machine.
 */
import { defined } from '../../../core/defined';
import type { WrittenBody, WrittenPart } from '../../../core/files/writtenChain';
import { isArray, isObject, stringifyJson, type JsonValue } from '../../../core/json/json';
import { memberOf, textOf, type Foreign } from './externalJson';
import { readJsonBody, readTemplateJson, type TemplateJson } from './templateJson';
import { readFields } from './urlTexts';

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

/** Reads the content of a part that refers to a file; absent when it is ordinary text. */
type PartFile = (content: string) => string | undefined;

/**
 * The parts of a text; absent when it is not a form, or contains what no part of a chain can express.
 *
 * @param contentType value of the header that names the boundary
 */
function readMultipart(
  text: string,
  contentType: string,
  fileIn: PartFile = () => undefined,
): readonly WrittenPart[] | undefined {
  const [, quoted, bare] =
    /^multipart\/form-data\b.*;\s*boundary=(?:"([^"]+)"|([^\s;]+))/is.exec(contentType) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined) {
    return undefined;
  }
  const pieces = `\n${text.replaceAll('\r\n', '\n')}`.split(`\n--${boundary}`);
  const [preamble = '', ...parts] = pieces;
  const isClosed = parts.at(-1)?.trim() === '--';
  const read = parts.slice(0, isClosed ? -1 : undefined).map((part) => readPart(part, fileIn));
  const isSound = preamble.trim() === '' && read.length > 0;
  return isSound && read.every((part) => part !== undefined) ? read : undefined;
}

function readPart(part: string, fileIn: PartFile): WrittenPart | undefined {
  const [, head = '', text = ''] = /^[ \t]*\n(.*?)(?:\n[ \t]*\n(.*))?$/s.exec(part) ?? [];
  const valueOf = headerReader(head);
  const disposition = valueOf('content-disposition') ?? '';
  const name = /^form-data\b/i.test(disposition) ? (parameter(disposition, 'name') ?? '') : '';
  if (name === '') {
    return undefined;
  }
  const file = fileIn(text);
  const type = valueOf('content-type') ?? '';
  return {
    name,
    ...(file === undefined ? { value: text } : { file }),
    ...statedFileName(parameter(disposition, 'filename'), file),
    ...(type === '' ? {} : { contentType: type }),
  };
}

/** A file name that the file's own does not say already. */
function statedFileName(
  fileName: string | undefined,
  file: string | undefined,
): Pick<WrittenPart, 'fileName'> {
  return fileName === undefined || fileName === file?.split('/').at(-1) ? {} : { fileName };
}

function headerReader(head: string): (name: string) => string | undefined {
  const headers = head.split('\n').map((line) => /^\s*([^:]+?)\s*:\s*(.*?)\s*$/.exec(line));
  return (name) => headers.find((header) => header?.[1]?.toLowerCase() === name)?.[2];
}

/** A parameter of a header field: `name="title"`, `filename=x.pdf`. */
function parameter(header: string, wanted: string): string | undefined {
  const [, quoted, bare] =
    new RegExp(`;\\s*${wanted}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;]+))`, 'i').exec(header) ?? [];
  return quoted?.replace(/\\(["\\])/g, '$1') ?? bare;
}

/** A body, and the variables that are in it as JSON without quotes. */
interface GraphqlBody {
  /** Absent when there is no query. */
  readonly body?: WrittenBody;
  readonly typed: readonly string[];
}

/** Reads the members `query`, `variables` and `operationName`; `read` makes texts those of a chain. */
export function graphqlBody(
  content: Foreign,
  read: (text: string) => string,
  remark: (sentence: string) => void,
): GraphqlBody {
  const query = read(textOf(memberOf(content, 'query')) ?? '');
  if (query.trim() === '') {
    remark('Its GraphQL query is empty; the body is left out.');
    return { typed: [] };
  }
  const variables = variablesOf(memberOf(content, 'variables') ?? '', read, remark);
  const operationName = textOf(memberOf(content, 'operationName')) ?? '';
  const graphql = {
    query,
    ...defined({ variables: variables?.value }),
    ...(operationName === '' ? {} : { operationName }),
  };
  return { body: { graphql }, typed: variables?.typed ?? [] };
}

function variablesOf(
  written: JsonValue,
  read: (text: string) => string,
  remark: (sentence: string) => void,
): TemplateJson | undefined {
  const text = read(textOf(written) ?? stringifyJson(written));
  if (text.trim() === '') {
    return undefined;
  }
  const variables = readTemplateJson(text);
  if (variables === undefined) {
    remark('Its GraphQL variables are no JSON and are left out.');
  }
  return variables;
}

/** The path for the chain; `remark` gets what the user has to do. */
export function fileReference(written: string, remark: (sentence: string) => void): string {
  const path = written.replaceAll('\\', '/').replace(/^\.\//, '');
  const leadsOut = /^(?:\/|[A-Za-z]:|~)|(?:^|\/)\.\.(?:\/|$)/.test(path);
  const own = leadsOut ? (path.split('/').findLast((part) => part !== '' && part !== '..') ?? 'file') : path;
  remark(
    leadsOut
      ? `The file ${JSON.stringify(written)} is not imported. Put it next to the chain as ${JSON.stringify(own)}.`
      : `The file ${JSON.stringify(own)} is not imported. Put it there, relative to the chain.`,
  );
  return own === '' ? 'file' : own;
}
