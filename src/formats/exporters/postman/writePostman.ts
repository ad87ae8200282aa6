/**
 * A chain as a Postman collection of version 2.1. A chain that requires others becomes a folder for each, in the
 * order in which they run. Constants of chain and environment become variables of the collection; secrets are
 * variables without a value.
 */
import { defined } from '../../../core/defined';
import { oneLine } from '../../../core/shownText';
import { stringifyJson, type JsonObject } from '../../../core/json/json';
import type { Auth, ChainRequest } from '../../../core/model';
import type { ExportedChain, ExportedPart } from '../exportedChain';
import type { ExportLog, Remark } from '../exportLog';
import { skippableVariables } from '../outgoingFlow';
import { outgoingRequests, withTokenRequests, type OutgoingRequest } from '../outgoingRequests';
import { createPlaceholders, type Placeholders } from '../placeholders';
import { posixWord } from '../shellScript/posixWord';
import { writeAuth } from './postmanAuthentication';
import { flowScript } from './postmanFlow';
import { postmanTexts, type PostmanTexts } from './postmanReferences';
import { writeRequest } from './postmanRequest';
import { testScript } from './postmanScript';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** Writes a collection; the log gets what it has no place for. */
export function writePostman(chain: ExportedChain, log: ExportLog): string {
  const placeholders = createPlaceholders(chain, log.secret);
  const texts = postmanTexts(chain, placeholders, log.whole);
  const [only, ...more] = chain.parts;
  const requests = withTokenRequests(outgoingRequests(chain, log, 'is said'), chain, log, 'stays');
  const guards = skippableVariables(requests, chain);
  const items = chain.parts.map((part) => {
    const own = requests.filter((outgoing) => outgoing.part === part);
    const shared = sharedAuth(part, own);
    return {
      part,
      shared,
      items: own.map((one) => itemOf(one, shared, { chain, placeholders, log, guards })),
    };
  });
  const variables = [...chain.constants].map(([key, value]) => ({ key, value: texts.value(value) }));
  const isFlat = only !== undefined && more.length === 0;
  const auth = isFlat ? writeShared(items[0]?.shared, texts, log.whole) : undefined;
  if (chain.parts.some(({ requests }) => requests.some(({ tags }) => tags.length > 0))) {
    log.whole('Postman has no tags for requests.');
  }
  remarkOnRows(chain, log.whole);
  if (chain.parts.some(takesNumbers)) {
    log.whole('Postman reads numbers as JavaScript does: beyond 2^53 they lose digits.');
  }
  const collection: JsonObject = {
    info: {
      name: chain.name,
      ...defined({ description: chain.description }),
      schema: SCHEMA,
    },
    ...defined({ auth }),
    item: isFlat
      ? (items[0]?.items ?? [])
      : items.map(({ part, shared, items: item }) => ({
          ...folderOf(part, item),
          ...defined({ auth: writeShared(shared, texts, log.whole) }),
        })),
    variable: [
      ...variables,
      ...placeholders.names().map((key) => ({
        key,
        value: '',
        description: 'A secret: enter it as current value, which stays on your machine.',
      })),
    ],
  };
  return `${stringifyJson(collection, 2)}\n`;
}

interface ItemsContext {
  readonly chain: ExportedChain;
  readonly placeholders: Placeholders;
  readonly log: ExportLog;
  /** Variables without which a request is skipped. */
  readonly guards: ReturnType<typeof skippableVariables>;
}

function itemOf(
  { part, source, request, auth }: OutgoingRequest,
  shared: Auth | undefined,
  { chain, placeholders, log, guards }: ItemsContext,
): JsonObject {
  const remark = log.of(source);
  const texts = postmanTexts(chain, placeholders, remark);
  const pathTo = (path: string): string => chain.pathTo(part.file, path);
  const scripts = [
    ['prerequest', flowScript(request, guards.get(request) ?? [], remark)],
    ['test', testScript(request, { remark, ...texts })],
  ] as const;
  const event = scripts.flatMap(([listen, exec]) =>
    exec.length === 0 ? [] : [{ listen, script: { type: 'text/javascript', exec } }],
  );
  remarkOnMissing(request, remark);
  return {
    name: oneLine(request.name),
    ...(event.length === 0 ? {} : { event }),
    request: {
      ...ownAuth({ request, auth }, shared, texts, remark),
      ...writeRequest(request, auth, { texts, remark, pathTo }),
    },
    ...behaviour(request),
  };
}

/**
 * What requests inherit from a folder or the collection; none where it is not the same for all who inherit. A token
 * that is obtained by a request is one of them.
 */
function sharedAuth({ auth }: ExportedPart, requests: readonly OutgoingRequest[]): Auth | undefined {
  const inheriting = requests.find(
    ({ source, request }) => source === request && source.auth.type === 'inherit',
  );
  const shared = auth?.type === 'oauth2' ? inheriting?.auth : auth;
  return shared === undefined || isCookie(shared) ? undefined : shared;
}

function writeShared(
  shared: Auth | undefined,
  { text }: PostmanTexts,
  remark: Remark,
): JsonObject | undefined {
  return shared === undefined ? undefined : writeAuth(shared, text, remark);
}

/** Postman has no API keys in cookies: they are written as headers. */
function isCookie(auth: Auth): boolean {
  return auth.type === 'apiKey' && auth.in === 'cookie';
}

function ownAuth(
  { request, auth }: Pick<OutgoingRequest, 'request' | 'auth'>,
  shared: Auth | undefined,
  { text }: PostmanTexts,
  remark: Remark,
): JsonObject {
  if (isCookie(auth)) {
    return shared === undefined ? {} : { auth: { type: 'noauth' } };
  }
  const isSame = request.auth.type === 'inherit' || (auth.type === 'none' && shared === undefined);
  return isSame ? {} : { auth: writeAuth(auth, text, remark) };
}

function folderOf(part: ExportedPart, item: readonly JsonObject[]): JsonObject {
  return { name: oneLine(part.name), ...defined({ description: part.description }), item };
}

function behaviour({ redirects, method, body }: ChainRequest): JsonObject {
  const settings = {
    ...(redirects === 'manual' ? { followRedirects: false } : {}),
    ...(body !== undefined && /^(?:get|head)$/i.test(method) ? { disableBodyPruning: true } : {}),
  };
  return Object.keys(settings).length === 0 ? {} : { protocolProfileBehavior: settings };
}

/** Newman takes a data file when it is started, but no JSON Lines. */
function remarkOnRows({ data, parts, pathTo, target }: ExportedChain, remark: Remark): void {
  if (typeof data === 'string' && /\.(?:csv|json)$/i.test(data)) {
    const path = pathTo(parts.at(-1)?.file ?? '', data);
    remark(`Newman runs all rows: newman run ${posixWord([target])} -d ${posixWord([path])}.`);
    if (parts.length > 1) {
      remark('Required chains are run again for each row.');
    }
  }
}

function remarkOnMissing({ retry, timeoutMs }: ChainRequest, remark: Remark): void {
  if (retry !== undefined) {
    remark('Postman does not send a request again until a condition holds.');
  }
  if (timeoutMs !== undefined) {
    remark('Postman has no time limit for a single request.');
  }
}

function takesNumbers({ requests }: ExportedPart): boolean {
  return requests.some(({ extract }) => extract.some(({ select }) => select?.kind === 'path'));
}
