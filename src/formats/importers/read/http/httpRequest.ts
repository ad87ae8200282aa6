/** A region of an `.http` file as a request of a chain. */
import type { WrittenExpectation } from '../../../../core/files/writtenChain';
import { defined } from '../../../../core/defined';
import { curlRequests } from '../curl/curlRequest';
import { curlArguments } from '../curl/curlWords';
import { readCommands } from '../curl/shellCommands';
import { isMethod, isReservedName } from '../../shape/chainNames';
import type { ImportedMembers, KeptRequest } from '../../shape/imported';
import { readComments, requestTitle } from '../../shape/requestTitle';
import { leftOutItem, NOTHING_SET, type ScriptedItem } from '../scriptedItems';
import { inOrder } from '../scripts/alternatives';
import { beforeRequest, readScript } from '../scripts/readScript';
import type { ScriptConstant, ScriptReading } from '../scripts/scriptAccount';
import { withType } from '../../shape/structuredBody';
import { splitQuery } from '../../shape/urlTexts';
import { readAnswers } from './httpAnswer';
import { readAuthorization, withoutAuthorization } from './httpAuth';
import { operationOf, readBody } from './httpBody';
import { readChecks } from './httpChecks';
import type { NamedText } from './httpLines';
import type { HttpRegion, HttpScript } from './httpRegion';
import type { HttpTexts, TextReader } from './httpTexts';
import { documentation, type Remark } from '../../shape/remark';

/** What the regions of a file share. */
export interface RequestContext {
  readonly texts: HttpTexts;
  readonly fragments: ReadonlyMap<string, string>;
  readonly fileText: (path: string) => string | undefined;
  readonly nextTitle: (title: string) => string;
  /** The file is one that another imports: its name is the folder of its requests. */
  readonly folders: readonly string[];
}

/** A request, and what its scripts set. */
export interface ReadRequest extends ScriptedItem {
  /** By which others refer to it. */
  readonly name?: string;
}

/** Reads a region; it has a request or a command. `earlier` are remarks from regions before it. */
export function readRequest(
  region: HttpRegion,
  earlier: readonly string[],
  context: RequestContext,
): readonly ReadRequest[] {
  const { title, description } = titleOf(region, earlier);
  const place = { folders: context.folders, ...(description === '' ? {} : { description }) };
  const named = nameOf(region);
  if (region.command !== undefined) {
    const reader = context.texts.reader(() => undefined);
    const remarks = remarksOnCommand(region);
    return commandRequests(region.command, reader).map((kept) => ({
      request: {
        ...{ ...kept, ...place, name: title ?? context.nextTitle(kept.name) },
        remarks: [...kept.remarks, ...remarks],
      },
      ...NOTHING_SET,
      ...named,
    }));
  }
  const { method = 'GET', url = '' } = region.request ?? {};
  const unsupported = PROTOCOLS.get(method);
  if (unsupported !== undefined || !isMethod(method)) {
    const reason = `It is a request of ${unsupported ?? method}, and a chain sends HTTP.`;
    const name = title ?? context.nextTitle(requestTitle(method, url));
    return [leftOutItem({ name, folders: context.folders }, reason)];
  }
  const { request, remarks, ...more } = sentRequest(region, context);
  const name = title ?? context.nextTitle(titleFor(request, region.body));
  const examples = readAnswers(region.answers, { method, url });
  return [{ request: { kind: 'kept', name, ...place, request, ...examples, remarks }, ...more, ...named }];
}

/** Remarks on what is written next to a cURL command that no tool supports there. */
function remarksOnCommand({ remarks, scripts, answers }: HttpRegion): readonly Remark[] {
  return [
    ...remarks,
    ...(scripts.length === 0 ? [] : ['Scripts next to a cURL command are not carried over.']),
    ...(answers.length === 0
      ? []
      : [documentation('Responses next to a cURL command are not carried over.')]),
  ];
}

/** A query of GraphQL is known by its operation: all of them go to one address. */
function titleFor(request: ImportedMembers, body: readonly string[]): string {
  const query = request.body?.graphql?.query ?? '';
  const ofFile = /^\s*gql\s+(\w+)\s*</m.exec(body.join('\n'))?.[1];
  return operationOf(query) ?? ofFile ?? requestTitle(request.method, request.url);
}

function nameOf({ meta }: HttpRegion): { readonly name?: string } {
  const name = metaOf(meta, 'name');
  return name === undefined ? {} : { name };
}

function metaOf(meta: HttpRegion['meta'], wanted: string): string | undefined {
  return meta.find(({ name, value }) => name === wanted && value !== '')?.value;
}

/** A title on the separator, a name, or a remark that is short enough for one. */
function titleOf(
  { title: written, meta, comments: own }: HttpRegion,
  earlier: readonly string[],
): { readonly title?: string; readonly description: string } {
  const comments = readComments([...earlier, ...own]);
  const given = written !== '' ? written : (metaOf(meta, 'title') ?? metaOf(meta, 'name'));
  const title = given ?? comments.name;
  const said = given === undefined ? comments.description : (comments.description ?? comments.name);
  const description = [metaOf(meta, 'description'), said].filter((text) => text !== undefined).join('\n');
  return { ...defined({ title }), description };
}

/** What a region sends, and what surrounds that. */
function sentRequest(
  region: HttpRegion,
  context: RequestContext,
): Omit<ScriptedItem, 'request'> & {
  readonly request: ImportedMembers;
  readonly remarks: readonly Remark[];
} {
  const remarks: Remark[] = [...region.remarks];
  const remark = (one: Remark): void => {
    remarks.push(one);
  };
  const reader = context.texts.reader(remark);
  const { method = 'GET', url: target = '' } = region.request ?? {};
  const headers = region.headers.flatMap((header) => headerOf(header, reader, remark));
  const { extractions, expect: checked, remarks: onScripts, ...scripts } = readScripts(region, reader);
  [...settingRemarks(region), ...onScripts].forEach(remark);
  const requestType = valueOf(headers, 'x-request-type')?.toLowerCase();
  const sent = valueOf(headers, 'content-type');
  const isGraphql = method === 'GRAPHQL' || requestType === 'graphql';
  const body = readBody(region.body, {
    ...{ reader, remark, fragments: context.fragments, fileText: context.fileText },
    contentType: sent,
    isGraphql,
  });
  if (sent === undefined && body.body !== undefined && body.body.graphql === undefined) {
    remark(UNTYPED);
  }
  const auth = readAuthorization(valueOf(headers, 'authorization') ?? '');
  const own = headers.filter(({ name }) => name.toLowerCase() !== 'x-request-type');
  const kept = withType(auth === undefined ? own : withoutAuthorization(own), body);
  const expect = { ...checked, ...readChecks(region.checks, reader, remark) };
  const request: ImportedMembers = {
    method: method === 'GRAPHQL' ? 'POST' : method,
    ...splitQuery(addressOf(reader.read(target), headers)),
    ...(kept.length === 0 ? {} : { headers: kept.map((header) => ({ ...header })) }),
    ...defined({ auth, body: body.body }),
    ...(extractions.length === 0 ? {} : { extract: extractions }),
    ...(Object.keys(expect).length === 0 ? {} : { expect }),
    ...settings(region),
  };
  return { request, remarks, extracted: extractions, typed: body.typed, ...scripts };
}

const UNTYPED = documentation(
  'Its body has no Content-Type there. A chain sends the type of JSON, of a form or of plain text.',
);

/** What else the tools send. */
const PROTOCOLS: ReadonlyMap<string, string> = new Map([
  ...['WEBSOCKET', 'WS', 'WSS'].map((method) => [method, 'WebSocket'] as const),
  ...['SSE', 'EVENTSOURCE'].map((method) => [method, 'server-sent events'] as const),
  ...['GRPC', 'MQTT', 'AMQP', 'RSOCKET'].map((method) => [method, method] as const),
]);

function commandRequests(command: string, reader: TextReader): readonly KeptRequest[] {
  return readCommands(command).commands.flatMap(({ words, input }) =>
    curlRequests(curlArguments(words.map(reader.read)) ?? [], input).map(({ request, leftOut, remarks }) => {
      const { id, ...members } = request;
      const lost = leftOut.map((part) => `Not carried over: ${part}`);
      return {
        kind: 'kept',
        name: id,
        folders: [],
        request: members,
        remarks: [...remarks, ...lost],
      } as const;
    }),
  );
}

function headerOf(
  { name, value }: NamedText,
  reader: TextReader,
  remark: (sentence: string) => void,
): readonly NamedText[] {
  if (isReservedName(name)) {
    remark(`A chain cannot have a header of the name ${name}; it is left out.`);
    return [];
  }
  // The engine writes these itself, and they would have to be changed with every change of the request.
  return /^(?:content-length|host|connection)$/i.test(name) && !value.includes('{{')
    ? hostHeader(name, value)
    : [{ name: reader.read(name), value: reader.read(value) }];
}

function hostHeader(name: string, value: string): readonly NamedText[] {
  return name.toLowerCase() === 'host' ? [{ name, value }] : [];
}

function valueOf(headers: readonly NamedText[], wanted: string): string | undefined {
  return headers.find(({ name }) => name.toLowerCase() === wanted)?.value;
}

/** An address without server goes to that of the Host header, else to the variable that the tools look for. */
function addressOf(written: string, headers: readonly NamedText[]): string {
  const url = encodeBlanks(written);
  if (/^[a-z][a-z0-9+.-]*:\/\/|^\{\{/i.test(url)) {
    return url;
  }
  if (!url.startsWith('/')) {
    return `http://${url}`;
  }
  const host = valueOf(headers, 'host');
  const scheme = /:(?:8?443)$/.test(host ?? '') ? 'https' : 'http';
  return host === undefined ? `{{host}}${url}` : `${scheme}://${host}${url}`;
}

function encodeBlanks(url: string): string {
  return url.replace(/\{\{[^{}]*\}\}|\s+/g, (part) => (part.startsWith('{{') ? part : '%20'));
}

/** What scripts do before and after a request. */
type HttpScripts = Required<Pick<ScriptedItem, 'before' | 'after' | 'calls' | 'unknownCode'>>;

/** What the scripts of a region keep, set and check. */
export function readScripts(
  region: HttpRegion,
  reader: TextReader,
): Omit<ScriptReading, 'constants'> & HttpScripts {
  const readings = region.scripts
    .filter(({ text }) => text.trim() !== '')
    .map(({ when, text }) => {
      const isBefore = when === 'before';
      const title = isBefore ? 'Script before it' : 'Script after it';
      const reading = readScript(text, title, isBefore ? { ...reader, takesCalls: true } : reader);
      return { when, ...(isBefore ? beforeRequest(reading, title) : reading) };
    });
  const expects = readings.flatMap(({ expect }) => expect ?? []);
  const constantsOf = (wanted: HttpScript['when']): readonly ScriptConstant[] =>
    readings.filter(({ when }) => when === wanted).flatMap(({ constants }) => constants);
  return {
    extractions: inOrder(readings.flatMap(({ extractions }) => extractions)),
    before: constantsOf('before'),
    after: constantsOf('after'),
    ...(expects.length === 0 ? {} : { expect: Object.assign({}, ...expects) as WrittenExpectation }),
    calls: readings.flatMap(({ calls = [] }) => calls),
    unknownCode: readings.flatMap(({ unknownCode = [] }) => unknownCode),
    remarks: readings.flatMap(({ remarks }) => remarks),
  };
}

/** What comments say that a request has a member for. */
function settings({ meta }: HttpRegion): Partial<ImportedMembers> {
  const value = (wanted: string): string | undefined => meta.find(({ name }) => name === wanted)?.value;
  const [, amount, unit] = /^(\d{1,8})\s*(ms|s|m)?$/.exec(value('timeout') ?? '') ?? [];
  const factor =
    unit === 's' ? 1000 : unit === 'm' ? 60_000 : amount !== undefined && unit === undefined ? 1000 : 1;
  const timeoutMs = Math.min(Number(amount) * factor, 86_400_000);
  return {
    ...(value('no-redirect') === undefined ? {} : { redirects: 'manual' }),
    ...(timeoutMs > 0 ? { timeoutMs } : {}),
    ...(value('disabled') === undefined ? {} : { disabled: true }),
  };
}

const KNOWN: ReadonlySet<string> = new Set([
  ...['name', 'title', 'description', 'ref', 'import', 'no-redirect', 'timeout', 'disabled'],
  ...['fragment', 'no-log', 'nolog', 'injectvariables', 'language', 'note'],
]);

function settingRemarks({ meta, spreads }: HttpRegion): readonly string[] {
  return [
    ...meta
      .filter(({ name }) => !KNOWN.has(name))
      .map(({ name, value }) => `The setting @${`${name} ${value}`.trim()} is not carried over.`),
    ...spreads.map((name) => `The headers of ${name}, which a script makes, are not carried over.`),
  ];
}
