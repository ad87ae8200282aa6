/** A request as a step of a scenario. */
import { stringifyJson, type JsonObject, type JsonValue } from '../../../core/json/json';
import type { Auth, Body, Field, MultipartPart } from '../../../core/model';
import { oneLine } from '../../../core/shownText';
import { splitUrl, wholeReference } from '../../../core/prepare/template';
import { graphqlMessage } from '../bodyContents';
import type { Remark } from '../exportLog';
import type { OutgoingRequest } from '../outgoingRequests';
import { authParts, fieldPieces, hasHeader, isEnabled, urlPieces } from '../requestTexts';
import { writeChecks } from './artilleryChecks';
import { isLiteralJson, isPlainJson, type ArtilleryTexts } from './artilleryTexts';

/** What a step is written with. */
export interface StepContext {
  readonly texts: ArtilleryTexts;
  readonly remark: Remark;
  /** The part of URLs before the path, which is the script's target; absent when URLs do not contain it. */
  readonly target: string | undefined;
  readonly pathTo: (chainFile: string, path: string) => string;
  /** The function that reads the answer; absent where captures and expectations do. */
  readonly answer?: string;
}

/** Words of steps that are no requests. */
const OTHER_STEPS: ReadonlySet<string> = new Set(['loop', 'parallel', 'think', 'log', 'function']);

/** Why Artillery cannot send a request of a method; absent when it can. */
export function methodFault(method: string): string | undefined {
  return OTHER_STEPS.has(method.toLowerCase())
    ? `Artillery takes the method ${method} for a step of another kind.`
    : undefined;
}

/** Writes a step with more members. */
export function writeStep(outgoing: OutgoingRequest, context: StepContext, more: JsonObject): JsonObject {
  const { request, auth, source } = outgoing;
  const { texts, remark } = context;
  const parts = authParts(auth);
  const body = request.body === undefined ? undefined : bodyOf(request.body, outgoing, context);
  remarkOnDisabled(outgoing, remark);
  return {
    [request.method.toLowerCase()]: {
      name: oneLine(request.name),
      ...more,
      ...addressOf(outgoing, parts.query, context),
      ...headersOf(sentRows(request.headers, parts.headers, body?.contentType), context),
      ...authOf(auth, context),
      ...body?.members,
      ...(body !== undefined && /^get$/i.test(request.method) ? { allowGetBody: true } : {}),
      ...(request.redirects === 'manual' ? { followRedirect: false } : {}),
      ...(context.answer === undefined
        ? writeChecks({ ...request, source }, texts, remark)
        : { afterResponse: context.answer }),
    },
  };
}

/** The rows that are sent: those of the request, and what its authentication and body add unless it says so itself. */
function sentRows(
  own: readonly Field[],
  ofAuth: readonly Field[],
  contentType: string | undefined,
): readonly Field[] {
  const type =
    contentType === undefined ? [] : [{ name: 'Content-Type', value: contentType, disabled: false }];
  return [
    ...own.filter(isEnabled),
    ...[...ofAuth, ...type].filter(({ name }) => !hasHeader(own, name.toLowerCase())),
  ];
}

function authOf(auth: Auth, { texts, remark }: StepContext): JsonObject {
  switch (auth.type) {
    case 'basic':
      return { auth: { user: texts.text(auth.username, remark), pass: texts.text(auth.password, remark) } };
    case 'digest':
    case 'oauth1':
    case 'awsSigV4':
      remark(`Artillery has no ${UNKNOWN_AUTH[auth.type]} authentication; it is left out.`);
      return {};
    default:
      return {};
  }
}

const UNKNOWN_AUTH = { digest: 'digest', oauth1: 'OAuth 1.0', awsSigV4: 'AWS' } as const;

function remarkOnDisabled({ request }: OutgoingRequest, remark: Remark): void {
  const { query, headers, body, timeoutMs } = request;
  const inBody = body?.kind === 'form' ? body.fields : body?.kind === 'multipart' ? body.parts : [];
  const off = [...query, ...headers, ...inBody].filter((row) => !isEnabled(row));
  if (off.length > 0) {
    remark(`What is switched off is left out: ${off.map(({ name }) => name).join(', ')}.`);
  }
  if (timeoutMs !== undefined) {
    remark('Artillery has one time limit for all requests: config.http.timeout.');
  }
}

/** The URL and, where names and values need no other encoding, its query as an object. */
function addressOf(
  { request }: OutgoingRequest,
  more: readonly Field[],
  { texts, remark, target }: StepContext,
): JsonObject {
  const rows = [...request.query.filter(isEnabled), ...more];
  const names = rows.map(({ name }) => name);
  const isObject =
    rows.length > 0 &&
    !request.url.includes('?') &&
    names.every((name) => /^[\w.[\]-]+$/.test(name)) &&
    rows.every(({ value }) => wholeReference(value) !== undefined || !/[{}]/.test(value));
  const whole = { ...request, query: isObject ? [] : request.query };
  const { pathStart } = splitUrl(request.url);
  const isRelative = request.url.slice(0, pathStart) === target;
  const url = isRelative ? request.url.slice(pathStart) : request.url;
  const pieces = urlPieces({ ...whole, url }, isObject ? [] : more);
  const written = texts.pieces(pieces, remark);
  return {
    url: isRelative && !written.startsWith('/') ? `/${written}` : written,
    ...(isObject ? { qs: queryOf(rows, texts, remark) } : {}),
  };
}

function queryOf(rows: readonly Field[], texts: ArtilleryTexts, remark: Remark): JsonObject {
  const values = new Map<string, readonly string[]>();
  for (const { name, value } of rows) {
    values.set(name, [...(values.get(name) ?? []), texts.text(value, remark)]);
  }
  return Object.fromEntries(
    [...values].map(([name, [only = '', ...others]]) => [
      name,
      others.length === 0 ? only : [only, ...others],
    ]),
  );
}

function headersOf(rows: readonly Field[], { texts, remark }: StepContext): JsonObject {
  const headers = new Map<string, string>();
  for (const { name, value } of rows) {
    const lower = name.toLowerCase();
    if (name.includes('{{')) {
      remark(`Artillery does not fill in names of headers: ${name} is left out.`);
    } else if (headers.has(lower)) {
      remark(`Artillery sends a header once: another ${name} is left out.`);
    } else {
      headers.set(lower, texts.text(value, remark));
    }
  }
  return headers.size === 0 ? {} : { headers: Object.fromEntries(headers) };
}

/** The members of a body, and the content type that they do not bring along. */
interface WrittenBody {
  readonly members: JsonObject;
  readonly contentType?: string;
}

function bodyOf(body: Body, outgoing: OutgoingRequest, { texts, remark, pathTo }: StepContext): WrittenBody {
  switch (body.kind) {
    case 'json':
      return jsonBody(body.value, texts, remark);
    case 'graphql':
      return jsonBody(graphqlMessage(body), texts, remark);
    case 'text':
      return {
        members: { body: texts.text(body.text, remark) },
        contentType: body.contentType ?? 'text/plain; charset=utf-8',
      };
    case 'form':
      return formBody(body.fields.filter(isEnabled), texts, remark);
    case 'multipart':
      return {
        members: {
          formData: partsOf(
            body.parts.filter(isEnabled),
            (path) => pathTo(outgoing.part.file, path),
            texts,
            remark,
          ),
        },
      };
    case 'file':
      remark(`Artillery cannot send the file ${body.path} as a body; it is left out.`);
      return { members: {} };
  }
}

/** Artillery fills an object in; a text is sent unchanged, with every digit and every name. */
function jsonBody(value: JsonValue, texts: ArtilleryTexts, remark: Remark): WrittenBody {
  const isTree = typeof value === 'object' && value !== null && isPlainJson(value);
  if (isTree || !isLiteralJson(value)) {
    if (!isTree && typeof value !== 'string') {
      remark(
        'Artillery may change its JSON: numbers lose digits, and names with other signs are paths there.',
      );
    }
    return { members: { json: texts.json(value, remark) } };
  }
  return { members: { body: stringifyJson(value) }, contentType: 'application/json' };
}

function formBody(fields: readonly Field[], texts: ArtilleryTexts, remark: Remark): WrittenBody {
  const names = fields.map(({ name }) => name);
  const isObject = new Set(names).size === names.length && names.every((name) => !name.includes('{{'));
  if (isObject) {
    const form = fields.map(({ name, value }): [string, string] => [name, texts.text(value, remark)]);
    return { members: { form: Object.fromEntries(form) } };
  }
  const pieces = fieldPieces(fields);
  return {
    members: { body: texts.pieces(pieces, remark) },
    contentType: 'application/x-www-form-urlencoded',
  };
}

function partsOf(
  parts: readonly MultipartPart[],
  pathTo: (path: string) => string,
  texts: ArtilleryTexts,
  remark: Remark,
): JsonObject {
  const written = new Map<string, JsonValue>();
  for (const { name, value = '', file, fileName, contentType } of parts) {
    if (written.has(name) || name.includes('{{')) {
      remark(`Artillery sends a part of each name once, and fills in no names: another ${name} is left out.`);
      continue;
    }
    if (fileName !== undefined) {
      remark(`The part ${name} is sent under the name of its file.`);
    }
    const type = contentType === undefined ? {} : { contentType: texts.text(contentType, remark) };
    const text = textOfPart(value, texts, remark);
    written.set(
      name,
      file !== undefined
        ? { fromFile: texts.text(pathTo(file), remark), ...type }
        : contentType === undefined || text === ''
          ? text
          : { value: text, ...type },
    );
  }
  return Object.fromEntries(written);
}

/** A value that is one reference could be an object, by which an answer would choose a file of this machine. */
function textOfPart(value: string, texts: ArtilleryTexts, remark: Remark): string {
  const text = texts.text(value, remark);
  return wholeReference(value) === undefined ? text : `${text}${texts.nothing()}`;
}
