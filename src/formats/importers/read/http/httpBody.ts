/** The body of a request in an `.http` file: texts, forms, parts, files and GraphQL. */
import type { WrittenBody } from '../../../../core/files/writtenChain';
import { defined } from '../../../../core/defined';
import { fileReference, formType, structuredBody, type StructuredBody } from '../../shape/structuredBody';
import { readJsonBody, readTemplateJson } from '../../shape/templateJson';
import { fileLine, type FileLine } from './httpLines';
import type { TextReader } from './httpTexts';

/** What reading a body needs besides its lines. */
export interface BodyContext {
  readonly reader: TextReader;
  readonly remark: (sentence: string) => void;
  /** Value of the Content-Type header. */
  readonly contentType: string | undefined;
  readonly isGraphql: boolean;
  /** Parts of queries by their names. */
  readonly fragments: ReadonlyMap<string, string>;
  /** The text of a file in the same folder; absent when it cannot be read. */
  readonly fileText: (path: string) => string | undefined;
}

/** Reads the lines of a body. */
export function readBody(lines: readonly string[], context: BodyContext): StructuredBody {
  if (lines.every((line) => line.trim() === '')) {
    return { typed: [] };
  }
  if (context.isGraphql || isQuery(lines)) {
    return graphqlBody(lines, context);
  }
  const [first = '', ...others] = lines;
  const file = others.length === 0 ? fileLine(first) : undefined;
  const replaced = file?.isReplaced === true ? context.fileText(file.path) : undefined;
  return file !== undefined && replaced === undefined
    ? fileBody(file, context)
    : writtenBody(lines, replaced, context);
}

/** A body that is a file, sent unchanged. */
function fileBody(
  { path, isReplaced }: FileLine,
  { contentType, reader, remark }: BodyContext,
): StructuredBody {
  if (isReplaced) {
    remark('Variables inside the file of its body are not replaced.');
  }
  const type = contentType === undefined ? {} : { contentType };
  return { body: { file: reader.read(fileReference(path, remark)), ...type }, typed: [] };
}

/** @param replaced text of a file that replaces the lines */
function writtenBody(
  lines: readonly string[],
  replaced: string | undefined,
  context: BodyContext,
): StructuredBody {
  const { contentType = '', reader, remark } = context;
  const isMultipart = /^multipart\/form-data\b/i.test(contentType);
  const written = replaced ?? (isMultipart ? lines.join('\n') : inlined(lines, context));
  const text = reader.read(withoutComments(written));
  return textBody(text, context.contentType, (content) => partFile(content, remark));
}

/** JSON without the comments of the file that are before it, which no runner sends; another text as it was. */
function withoutComments(text: string): string {
  const rest = text.replace(/^(?:[ \t]*(?:#|\/\/).*(?:\n|$))+/, '');
  return rest !== text && /^\s*[[{]/.test(rest) && readJsonBody(rest) !== undefined ? rest : text;
}

function textBody(
  written: string,
  contentType: string | undefined,
  fileIn: (content: string) => string | undefined,
): StructuredBody {
  if (contentType === undefined) {
    const json = /^\s*(?:\[|\{(?!\{))/.test(written) ? readJsonBody(written) : undefined;
    return json === undefined
      ? { body: { text: written }, typed: [] }
      : { body: { json: json.value }, typed: json.typed };
  }
  const isForm = contentType.toLowerCase().startsWith(formType);
  const text = isForm ? formText(written) : written;
  const read = structuredBody(text, contentType, fileIn);
  // Between parts line breaks are CRLF (RFC 2046 §4.1.1), however the file is written.
  const isMixed = /^multipart\//i.test(contentType) && read.body?.['text'] === text;
  return isMixed ? { ...read, body: { ...read.body, text: text.replaceAll('\n', '\r\n') } } : read;
}

/** A form can be written over several lines, with the & in front or behind, and spaces around = and &. */
function formText(written: string): string {
  return written
    .split('\n')
    .map((line) => line.trim())
    .join('')
    .split('&')
    .map((field) => {
      const [name = '', ...value] = field.split('=');
      return [name.trim(), ...(value.length === 0 ? [] : [value.join('=').trim()])].join('=');
    })
    .join('&');
}

/** The text of a body with that of files in place of their names. */
function inlined(lines: readonly string[], { fileText, remark }: BodyContext): string {
  return lines
    .flatMap((line) => {
      const file = fileLine(line);
      const content = file === undefined ? undefined : fileText(file.path);
      if (file !== undefined && content === undefined) {
        remark(`The file ${JSON.stringify(file.path)}, which is a part of its body, is not carried over.`);
        return [];
      }
      return [content ?? line];
    })
    .join('\n');
}

function partFile(content: string, remark: (sentence: string) => void): string | undefined {
  const file = content.trim().includes('\n') ? undefined : fileLine(content.trim());
  return file === undefined ? undefined : fileReference(file.path, remark);
}

const QUERY = /^\s*(?:query|mutation|subscription)\b[^{=]*\{/;
const QUERY_FILE = /^\s*gql(?:\s+\w+)?\s*<\s*(\S.*?)\s*$/;

function isQuery(lines: readonly string[]): boolean {
  return QUERY.test(lines.join('\n')) || lines.some((line) => QUERY_FILE.test(line));
}

/** A query, then an empty line, then its variables. */
function graphqlBody(lines: readonly string[], context: BodyContext): StructuredBody {
  const { reader, remark } = context;
  const text = lines.map((line) => queryLine(line, context)).join('\n');
  const split = [...text.matchAll(/(?:^|\n)[ \t]*\n(?=\s*\{)/g)].at(-1);
  const tail = split === undefined ? '' : reader.read(text.slice(split.index).trim());
  const variables = tail === '' ? undefined : readTemplateJson(tail);
  const query = (variables === undefined ? text : text.slice(0, split?.index)).trim();
  const whole = readTemplateJson(reader.read(text));
  if (whole !== undefined) {
    return { body: { json: whole.value }, typed: whole.typed };
  }
  if (query === '') {
    remark('Its GraphQL query is empty; the body is left out.');
    return { typed: [] };
  }
  const graphql: NonNullable<WrittenBody['graphql']> = {
    query: reader.read(withFragments(query, context.fragments)),
    ...defined({ variables: variables?.value, operationName: operationOf(query) }),
  };
  return { body: { graphql }, typed: variables?.typed ?? [] };
}

/** The name of the first operation of a query, which the tools send with it. */
export function operationOf(query: string): string | undefined {
  return /^\s*(?:query|mutation|subscription)\s+(\w+)/m.exec(query)?.[1];
}

function queryLine(line: string, { fileText, remark }: BodyContext): string {
  const path = QUERY_FILE.exec(line)?.[1] ?? fileLine(line)?.path;
  const text = path === undefined ? line : fileText(path);
  if (text === undefined) {
    remark(
      `Its GraphQL query is in the file ${JSON.stringify(path)}, which is not at hand. Write it into the body.`,
    );
  }
  return text ?? `# ${path ?? ''}`;
}

function withFragments(query: string, fragments: ReadonlyMap<string, string>): string {
  const used = new Set<string>();
  const collect = (text: string): void => {
    for (const [, name = ''] of text.matchAll(/\.\.\.\s*(\w+)/g)) {
      const fragment = fragments.get(name);
      if (fragment !== undefined && !used.has(name) && !new RegExp(`fragment\\s+${name}\\b`).test(query)) {
        used.add(name);
        collect(fragment);
      }
    }
  };
  collect(query);
  return [query, ...[...used].map((name) => fragments.get(name) ?? '')].join('\n');
}
