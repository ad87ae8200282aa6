/** The body of a request in Insomnia, as a chain states it: structured where that sends the same, else text. */
import type { WrittenBody, WrittenPart } from '../../../../core/files/writtenChain';
import { fileReference, graphqlBody } from '../../shape/structuredBody';
import { isTrue, itemsOf, memberOf, scalarText, textOf, type Foreign } from '../../shape/externalJson';
import type { ScriptTexts } from '../scripts/postmanApi';
import { readJsonBody, readTemplateJson } from '../../shape/templateJson';
import { decodedWhereEscaped } from '../../shape/urlTexts';

/** What reading a body needs besides the body. */
export interface BodyContext {
  readonly reader: ScriptTexts;
  readonly remark: (sentence: string) => void;
  /** Value of the enabled Content-Type header. */
  readonly contentType: string | undefined;
}

/** A body, and the variables that are in it as JSON without quotes. */
export interface InsomniaBody {
  /** Absent when nothing is sent. */
  readonly body?: WrittenBody;
  readonly typed: readonly string[];
}

/** Reads the `body` of a request. */
export function readBody(body: Foreign, context: BodyContext): InsomniaBody {
  const mimeType = (textOf(memberOf(body, 'mimeType')) ?? '').toLowerCase();
  const file = textOf(memberOf(body, 'fileName')) ?? '';
  switch (mimeType) {
    case 'application/graphql':
      return readGraphql(textOf(memberOf(body, 'text')) ?? '', context);
    case 'application/x-www-form-urlencoded':
      return memberOf(body, 'params') === undefined
        ? readText(body, mimeType, context)
        : readForm(body, context);
    case 'multipart/form-data':
      return readParts(body, context);
    case 'application/octet-stream':
      return readFile(file, mimeType, context);
    default:
      return file === '' ? readText(body, mimeType, context) : readFile(file, mimeType, context);
  }
}

const NOTHING: InsomniaBody = { typed: [] };

function readText(body: Foreign, mimeType: string, { reader, contentType }: BodyContext): InsomniaBody {
  const written = textOf(memberOf(body, 'text')) ?? '';
  if (written === '') {
    return NOTHING;
  }
  const text = reader.read(written);
  const type = contentType ?? mimeType;
  const json = /[/+]json\b/i.test(type) ? readJsonBody(text) : undefined;
  return json === undefined
    ? {
        body: { text, ...(contentType === undefined ? { contentType: mimeType || 'text/plain' } : {}) },
        typed: [],
      }
    : { body: { json: json.value }, typed: json.typed };
}

/** The text is JSON, whose `variables` may be a text with JSON again. */
function readGraphql(written: string, { reader, remark }: BodyContext): InsomniaBody {
  const text = reader.read(written);
  const content = readTemplateJson(text);
  if (content === undefined) {
    remark('Its GraphQL body is not JSON and is sent as text.');
    return text === '' ? NOTHING : { body: { text, contentType: 'application/json' }, typed: [] };
  }
  const { typed, ...rest } = graphqlBody(content.value, (inner) => inner, remark);
  return { ...rest, typed: [...content.typed, ...typed] };
}

function readForm(body: Foreign, { reader, remark }: BodyContext): InsomniaBody {
  const form = fieldsOf(body, remark).map(({ field, name }) => ({
    name: decodedWhereEscaped(reader.read(name)),
    value: decodedWhereEscaped(reader.read(scalarText(memberOf(field, 'value')) ?? '')),
    ...(isTrue(field, 'disabled') ? { disabled: true } : {}),
  }));
  return form.length === 0 ? NOTHING : { body: { form }, typed: [] };
}

function readParts(body: Foreign, { reader, remark }: BodyContext): InsomniaBody {
  const multipart = fieldsOf(body, remark).flatMap(({ field, name }): readonly WrittenPart[] => {
    const more = isTrue(field, 'disabled') ? { disabled: true } : {};
    if (memberOf(field, 'type') !== 'file') {
      return [
        { name: reader.read(name), value: reader.read(scalarText(memberOf(field, 'value')) ?? ''), ...more },
      ];
    }
    const file = textOf(memberOf(field, 'fileName')) ?? '';
    if (file === '') {
      remark(`No file is chosen for the form field ${JSON.stringify(name)}; it is left out.`);
      return [];
    }
    return [{ name: reader.read(name), file: reader.read(fileReference(file, remark)), ...more }];
  });
  return multipart.length === 0 ? NOTHING : { body: { multipart }, typed: [] };
}

function fieldsOf(
  body: Foreign,
  remark: (sentence: string) => void,
): readonly { readonly field: Foreign; readonly name: string }[] {
  const all = itemsOf(memberOf(body, 'params')).map((field) => ({
    field,
    name: scalarText(memberOf(field, 'name')) ?? '',
  }));
  const named = all.filter(({ name }) => name !== '');
  const lost = all.filter(
    ({ field, name }) => name === '' && (scalarText(memberOf(field, 'value')) ?? '') !== '',
  );
  if (lost.length > 0) {
    remark('Form fields without a name are left out.');
  }
  return named;
}

function readFile(
  file: string,
  mimeType: string,
  { reader, remark, contentType }: BodyContext,
): InsomniaBody {
  if (file === '') {
    remark('Its body is a file, and none is chosen; it is left out.');
    return NOTHING;
  }
  const type = contentType === undefined ? { contentType: mimeType } : {};
  return { body: { file: reader.read(fileReference(file, remark)), ...type }, typed: [] };
}
