/**
 * A chain as a Postman collection of version 2.1. A chain that requires others becomes a folder for each, in the
 * order in which they run. Constants of chain and environment become variables of the collection; secrets are
 * variables without a value.
 */
import { defined } from '../../../core/defined';
import { oneLine } from '../../../core/shownText';
import { stringifyJson, type JsonObject } from '../../../core/json/json';
import type { Auth, ChainRequest } from '../../../core/model';
import { authOf, type ExportedChain, type ExportedPart } from '../exportedChain';
import type { ExportLog, Remark } from '../exportLog';
import { createPlaceholders, type Placeholders } from '../placeholders';
import { writeAuth } from './postmanAuthentication';
import { postmanTexts, type PostmanTexts } from './postmanReferences';
import { writeRequest } from './postmanRequest';
import { testScript } from './postmanScript';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** Writes a collection; the log gets what it has no place for. */
export function writePostman(chain: ExportedChain, log: ExportLog): string {
  const placeholders = createPlaceholders(chain, log.secret);
  const texts = postmanTexts(chain, placeholders, log.whole);
  const [only, ...more] = chain.parts;
  const items = chain.parts.map((part) => ({ part, items: itemsOf(part, { chain, placeholders, log }) }));
  const variables = [...chain.constants].map(([key, value]) => ({ key, value: texts.value(value) }));
  const isFlat = only !== undefined && more.length === 0;
  const auth = isFlat ? sharedAuth(only, texts, log.whole) : undefined;
  if (chain.parts.some(({ requests }) => requests.some(({ tags }) => tags.length > 0))) {
    log.whole('Postman has no tags for requests.');
  }
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
      : items.map(({ part, items: item }) => folderOf(part, item, texts, log.whole)),
    variable: [...variables, ...placeholders.names().map((key) => ({ key, value: '', description: SECRET }))],
  };
  return `${stringifyJson(collection, 2)}\n`;
}

const SECRET = 'A secret: enter it as current value, which stays on your machine.';

interface ItemsContext {
  readonly chain: ExportedChain;
  readonly placeholders: Placeholders;
  readonly log: ExportLog;
}

function itemsOf(part: ExportedPart, { chain, placeholders, log }: ItemsContext): readonly JsonObject[] {
  return part.requests.flatMap((request): readonly JsonObject[] => {
    if (request.disabled) {
      log.leaveOut(request, 'It is switched off, which a request in Postman cannot be.');
      return [];
    }
    const remark = log.of(request);
    const texts = postmanTexts(chain, placeholders, remark);
    const auth = authOf(request, part);
    const pathTo = (path: string): string => chain.pathTo(part.file, path);
    const script = testScript(request, { remark, ...texts });
    remarkOnMissing(request, remark);
    return [
      {
        name: oneLine(request.name),
        ...(script.length === 0
          ? {}
          : { event: [{ listen: 'test', script: { type: 'text/javascript', exec: script } }] }),
        request: {
          ...ownAuth(request, part, texts, remark),
          ...writeRequest(request, auth, { texts, remark, pathTo }),
        },
        ...behaviour(request),
      },
    ];
  });
}

/** What requests inherit from a folder or the collection; none where it is not the same for all who inherit. */
function sharedAuth({ auth }: ExportedPart, { text }: PostmanTexts, remark: Remark): JsonObject | undefined {
  return auth === undefined || isCookie(auth) ? undefined : writeAuth(auth, text, remark);
}

/** Postman has no API keys in cookies: they are written as headers. */
function isCookie(auth: Auth): boolean {
  return auth.type === 'apiKey' && auth.in === 'cookie';
}

function ownAuth(
  request: ChainRequest,
  part: ExportedPart,
  { text }: PostmanTexts,
  remark: Remark,
): JsonObject {
  const auth = authOf(request, part);
  const hasShared = part.auth !== undefined && !isCookie(part.auth);
  if (isCookie(auth)) {
    return hasShared ? { auth: { type: 'noauth' } } : {};
  }
  const isSame = request.auth.type === 'inherit' || (auth.type === 'none' && !hasShared);
  return isSame ? {} : { auth: writeAuth(auth, text, remark) };
}

function folderOf(
  part: ExportedPart,
  item: readonly JsonObject[],
  texts: PostmanTexts,
  remark: Remark,
): JsonObject {
  const auth = sharedAuth(part, texts, remark);
  return {
    name: oneLine(part.name),
    ...defined({ description: part.description }),
    item,
    ...defined({ auth }),
  };
}

function behaviour({ redirects, method, body }: ChainRequest): JsonObject {
  const settings = {
    ...(redirects === 'manual' ? { followRedirects: false } : {}),
    ...(body !== undefined && /^(?:get|head)$/i.test(method) ? { disableBodyPruning: true } : {}),
  };
  return Object.keys(settings).length === 0 ? {} : { protocolProfileBehavior: settings };
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
