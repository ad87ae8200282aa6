/** The body of a request in Bruno, as a chain states it. */
import { defined } from '../../../../core/defined';
import type { WrittenBody, WrittenField, WrittenPart } from '../../../../core/files/writtenChain';
import { fileType } from '../../shape/fileType';
import { fileReference, graphqlBody } from '../../shape/structuredBody';
import { readJsonBody } from '../../shape/templateJson';
import type { BrunoBody, BrunoPart, BrunoRow } from './brunoTree';

/** A body, and the variables that are in it as JSON without quotes. */
export interface ReadBody {
  /** Absent when nothing is sent. */
  readonly body?: WrittenBody;
  readonly typed: readonly string[];
}

/** What reading a body needs besides the body. */
export interface BodyContext {
  readonly read: (text: string) => string;
  readonly remark: (sentence: string) => void;
  /** Value of the enabled Content-Type header. */
  readonly contentType: string | undefined;
}

/** Reads one. */
export function readBody(body: BrunoBody | undefined, context: BodyContext): ReadBody {
  const { read, remark, contentType } = context;
  switch (body?.kind) {
    case undefined:
      return { typed: [] };
    case 'text':
      return readText(body, context);
    case 'graphql':
      return graphqlBody(body, read, remark);
    case 'form':
      return listed({ form: body.fields.flatMap((field) => rowOf(field, read)) });
    case 'multipart':
      return listed({ multipart: body.parts.flatMap((part) => partsOf(part, context)) });
    case 'file':
      return {
        body: {
          file: read(fileReference(body.file, remark)),
          ...(contentType === undefined ? { contentType: body.mediaType } : {}),
        },
        typed: [],
      };
    case 'unknown':
      remark(`A body of the kind ${JSON.stringify(body.title)} cannot be carried over.`);
      return { typed: [] };
  }
}

/** A row of a chain; none for a row without a name. */
export function rowOf(row: BrunoRow, read: (text: string) => string): readonly WrittenField[] {
  const name = read(row.name.trim());
  return name === '' ? [] : [{ name, value: read(row.value), ...(row.isDisabled ? { disabled: true } : {}) }];
}

function readText(
  { mediaType, text: written }: BrunoBody & { kind: 'text' },
  { read, contentType }: BodyContext,
): ReadBody {
  if (written === '') {
    return { typed: [] };
  }
  const text = read(written);
  const json = /[/+]json\b/i.test(contentType ?? mediaType) ? readJsonBody(text) : undefined;
  return json === undefined
    ? { body: { text, ...(contentType === undefined ? { contentType: mediaType } : {}) }, typed: [] }
    : { body: { json: json.value }, typed: json.typed };
}

function listed(body: Pick<WrittenBody, 'form' | 'multipart'>): ReadBody {
  return (body.form ?? body.multipart ?? []).length === 0 ? { typed: [] } : { body, typed: [] };
}

function partsOf(part: BrunoPart, { read, remark }: BodyContext): readonly WrittenPart[] {
  const contentType = part.contentType === '' ? {} : { contentType: read(part.contentType) };
  if (part.files === undefined) {
    return rowOf(part, read).map((row) => ({ ...row, ...contentType }));
  }
  if (part.files.length === 0) {
    remark(`No file is chosen for the form field ${JSON.stringify(part.name)}; it is left out.`);
  }
  return part.files.flatMap((file) =>
    rowOf(part, read).map(({ value: _value, ...row }) => ({
      ...row,
      file: read(fileReference(file, remark)),
      ...defined({ contentType: fileType(file) }),
      ...contentType,
    })),
  );
}
