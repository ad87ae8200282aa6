/**
 * The items of a collection: folders in folders, and in them the requests, in the order of the file. The scripts of a
 * collection, folder or request are read together: those before a request and those after it.
 */
import { defined } from '../../../../core/defined';
import type { WrittenAuth, WrittenField, WrittenRequest } from '../../../../core/files/writtenChain';
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
import type { ImportedRequest } from '../../shape/imported';
import { contentTypeIn, withInherited } from '../../shape/inherited';
import { inOrder } from '../scripts/alternatives';
import { beforeRequest, readScript } from '../scripts/readScript';
import type { ScriptConstant, ScriptReading } from '../scripts/scriptAccount';
import { readAuth } from './postmanAuth';
import { readBody, readExamples, readHeaders } from './postmanMessage';
import type { PostmanTexts, TextReader } from './postmanText';
import { readUrl } from './postmanUrl';

/** What a level of items gets from the one around it. */
interface ItemContext {
  readonly texts: PostmanTexts;
  /** Authentication of the nearest folder that has one, else of the collection. */
  readonly inherited: WrittenAuth | undefined;
  /** Headers that scripts around it add to each request. */
  readonly headers: readonly WrittenField[];
  /** Tells what of the collection cannot be carried over. */
  readonly remark: (sentence: string) => void;
}

/** What the items of a collection consist of. */
interface PostmanItems {
  readonly requests: readonly ImportedRequest[];
  readonly constants: readonly ScriptConstant[];
  /** Variables that extractions give a value. */
  readonly extracted: readonly string[];
  readonly typedVariables: readonly string[];
}

/** Reads the `item` list of a collection. */
export function readItems(items: Foreign, context: ItemContext): PostmanItems {
  const found: Found = { requests: [], constants: [], extracted: new Set(), typed: new Set() };
  readLevel(items, { ...context, folders: [], ofChain: context.inherited }, found);
  return {
    requests: found.requests,
    constants: found.constants,
    extracted: [...found.extracted],
    typedVariables: [...found.typed],
  };
}

interface Found {
  readonly requests: ImportedRequest[];
  readonly constants: ScriptConstant[];
  readonly extracted: Set<string>;
  readonly typed: Set<string>;
}

interface Level extends ItemContext {
  readonly folders: readonly string[];
  /** Authentication of the whole chain, which a request need not repeat. */
  readonly ofChain: WrittenAuth | undefined;
}

function readLevel(items: Foreign, level: Level, found: Found): void {
  for (const item of itemsOf(items)) {
    const name = scalarText(memberOf(item, 'name')) ?? '';
    if (memberOf(item, 'item') === undefined) {
      found.requests.push(readRequest(item, name, level, found));
    } else {
      readFolder(item, name, level, found);
    }
  }
}

function readFolder(folder: Foreign, name: string, level: Level, found: Found): void {
  const title = `Folder ${JSON.stringify(name)}: `;
  const reader = level.texts.reader((sentence) => level.remark(title + sentence));
  const { auth, remarks } = readAuth(memberOf(folder, 'auth'), reader);
  const events = readEvents(memberOf(folder, 'event'), reader, title);
  [...remarks.map((sentence) => title + sentence), ...events.remarks].forEach(level.remark);
  if (events.extractions.length > 0 || events.expect !== undefined) {
    level.remark(`${title}what its test script keeps or checks after every request is not carried over.`);
  }
  if (descriptionOf(memberOf(folder, 'description')) !== undefined) {
    level.remark(`${title}its description is not carried over.`);
  }
  found.constants.push(...events.constants);
  readLevel(
    memberOf(folder, 'item'),
    {
      ...level,
      folders: [...level.folders, name],
      inherited: auth ?? level.inherited,
      headers: withInherited(events.headers ?? [], level.headers),
    },
    found,
  );
}

function readRequest(item: Foreign, name: string, level: Level, found: Found): ImportedRequest {
  const { folders } = level;
  const request = memberOf(item, 'request');
  const remarks: string[] = [];
  const remark = (sentence: string): void => {
    remarks.push(sentence);
  };
  const reader = level.texts.reader(remark);
  const place = readUrl(textOf(request) ?? memberOf(request, 'url'), reader, remark);
  const method = methodOf(request, remark);
  const reason = requestFault(place.url, method);
  if (reason !== undefined) {
    return { kind: 'left-out', name, folders, reason };
  }
  const { extractions, expect, headers: added = [], ...events } = readEvents(memberOf(item, 'event'), reader);
  // Scripts run last, and those of the request after those around it.
  const headers = withInherited(
    withInherited(added, level.headers),
    readHeaders(memberOf(request, 'header'), reader, remark),
  );
  const auth = ownAuth(request, place.user, level, { reader, remark });
  const contentType = contentTypeIn(headers);
  const { body, typed } = readBody(memberOf(request, 'body'), { reader, remark, contentType });
  typed.forEach((variable) => found.typed.add(variable));
  events.remarks.forEach(remark);
  found.constants.push(...events.constants);
  extractions.forEach(({ variable }) => found.extracted.add(variable));
  notKept(item, remark);
  const examples = readExamples(item);
  examples.remarks.forEach(remark);
  const { url, query } = place;
  const description =
    descriptionOf(memberOf(request, 'description')) ?? descriptionOf(memberOf(item, 'description'));
  return {
    kind: 'kept',
    name,
    folders,
    ...defined({ description }),
    request: {
      method,
      url,
      ...(query.length === 0 ? {} : { query }),
      ...(headers.length === 0 ? {} : { headers }),
      ...defined({ auth, body }),
      ...(extractions.length === 0 ? {} : { extract: extractions }),
      ...defined({ expect }),
      ...redirects(item),
    },
    ...defined({ recorded: examples.recorded }),
    remarks,
  };
}

function methodOf(request: Foreign, remark: (sentence: string) => void): string {
  const method = (textOf(memberOf(request, 'method')) ?? '').trim();
  if (method === '' && objectOf(request) !== undefined) {
    remark('It has no method; GET is used, as Postman does.');
  }
  return method === '' ? 'GET' : method;
}

/** Absent where the chain says the same. */
function ownAuth(
  request: Foreign,
  user: { readonly username: string; readonly password: string } | undefined,
  level: Level,
  { reader, remark }: { readonly reader: TextReader; readonly remark: (sentence: string) => void },
): WrittenAuth | undefined {
  const own = readAuth(memberOf(request, 'auth'), reader);
  own.remarks.forEach(remark);
  const auth = own.auth ?? level.inherited;
  if (user !== undefined) {
    remark('The user name in its URL is written as basic authentication.');
    return { type: 'basic', ...user };
  }
  const inChain = level.ofChain === undefined || level.ofChain.type === 'none' ? undefined : level.ofChain;
  const isNone = auth === undefined || auth.type === 'none';
  return auth === inChain || (isNone && inChain === undefined) ? undefined : (auth ?? { type: 'none' });
}

function redirects(item: Foreign): Pick<WrittenRequest, 'redirects'> {
  const follows = memberAt(item, 'protocolProfileBehavior', 'followRedirects');
  return follows === false ? { redirects: 'manual' } : {};
}

/** Behaviour that a chain has anyway, or has a member for. */
const KNOWN_BEHAVIOUR: ReadonlySet<string> = new Set(['disableBodyPruning', 'followRedirects']);

/** Tells what of an item no chain has a place for. */
function notKept(item: Foreign, remark: (sentence: string) => void): void {
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
    remark(`Descriptions of single parameters are not carried over: ${described.length}.`);
  }
  if (
    objectOf(memberOf(request, 'certificate')) !== undefined ||
    objectOf(memberOf(request, 'proxy')) !== undefined
  ) {
    remark('Certificates and proxies belong to the environment and are not carried over.');
  }
}

/** Reads the `event` list. `prefix` begins the remarks. */
export function readEvents(events: Foreign, reader: TextReader, prefix = ''): ScriptReading {
  const readings = itemsOf(events).flatMap((event): readonly ScriptReading[] => {
    const text = scriptText(memberOf(event, 'script'));
    if (text.trim() === '') {
      return [];
    }
    const isBefore = memberOf(event, 'listen') === 'prerequest';
    const title = `${prefix}${isBefore ? 'pre-request script' : 'test script'}`;
    if (memberOf(event, 'disabled') === true) {
      return [{ extractions: [], constants: [], remarks: [`${title}: it is switched off and left out.`] }];
    }
    const shown = title.charAt(0).toUpperCase() + title.slice(1);
    const reading = readScript(
      text,
      shown,
      isBefore ? { ...reader, takesHeaders: true } : reader,
      reader.parse,
    );
    return [isBefore ? beforeRequest(reading, shown) : reading];
  });
  const expects = readings.flatMap(({ expect }) => expect ?? []);
  const headers = readings.flatMap((reading) => reading.headers ?? []);
  return {
    extractions: inOrder(readings.flatMap(({ extractions }) => extractions)),
    constants: readings.flatMap(({ constants }) => constants),
    ...(expects.length === 0 ? {} : { expect: Object.assign({}, ...expects) as JsonObject }),
    ...(headers.length === 0 ? {} : { headers }),
    remarks: readings.flatMap(({ remarks }) => remarks),
  };
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
