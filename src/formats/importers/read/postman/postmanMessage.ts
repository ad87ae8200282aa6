/**
 * Headers, body and saved examples of a request in Postman. The body is structured as a chain states it where that
 * sends the same, else text; the first example that shows how the request succeeds becomes what it was answered.
 */
import { defined } from '../../../../core/defined';
import type { WrittenBody, WrittenField, WrittenPart } from '../../../../core/files/writtenChain';
import { withoutComments } from '../../../../core/json/jsonTree';
import type { HeaderLine } from '../../../../core/model';
import { wholeReference } from '../../../../core/prepare/template';
import { isReservedName } from '../../shape/chainNames';
import {
  isTrue,
  itemsOf,
  memberAt,
  memberOf,
  scalarText,
  textOf,
  type Foreign,
} from '../../shape/externalJson';
import type { ImportedExchange } from '../../shape/imported';
import { contentTypeIn, withoutHeader } from '../../shape/inherited';
import { exampleBody, exampleExchange, keepExamples, type KeptExamples } from '../../shape/recordedResponses';
import { fileType } from '../../shape/fileType';
import { fileReference, graphqlBody } from '../../shape/structuredBody';
import { readJsonBody } from '../../shape/templateJson';
import type { TextReader } from './postmanText';
import { documentation, type Remark } from '../../shape/remark';

/** What reading a body needs besides the body. */
interface BodyContext {
  readonly reader: TextReader;
  readonly remark: (remark: Remark) => void;
  /** Value of the enabled Content-Type header. */
  readonly contentType: string | undefined;
}

/** A body, and the variables that are in it as JSON without quotes. */
interface PostmanBody {
  /** Absent when nothing is sent. */
  readonly body?: WrittenBody;
  readonly typed: readonly string[];
}

/** Reads the `body` of a request, and settles its headers. */
export function readMessage(
  body: Foreign,
  headers: readonly WrittenField[],
  { reader, remark }: Omit<BodyContext, 'contentType'>,
): PostmanBody & { readonly headers: readonly WrittenField[] } {
  const read = readBody(body, { reader, remark, contentType: contentTypeIn(headers) });
  const isSent = read.body !== undefined;
  return { ...read, headers: isSent ? headersOfForm(headers, memberOf(body, 'mode'), remark) : headers };
}

function readBody(body: Foreign, context: BodyContext): PostmanBody {
  const mode = textOf(memberOf(body, 'mode'));
  if (mode === undefined) {
    return NOTHING;
  }
  if (memberOf(body, 'disabled') === true) {
    context.remark(documentation('Its body is switched off and left out.'));
    return NOTHING;
  }
  const content = memberOf(body, mode);
  switch (mode) {
    case 'raw':
      return readRaw(
        textOf(content) ?? '',
        textOf(memberOf(memberOf(memberOf(body, 'options'), 'raw'), 'language')),
        context,
      );
    case 'urlencoded':
      return readForm(content, context);
    case 'formdata':
      return readParts(content, context);
    case 'file':
      return readFileBody(content, context);
    case 'graphql':
      return graphqlBody(content, (text) => context.reader.read(text), context.remark);
    default:
      context.remark(`A body of the kind ${JSON.stringify(mode)} cannot be carried over.`);
      return NOTHING;
  }
}

const NOTHING: PostmanBody = { typed: [] };

const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ['json', 'application/json'],
  ['xml', 'application/xml'],
  ['html', 'text/html'],
  ['javascript', 'application/javascript'],
  ['text', 'text/plain'],
]);

function readRaw(raw: string, language: string | undefined, context: BodyContext): PostmanBody {
  if (raw === '') {
    return NOTHING;
  }
  const type = context.contentType ?? MEDIA_TYPES.get(language ?? '');
  const sent = /\bjson\b/i.test(language ?? type ?? '') ? withoutComments(raw) : raw;
  if (sent !== raw) {
    context.remark(documentation('The comments in its JSON body are left out, as Postman does.'));
  }
  const text = context.reader.read(sent);
  // A body that is one variable is whatever text that has, JSON or not.
  const isVariable = wholeReference(text.trim())?.name.startsWith('$') === false;
  const isJson = type !== undefined && /[/+]json\b/i.test(type) && !isVariable;
  const json = isJson ? readJsonBody(text) : undefined;
  if (json !== undefined) {
    return { body: { json: json.value }, typed: json.typed };
  }
  return {
    body: { text, ...(context.contentType === undefined ? { contentType: type ?? 'text/plain' } : {}) },
    typed: [],
  };
}

function readForm(fields: Foreign, { reader, remark, contentType }: BodyContext): PostmanBody {
  const written = textOf(fields);
  const rows = itemsOf(fields).map((field) => ({
    name: scalarText(memberOf(field, 'key')) ?? '',
    value: scalarText(memberOf(field, 'value')) ?? '',
    ...(memberOf(field, 'disabled') === true ? { disabled: true } : {}),
  }));
  const named = rows.filter(({ name }) => name !== '');
  const sent = rows.filter((row) => !('disabled' in row));
  if (written !== undefined || sent.some(({ name }) => name === '')) {
    const text = written ?? sent.map(({ name, value }) => `${encode(name)}=${encode(value)}`).join('&');
    const type = FORM_TYPE.test(contentType ?? '')
      ? {}
      : { contentType: 'application/x-www-form-urlencoded' };
    return text === '' ? NOTHING : { body: { text: reader.read(text), ...type }, typed: [] };
  }
  if (named.length < rows.length) {
    remark('Form fields without a name are switched off and left out.');
  }
  const form = named.map((row) => ({ ...row, name: reader.read(row.name), value: reader.read(row.value) }));
  return form.length === 0 ? NOTHING : { body: { form }, typed: [] };
}

const FORM_TYPE = /^application\/x-www-form-urlencoded\b/;

/** Headers next to a form, whose type Postman sends itself, with the boundary of its parts. */
function headersOfForm(
  headers: readonly WrittenField[],
  mode: Foreign,
  remark: (remark: Remark) => void,
): readonly WrittenField[] {
  const type = contentTypeIn(headers) ?? '';
  const isOther = mode === 'urlencoded' ? !FORM_TYPE.test(type) : mode === 'formdata';
  if (type === '' || !isOther) {
    return headers;
  }
  remark(
    documentation(`The header "Content-Type: ${type}" is switched off, as Postman sends the type of a form.`),
  );
  return withoutHeader(headers, 'content-type');
}

/** Percent-encodes what would end a field, as Postman does; references stay. */
function encode(text: string): string {
  return text.replace(/[&=+%#]/g, encodeURIComponent);
}

function readParts(fields: Foreign, context: BodyContext): PostmanBody {
  const parts = itemsOf(fields).flatMap((field) => partsOf(field, context));
  return parts.length === 0 ? NOTHING : { body: { multipart: parts }, typed: [] };
}

function partsOf(field: Foreign, { reader, remark }: BodyContext): readonly WrittenPart[] {
  const name = reader.read(scalarText(memberOf(field, 'key')) ?? '');
  if (name === '') {
    remark('A form field without a name is left out.');
    return [];
  }
  const contentType = textOf(memberOf(field, 'contentType')) ?? '';
  const more = {
    ...(contentType === '' ? {} : { contentType: reader.read(contentType) }),
    ...(memberOf(field, 'disabled') === true ? { disabled: true } : {}),
  };
  if (memberOf(field, 'type') !== 'file') {
    return [{ name, value: reader.read(scalarText(memberOf(field, 'value')) ?? ''), ...more }];
  }
  const src = memberOf(field, 'src');
  const files = [src, ...itemsOf(src)].flatMap((item) => textOf(item) ?? []).filter((file) => file !== '');
  if (files.length === 0) {
    remark(`No file is chosen for the form field ${JSON.stringify(name)}; it is left out.`);
  }
  const fileName = textOf(memberOf(field, 'fileName')) ?? '';
  const shown = fileName === '' ? {} : { fileName: reader.read(fileName) };
  return files.map((file) => ({
    name,
    file: reader.read(fileReference(file, remark)),
    ...shown,
    ...defined({ contentType: fileType(file) }),
    ...more,
  }));
}

function readFileBody(content: Foreign, { reader, remark, contentType }: BodyContext): PostmanBody {
  const src = textOf(content) ?? textOf(memberOf(content, 'src'));
  const inline = textOf(memberOf(content, 'content'));
  if (src === undefined || src === '') {
    if (inline === undefined) {
      remark('Its body is a file, and none is chosen; it is left out.');
      return NOTHING;
    }
    return { body: { text: reader.read(inline) }, typed: [] };
  }
  const type = contentType === undefined ? { contentType: fileType(src) ?? 'application/octet-stream' } : {};
  return { body: { file: reader.read(fileReference(src, remark)), ...type }, typed: [] };
}

/** Reads the `header` of a request; `remark` gets those that no chain can have. */
export function readHeaders(
  value: Foreign,
  reader: TextReader,
  remark: (remark: Remark) => void,
): readonly WrittenField[] {
  const lines = textOf(value)?.split(/\r?\n/) ?? [];
  const rows = lines.map((line) => {
    const [, key = line, text = ''] = /^([^:]*):\s*(.*)$/.exec(line) ?? [];
    return { key, value: text };
  });
  return [...rows, ...itemsOf(value)].flatMap((row): readonly WrittenField[] => {
    const name = reader.read((scalarText(memberOf(row, 'key')) ?? '').trim());
    const text = reader.read(scalarText(memberOf(row, 'value')) ?? '');
    if (name === '' || isReservedName(name)) {
      if (name !== '' || text !== '') {
        remark(`A header that has no usable name is left out: ${JSON.stringify(`${name}: ${text}`)}.`);
      }
      return [];
    }
    if (/^postman-token$/i.test(name) && GUID.test(text)) {
      remark(
        documentation(
          'Its header Postman-Token is left out: it identifies a request that Postman sent once.',
        ),
      );
      return [];
    }
    return [{ name, value: text, ...(isTrue(row, 'disabled') ? { disabled: true } : {}) }];
  });
}

const GUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Reads the `response` list of an item. References in it stay as Postman writes them. */
export function readExamples(item: Foreign): KeptExamples {
  return keepExamples(itemsOf(memberOf(item, 'response')).map((example) => exchangeOf(example, item)));
}

function exchangeOf(example: Foreign, item: Foreign): ImportedExchange {
  const request = memberOf(example, 'originalRequest') ?? memberOf(item, 'request');
  const url = memberOf(request, 'url') ?? request;
  const sent = headersOf(memberOf(request, 'header'));
  const text = textOf(memberAt(request, 'body', 'raw')) ?? '';
  const time = Number(scalarText(memberOf(example, 'responseTime')));
  return exampleExchange(
    {
      method: textOf(memberOf(request, 'method')) ?? 'GET',
      url: textOf(url) ?? textOf(memberOf(url, 'raw')) ?? '',
      headers: sent,
      ...(text === '' ? {} : { body: exampleBody(text, sent) }),
    },
    {
      name: textOf(memberOf(example, 'name')),
      status: Number(scalarText(memberOf(example, 'code'))),
      headers: headersOf(memberOf(example, 'header')),
      body: textOf(memberOf(example, 'body')) ?? '',
      totalMs: Number.isFinite(time) && time > 0 ? time : 0,
    },
  );
}

function headersOf(rows: Foreign): readonly HeaderLine[] {
  return itemsOf(rows).flatMap((row) => {
    const name = scalarText(memberOf(row, 'key')) ?? '';
    return name === '' || isTrue(row, 'disabled')
      ? []
      : [{ name, value: scalarText(memberOf(row, 'value')) ?? '' }];
  });
}
