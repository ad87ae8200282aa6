/**
 * The items of a collection: folders in folders, and in them the requests, in the order of the file. The scripts of a
 * collection, folder or request are read together: those before a request and those after it.
 */
import isEqual from 'lodash/isEqual.js';
import { defined } from '../../../../core/defined';
import type { WrittenAuth, WrittenRequest } from '../../../../core/files/writtenChain';
import type { JsonObject } from '../../../../core/json/json';
import { requestFault } from '../../shape/chainNames';
import {
  descriptionOf,
  itemsOf,
  memberAt,
  memberOf,
  objectOf,
  scalarText,
  textOf,
  type Foreign,
} from '../../shape/externalJson';
import type { ImportedMembers } from '../../shape/imported';
import { withScripted } from '../../shape/inherited';
import type { SetText } from '../../shape/placedConstants';
import { leftOutItem, type AroundRequests, type ScriptedItem } from '../scriptedItems';
import { inOrder } from '../scripts/alternatives';
import type { ScriptTexts } from '../scripts/postmanApi';
import { beforeRequest, readScript } from '../scripts/readScript';
import { flowMembers, type ScriptFlow } from '../scripts/scriptFlow';
import type { ScriptCall, ScriptConstant, ScriptReading } from '../scripts/scriptAccount';
import { readAuth } from './postmanAuth';
import { readExamples, readHeaders, readMessage } from './postmanMessage';
import type { PostmanTexts, TextReader } from './postmanText';
import { readUrl } from './postmanUrl';
import { documentation, remarkOn, type Remark } from '../../shape/remark';

/** What a level of items gets from the one around it. */
interface ItemContext {
  readonly texts: PostmanTexts;
  /** Authentication of the nearest folder that has one, else of the collection. */
  readonly inherited: WrittenAuth | undefined;
  /** What scripts around it add to each request. */
  readonly around: AroundRequests;
  /** Whether bodies are sent with every method. */
  readonly sendsAllBodies: boolean;
  /** Tells what of the collection cannot be carried over. */
  readonly remark: (remark: Remark) => void;
}

/** What the items of a collection consist of. */
interface PostmanItems {
  readonly requests: readonly ScriptedItem[];
  /** Requests that scripts of folders send themselves. */
  readonly calls: readonly ScriptCall[];
  /** Remarks on code of which nothing is known. */
  readonly unknownCode: readonly string[];
}

/** Reads the `item` list of a collection. */
export function readItems(items: Foreign, context: ItemContext): PostmanItems {
  const found: Found = { requests: [], calls: [], unknownCode: [] };
  const names = namesIn(items);
  readLevel(items, { ...context, names, folders: [], ofChain: context.inherited }, found);
  return found;
}

/** Names of the requests in the order of the file. */
function namesIn(items: Foreign): readonly string[] {
  return itemsOf(items).flatMap((item) => {
    const inside = memberOf(item, 'item');
    return inside === undefined ? [scalarText(memberOf(item, 'name')) ?? ''] : namesIn(inside);
  });
}

interface Found {
  readonly requests: ScriptedItem[];
  readonly calls: ScriptCall[];
  readonly unknownCode: string[];
}

interface Level extends ItemContext {
  /** Of all requests, in their order. */
  readonly names: readonly string[];
  readonly folders: readonly string[];
  /** Authentication of the whole chain, which a request need not repeat. */
  readonly ofChain: WrittenAuth | undefined;
}

function readLevel(items: Foreign, level: Level, found: Found): void {
  for (const item of itemsOf(items)) {
    const name = scalarText(memberOf(item, 'name')) ?? '';
    if (memberOf(item, 'item') === undefined) {
      found.requests.push(readRequest(item, name, level, level.names[found.requests.length + 1] ?? ''));
    } else {
      readFolder(item, name, level, found);
    }
  }
}

function readFolder(folder: Foreign, name: string, level: Level, found: Found): void {
  const title = `Folder ${JSON.stringify(name)}: `;
  const named = (sentence: string): string => title + sentence;
  const reader = level.texts.reader((sentence) => level.remark(named(sentence)));
  const { auth, remarks } = readAuth(memberOf(folder, 'auth'), reader);
  const events = readEvents(memberOf(folder, 'event'), reader, title);
  [...remarks.map((remark) => remarkOn(named, remark)), ...events.remarks].forEach(level.remark);
  if (events.extractions.length > 0 || events.expect !== undefined) {
    level.remark(named('what its test script keeps or checks after every request is not carried over.'));
  }
  found.calls.push(...(events.calls ?? []));
  found.unknownCode.push(...(events.unknownCode ?? []));
  if (descriptionOf(memberOf(folder, 'description')) !== undefined) {
    level.remark(documentation(named('its description is not carried over.')));
  }
  readLevel(
    memberOf(folder, 'item'),
    {
      ...level,
      folders: [...level.folders, name],
      inherited: auth ?? level.inherited,
      around: aroundRequests(events, level.around),
      sendsAllBodies: sendsAllBodies(folder, level.sendsAllBodies),
    },
    found,
  );
}

function readRequest(item: Foreign, name: string, level: Level, nextName: string): ScriptedItem {
  const { folders } = level;
  const request = memberOf(item, 'request');
  const remarks: Remark[] = [];
  const remark = (one: Remark): void => {
    remarks.push(one);
  };
  const reader = level.texts.reader(remark);
  const place = readUrl(textOf(request) ?? memberOf(request, 'url'), reader, remark);
  const method = methodOf(request, remark);
  const reason = requestFault(place.url, method);
  if (reason !== undefined) {
    return leftOutItem({ name, folders }, reason);
  }
  const {
    extractions,
    expect,
    flow,
    headers: added = [],
    ...events
  } = readEvents(memberOf(item, 'event'), { ...reader, requestName: name, nextName });
  // Scripts run last, and those of the request after those around it.
  const written = withScripted(readHeaders(memberOf(request, 'header'), reader, remark), [
    ...level.around.headers,
    ...added,
  ]);
  const auth = ownAuth(request, place.user, level, { reader, remark });
  const { body, typed, headers } = readMessage(memberOf(request, 'body'), written, { reader, remark });
  if (body !== undefined && WITHOUT_BODY.test(method) && !sendsAllBodies(item, level.sendsAllBodies)) {
    remark(
      `Postman does not send the body of a ${method} request, unless its settings say so. This chain does.`,
    );
  }
  events.remarks.forEach(remark);
  const { retry, ...sending } = flowMembers([...level.around.flows, ...flow], remark);
  notKept(item, remark);
  const { url, query } = place;
  const description =
    descriptionOf(memberOf(request, 'description')) ?? descriptionOf(memberOf(item, 'description'));
  const members: ImportedMembers = {
    ...sending,
    method,
    url,
    ...(query.length === 0 ? {} : { query }),
    ...(headers.length === 0 ? {} : { headers }),
    ...defined({ auth, body }),
    ...(extractions.length === 0 ? {} : { extract: extractions }),
    ...defined({ expect, retry }),
    ...redirects(item),
  };
  const { around } = level;
  return {
    request: {
      kind: 'kept',
      name,
      folders,
      ...defined({ description }),
      request: members,
      ...readExamples(item),
      remarks,
    },
    before: [...around.before, ...events.constants.before],
    after: [...around.after, ...events.constants.after],
    extracted: extractions,
    typed,
    ...defined({ calls: events.calls, unknownCode: events.unknownCode }),
  };
}

/** Methods with which Postman sends no body. */
const WITHOUT_BODY = /^(?:get|head|copy|purge|unlock)$/i;

/** Whether the settings of a collection, a folder or a request send bodies with every method. */
export function sendsAllBodies(holder: Foreign, inherited: boolean): boolean {
  const own = memberAt(holder, 'protocolProfileBehavior', 'disableBodyPruning');
  return typeof own === 'boolean' ? own : inherited;
}

function methodOf(request: Foreign, remark: (remark: Remark) => void): string {
  const method = (textOf(memberOf(request, 'method')) ?? '').trim();
  if (method === '' && objectOf(request) !== undefined) {
    remark(documentation('It has no method; GET is used, as Postman does.'));
  }
  return method === '' ? 'GET' : method.toUpperCase();
}

/** Absent where the chain says the same. */
function ownAuth(
  request: Foreign,
  user: { readonly username: string; readonly password: string } | undefined,
  level: Level,
  { reader, remark }: { readonly reader: TextReader; readonly remark: (remark: Remark) => void },
): WrittenAuth | undefined {
  const own = readAuth(memberOf(request, 'auth'), reader);
  own.remarks.forEach(remark);
  const auth = own.auth ?? level.inherited;
  if (user !== undefined) {
    remark(documentation('The user name in its URL is written as basic authentication.'));
    return { type: 'basic', ...user };
  }
  const inChain = level.ofChain === undefined || level.ofChain.type === 'none' ? undefined : level.ofChain;
  const isNone = auth === undefined || auth.type === 'none';
  return isEqual(auth, inChain) || (isNone && inChain === undefined) ? undefined : (auth ?? { type: 'none' });
}

function redirects(item: Foreign): Pick<WrittenRequest, 'redirects'> {
  const follows = memberAt(item, 'protocolProfileBehavior', 'followRedirects');
  return follows === false ? { redirects: 'manual' } : {};
}

/** Behaviour that a chain has anyway, or has a member for. */
const KNOWN_BEHAVIOUR: ReadonlySet<string> = new Set(['disableBodyPruning', 'followRedirects']);

/** Tells what of an item no chain has a place for. */
function notKept(item: Foreign, remark: (remark: Remark) => void): void {
  const behaviour = objectOf(memberOf(item, 'protocolProfileBehavior')) ?? {};
  const others = Object.keys(behaviour).filter((name) => !KNOWN_BEHAVIOUR.has(name));
  if (others.length > 0) {
    remark(`Settings of Postman are not carried over: ${others.join(', ')}.`);
  }
  const request = memberOf(item, 'request');
  const rows = [
    memberOf(request, 'header'),
    memberAt(request, 'url', 'query'),
    memberAt(request, 'url', 'variable'),
  ];
  const described = rows
    .flatMap(itemsOf)
    .filter((row) => descriptionOf(memberOf(row, 'description')) !== undefined);
  if (described.length > 0) {
    remark(documentation(`Descriptions of single parameters are not carried over: ${described.length}.`));
  }
  if (
    objectOf(memberOf(request, 'certificate')) !== undefined ||
    objectOf(memberOf(request, 'proxy')) !== undefined
  ) {
    remark('Certificates and proxies belong to the environment and are not carried over.');
  }
}

/** What scripts around a request add to that of the scripts around them. */
export function aroundRequests(events: PostmanEvents, outer: AroundRequests): AroundRequests {
  const repeated = (constants: readonly ScriptConstant[]): readonly SetText[] =>
    constants.map((constant) => ({ ...constant, isRepeated: true }));
  return {
    headers: [...outer.headers, ...(events.headers ?? [])],
    flows: [...outer.flows, ...events.flow],
    before: [...outer.before, ...repeated(events.constants.before)],
    after: [...outer.after, ...repeated(events.constants.after)],
  };
}

/** What the scripts of a collection, a folder or a request do. */
interface PostmanEvents extends Omit<ScriptReading, 'constants' | 'flow'> {
  readonly flow: readonly ScriptFlow[];
  readonly constants: {
    readonly before: readonly ScriptConstant[];
    readonly after: readonly ScriptConstant[];
  };
}

/** Reads the `event` list. `prefix` begins the remarks. */
export function readEvents(events: Foreign, reader: TextReader & ScriptTexts, prefix = ''): PostmanEvents {
  const readings = itemsOf(events).flatMap((event) => {
    const text = scriptText(memberOf(event, 'script'));
    if (text.trim() === '') {
      return [];
    }
    const isBefore = memberOf(event, 'listen') === 'prerequest';
    const title = `${prefix}${isBefore ? 'pre-request script' : 'test script'}`;
    if (memberOf(event, 'disabled') === true) {
      return [{ isBefore, reading: nothingOf(`${title}: it is switched off and left out.`) }];
    }
    const shown = title.charAt(0).toUpperCase() + title.slice(1);
    const texts = isBefore ? { ...reader, takesHeaders: true as const, takesCalls: true as const } : reader;
    const reading = readScript(text, shown, texts, reader.parse);
    return [{ isBefore, reading: isBefore ? beforeRequest(reading, shown) : reading }];
  });
  const all = readings.map(({ reading }) => reading);
  const expects = all.flatMap(({ expect }) => expect ?? []);
  const headers = all.flatMap((reading) => reading.headers ?? []);
  const constantsOf = (when: boolean): readonly ScriptConstant[] =>
    readings.flatMap(({ isBefore, reading }) => (isBefore === when ? reading.constants : []));
  return {
    extractions: inOrder(all.flatMap(({ extractions }) => extractions)),
    constants: { before: constantsOf(true), after: constantsOf(false) },
    ...(expects.length === 0 ? {} : { expect: Object.assign({}, ...expects) as JsonObject }),
    ...(headers.length === 0 ? {} : { headers }),
    flow: all.flatMap(({ flow = [] }) => flow),
    calls: all.flatMap(({ calls = [] }) => calls),
    unknownCode: all.flatMap(({ unknownCode = [] }) => unknownCode),
    remarks: all.flatMap(({ remarks }) => remarks),
  };
}

function nothingOf(remark: string): ScriptReading {
  return { extractions: [], constants: [], remarks: [remark] };
}

function scriptText(script: Foreign): string {
  const exec = memberOf(script, 'exec') ?? memberAt(script, 'raw') ?? script;
  return (
    textOf(exec) ??
    itemsOf(exec)
      .map((line) => textOf(line) ?? '')
      .join('\n')
  );
}
