/** A request as a step, and what its operation has to be. */
import { stringifyJson, type JsonObject, type JsonValue } from '../../../core/json/json';
import { oneLine } from '../../../core/shownText';
import type { Auth, Body, Field } from '../../../core/model';
import { findReferences, splitUrl, wholeReference } from '../../../core/prepare/template';
import { encodeComponent } from '../../../core/prepare/url';
import { readFields } from '../../importers/shape/urlTexts';
import { graphqlMessage } from '../bodyContents';
import type { Remark } from '../exportLog';
import type { OutgoingRequest } from '../outgoingRequests';
import { authParts, hasHeader, isEnabled } from '../requestTexts';
import { piecesOf } from '../templatePieces';
import { criteriaOf, outputsOf, retryOf, type StepOutput } from './arazzoChecks';
import type { OperationCall, OperationList } from './arazzoOperations';
import type { WorkflowValues } from './arazzoValues';

/** What a step is written with. */
export interface StepContext {
  readonly stepId: string;
  /** Operations of its server, and the name of their description. */
  readonly operations: OperationList;
  readonly description: string;
  readonly values: WorkflowValues;
  readonly remark: Remark;
  /** Gets what holds for all steps. */
  readonly whole: Remark;
}

/** A step, and the variables that it extracts. */
export interface WrittenStep {
  readonly step: JsonObject;
  readonly variables: readonly string[];
}

/** Writes a step. */
export function writeStep(outgoing: OutgoingRequest, context: StepContext): WrittenStep {
  const { request, auth, source } = outgoing;
  const { stepId, values, remark } = context;
  remarkOnLosses(outgoing, remark);
  const ofAuth = partsOfAuth(auth, values, remark);
  const body = request.body === undefined ? undefined : bodyOf(request.body, values, remark);
  const contentType = headerValue(request.headers, 'content-type') ?? body?.contentType;
  const query = valuesByName(
    [...queryOfUrl(request.url, remark), ...request.query.filter(isEnabled), ...ofAuth.query],
    context,
  );
  const rows = [
    ...request.headers.filter((row) => isEnabled(row) && row.name.toLowerCase() !== 'content-type'),
    ...ofAuth.headers.filter(({ name }) => !hasHeader(request.headers, name.toLowerCase())),
  ];
  const headers = headersByName(rows, context);
  const path = pathOf(request.url);
  const call: OperationCall = {
    method: request.method,
    path: path.map((piece) => (typeof piece === 'string' ? piece : { name: piece.name })),
    query: [...query.keys()],
    headers: [...headers.keys()],
    contentType: body === undefined ? undefined : contentType,
    name: stepId,
  };
  const { operationId, parameters } = context.operations.add(call);
  const inPath = path.filter((piece) => typeof piece !== 'string');
  const outputs = outputsOf(request.extract, remark);
  const onFailure = retryOf(source, remark);
  const all: JsonValue[] = [
    ...parameters.flatMap((name, index) => {
      const piece = inPath[index];
      return piece === undefined ? [] : [{ name, in: 'path', value: values.pieces([piece], remark) }];
    }),
    ...[...query].map(([name, value]) => ({ name, in: 'query', value })),
    ...[...headers].map(([name, value]) => ({ name, in: 'header', value })),
    ...ofAuth.ready,
  ];
  const step: JsonObject = {
    stepId,
    description:
      oneLine(request.name) + (request.description === undefined ? '' : `\n\n${request.description}`),
    operationId: `$sourceDescriptions.${context.description}.${operationId}`,
    ...(all.length === 0 ? {} : { parameters: all }),
    ...(body === undefined ? {} : { requestBody: requestBodyOf(body.payload, contentType, context) }),
    successCriteria: criteriaOf(request.expect, context),
    ...(onFailure.length === 0 ? {} : { onFailure }),
    ...(outputs.length === 0 ? {} : { outputs: outputMembers(outputs) }),
  };
  return { step, variables: outputs.map(({ variable }) => variable) };
}

function outputMembers(outputs: readonly StepOutput[]): JsonObject {
  return Object.fromEntries(outputs.map(({ variable, value }) => [variable, value]));
}

function remarkOnLosses({ request }: OutgoingRequest, remark: Remark): void {
  const { query, headers, body, timeoutMs, redirects } = request;
  const inBody = body?.kind === 'form' ? body.fields : body?.kind === 'multipart' ? body.parts : [];
  const off = [...query, ...headers, ...inBody].filter((row) => !isEnabled(row));
  if (off.length > 0) {
    remark(`What is switched off is left out: ${off.map(({ name }) => name).join(', ')}.`);
  }
  if (timeoutMs !== undefined) {
    remark('Arazzo 1.0 has no time limit for a step.');
  }
  if (redirects === 'manual') {
    remark('Arazzo does not say whether redirects are followed, and its runners follow them.');
  }
}

/** Parts of a URL path: literal text, and references one by one. */
function pathOf(url: string): ReturnType<typeof piecesOf> {
  const { pathStart, queryStart } = splitUrl(url);
  const pieces = piecesOf(url.slice(pathStart, queryStart)).map((piece) =>
    typeof piece === 'string' ? piece.replace(/[{}]|[^\x21-\x7e]+/g, encodeComponent) : piece,
  );
  const [first] = pieces;
  return typeof first === 'string' && first.startsWith('/') ? pieces : ['/', ...pieces];
}

function queryOfUrl(url: string, remark: Remark): readonly Field[] {
  const written = url.slice(splitUrl(url).queryStart).replace(/#.*$/s, '');
  const query = written.replace(/^\?/, '');
  if (written === '?') {
    remark('The question mark at the end of its address is left out.');
  }
  const fields = query === '' ? [] : readFields(query);
  if (fields === undefined) {
    remark(`The query ${query} of its address is not made of names and values, and is left out.`);
  }
  return (fields ?? []).map(({ name, value }) => ({ name, value, disabled: false }));
}

/** Rows as values by name: of rows with one name the value is a list. */
function valuesByName(
  rows: readonly Field[],
  { values, remark }: StepContext,
): ReadonlyMap<string, JsonValue> {
  const all = new Map<string, readonly string[]>();
  for (const { name, value } of rows) {
    if (findReferences(name).length > 0) {
      remark(`Arazzo does not fill in names: ${name} is left out.`);
    } else {
      all.set(name, [...(all.get(name) ?? []), values.text(value, remark)]);
    }
  }
  return new Map(
    [...all].map(([name, [only = '', ...more]]) => [name, more.length === 0 ? only : [only, ...more]]),
  );
}

/** Headers by name; several of one name are one (RFC 9110 §5.3). */
function headersByName(rows: readonly Field[], context: StepContext): ReadonlyMap<string, JsonValue> {
  const all = new Map<string, Field>();
  for (const row of rows) {
    const lower = row.name.toLowerCase();
    const before = all.get(lower);
    if (before !== undefined) {
      context.remark(`Arazzo has a header of each name once: those called ${row.name} are sent as one.`);
    }
    all.set(lower, before === undefined ? row : { ...before, value: `${before.value}, ${row.value}` });
  }
  return valuesByName([...all.values()], context);
}

function headerValue(headers: readonly Field[], wanted: string): string | undefined {
  return headers.find((row) => isEnabled(row) && row.name.toLowerCase() === wanted)?.value;
}

/** What an authentication adds; `ready` are parameters that are written already. */
interface StepAuth extends ReturnType<typeof authParts> {
  readonly ready: readonly JsonObject[];
}

function partsOfAuth(auth: Auth, values: WorkflowValues, remark: Remark): StepAuth {
  switch (auth.type) {
    case 'basic':
      remark('Arazzo does not encode: give basicCredentials the base64 of user name, colon and password.');
      return {
        ...{ headers: [], query: [] },
        ready: [
          { name: 'Authorization', in: 'header', value: `Basic {${values.given('basicCredentials')}}` },
        ],
      };
    case 'digest':
    case 'oauth1':
    case 'awsSigV4':
      remark(`Arazzo has no ${UNKNOWN_AUTH[auth.type]} authentication; it is left out.`);
      return { headers: [], query: [], ready: [] };
    default:
      return { ...authParts(auth), ready: [] };
  }
}

const UNKNOWN_AUTH = { digest: 'digest', oauth1: 'OAuth 1.0', awsSigV4: 'AWS' } as const;

/** A payload and its type. */
interface StepBody {
  readonly payload: JsonValue;
  readonly contentType: string;
}

function bodyOf(body: Body, values: WorkflowValues, remark: Remark): StepBody | undefined {
  switch (body.kind) {
    case 'json':
      return { payload: jsonPayload(body.value, values, remark), contentType: 'application/json' };
    case 'graphql':
      return { payload: values.json(graphqlMessage(body), remark), contentType: 'application/json' };
    case 'text':
      return {
        payload: values.text(body.text, remark),
        contentType: body.contentType ?? 'text/plain; charset=utf-8',
      };
    case 'form':
      return {
        payload: membersOf(body.fields.filter(isEnabled), values, remark),
        contentType: 'application/x-www-form-urlencoded',
      };
    case 'multipart': {
      const parts = body.parts.filter(isEnabled);
      const texts = parts.filter(({ file }) => file === undefined);
      for (const { name } of parts.filter(({ file }) => file !== undefined)) {
        remark(`Arazzo has no files: the part ${name} is left out.`);
      }
      return {
        payload: membersOf(
          texts.map(({ name, value = '', disabled }) => ({ name, value, disabled })),
          values,
          remark,
        ),
        contentType: 'multipart/form-data',
      };
    }
    case 'file':
      remark(`Arazzo has no files: the body ${body.path} is left out.`);
      return undefined;
  }
}

/** A text is sent unchanged, so that one which is JSON as a whole is written with its quotes. */
function jsonPayload(value: JsonValue, values: WorkflowValues, remark: Remark): JsonValue {
  const written = values.json(value, remark);
  const isText = typeof value === 'string' && wholeReference(value) === undefined;
  return isText ? stringifyJson(written) : written;
}

function membersOf(fields: readonly Field[], values: WorkflowValues, remark: Remark): JsonObject {
  const members = new Map<string, JsonValue>();
  for (const { name, value } of fields) {
    const text = values.text(value, remark);
    const before = members.get(name);
    members.set(
      name,
      before === undefined
        ? text
        : Array.isArray(before)
          ? [...(before as JsonValue[]), text]
          : [before, text],
    );
  }
  return Object.fromEntries(members);
}

function requestBodyOf(
  payload: JsonValue,
  contentType: string | undefined,
  { values, remark }: StepContext,
): JsonObject {
  return {
    ...(contentType === undefined ? {} : { contentType: values.text(contentType, remark) }),
    payload,
  };
}
