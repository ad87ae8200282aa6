/**
 * A request of Bruno as one of a chain, with what the folders around it state for it, and with its saved examples, of
 * which one that succeeded is what it was answered.
 */
import { defined } from '../../../../core/defined';
import type { WrittenAuth, WrittenField } from '../../../../core/files/writtenChain';
import { isReservedName, requestFault } from '../../shape/chainNames';
import type { ImportedExchange, ImportedMembers, ImportedRequest } from '../../shape/imported';
import { contentTypeIn, withInherited, withoutHeader, withScripted } from '../../shape/inherited';
import { contentTypeOf, exampleExchange, keepExamples, recordText } from '../../shape/recordedResponses';
import { decodedWhereEscaped, withPathValues, withScheme } from '../../shape/urlTexts';
import { leftOutRequest, NO_AUTH, type ReadRequest, type Surroundings } from '../folderRequest';
import type { SetText } from '../../shape/placedConstants';
import type { ScriptTexts } from '../scripts/postmanApi';
import { flowMembers } from '../scripts/scriptFlow';
import { readAuth } from './brunoAuth';
import { readBody, rowOf } from './brunoBody';
import { readScripts } from './brunoScripts';
import type { BrunoExample, BrunoRequest, BrunoRow } from './brunoTree';
import { type Remark } from '../../shape/remark';

/**
 * Reads one.
 *
 * @param variables its own
 * @param remarks collects what could not be carried over, and may hold what its texts said before
 */
export function readRequest(
  request: BrunoRequest,
  variables: readonly SetText[],
  surroundings: Surroundings<BrunoRow>,
  { reader, remarks }: { readonly reader: ScriptTexts; readonly remarks: Remark[] },
): ReadRequest {
  const { name, tags, description } = request;
  const { folders, around } = surroundings;
  const remark = (sentence: string): void => {
    remarks.push(sentence);
  };
  const method = request.method.trim().toUpperCase() || 'GET';
  const reason = reasonWhyNot(request, method);
  if (reason !== undefined) {
    return leftOutRequest({ name, folders }, reason);
  }
  const { auth, remark: onAuth } = readAuth(request.auth, (text) => reader.read(text));
  const { members, typed } = membersOf(request, surroundings, { reader, remark });
  const scripts = readScripts(request, { ...reader, requestName: name });
  const { retry, ...sending } = flowMembers([...around.flows, ...scripts.flows], (one) => remarks.push(one));
  const onScripts = [...(onAuth === undefined ? [] : [onAuth]), ...scripts.remarks];
  remarks.push(...onScripts, ...settingsLost(request));
  const { followsRedirects, timeoutMs } = request.settings;
  const { headers: stated = [], ...others } = members;
  const sentAuth = auth ?? inherited(request, surroundings);
  const own = OF_AUTH.test(sentAuth.type) ? withoutHeader(stated, 'authorization') : stated;
  // Scripts run last, and those of the request after those around it.
  const headers = withScripted(own, [...around.headers, ...(scripts.headers ?? [])]);
  const kept: ImportedRequest = {
    kind: 'kept',
    name,
    folders,
    ...defined({ description }),
    ...(tags.length === 0 ? {} : { tags }),
    request: {
      ...sending,
      method,
      ...others,
      ...(headers.length === 0 ? {} : { headers }),
      ...(scripts.extractions.length === 0 ? {} : { extract: scripts.extractions }),
      ...defined({ expect: scripts.expect, retry, timeoutMs }),
      ...(followsRedirects ? {} : { redirects: 'manual' as const }),
    },
    // References in them stay as Bruno writes them.
    ...keepExamples(request.examples.map(exchangeOf)),
    remarks,
  };
  return {
    request: kept,
    auth: sentAuth,
    before: [...variables, ...around.before, ...scripts.before],
    after: [...scripts.after, ...around.after],
    extracted: scripts.extractions,
    typed,
    ...defined({ calls: scripts.calls, unknownCode: scripts.unknownCode }),
  };
}

/** Types of authentication that come before a header of the request. */
const OF_AUTH = /^(?:bearer|basic)$/;

function inherited({ auth }: BrunoRequest, surroundings: Surroundings<BrunoRow>): WrittenAuth {
  return (auth?.type === 'inherit' ? surroundings.auth : undefined) ?? NO_AUTH;
}

function reasonWhyNot({ type, url }: BrunoRequest, method: string): string | undefined {
  if (type !== 'http' && type !== 'graphql') {
    return `It is a request of the kind ${JSON.stringify(type)}, which a chain cannot send.`;
  }
  return requestFault(url, method);
}

function settingsLost({ settings }: BrunoRequest): readonly string[] {
  return settings.others.length === 0
    ? []
    : [`Settings of Bruno are not carried over: ${settings.others.join(', ')}.`];
}

interface RequestContext {
  readonly reader: ScriptTexts;
  readonly remark: (sentence: string) => void;
}

/** Members `url`, `query`, `headers` and `body`. */
function membersOf(
  request: BrunoRequest,
  surroundings: Surroundings<BrunoRow>,
  { reader, remark }: RequestContext,
): { readonly members: Omit<ImportedMembers, 'method'>; readonly typed: readonly string[] } {
  const read = (text: string): string => reader.read(text);
  const headers = headersOf(request, surroundings, { reader, remark });
  const { body, typed } = readBody(request.body, { read, remark, contentType: contentTypeIn(headers) });
  // The URL has the query once more, which Bruno keeps in step with the rows.
  const decode = request.settings.encodesUrl ? read : (text: string) => decodedWhereEscaped(read(text));
  const query = beforeFragment(request, remark).flatMap((row) => rowOf(row, decode));
  const url = query.length === 0 ? request.url : request.url.replace(/\?[^#]*/, '');
  const values = new Map(request.path.map(({ name, value }) => [name, value]));
  const members = {
    url: withScheme(read(withPathValues(url.trim(), values, remark))),
    ...(query.length === 0 ? {} : { query }),
    ...(headers.length === 0 ? {} : { headers }),
    ...defined({ body }),
  };
  return { members, typed };
}

/**
 * The rows of the query that Bruno sends: it sends the URL, which ends at the first `#`, also inside a value. Rows behind it
 * are switched off.
 */
function beforeFragment({ url, query }: BrunoRequest, remark: RequestContext['remark']): readonly BrunoRow[] {
  const cut = /\?[^#]*#/.test(url)
    ? query.findIndex(({ name, value, isDisabled }) => !isDisabled && `${name}=${value}`.includes('#'))
    : -1;
  const last = query[cut];
  if (last === undefined) {
    return query;
  }
  remark('Bruno sends nothing of the address from its # on. Rows of the query behind it are switched off.');
  const [name = '', value = ''] = [last.name, last.value].map((text) => text.replace(/#.*$/s, ''));
  return [
    ...query.slice(0, cut),
    ...(name === '' ? [] : [{ ...last, name, value: last.name === name ? value : '' }]),
    ...query.slice(cut + 1).map((row) => ({ ...row, isDisabled: true })),
  ];
}

function headersOf(
  request: BrunoRequest,
  { headers }: Surroundings<BrunoRow>,
  { reader, remark }: RequestContext,
): readonly WrittenField[] {
  const rows = (list: readonly BrunoRow[]): readonly WrittenField[] =>
    list.flatMap((row) => {
      if (isReservedName(row.name)) {
        remark(
          `The header ${JSON.stringify(row.name)} is left out: no header of a chain may bear this name.`,
        );
        return [];
      }
      return rowOf(row, (text) => reader.read(text));
    });
  return withInherited(rows(request.headers), rows(headers));
}

function exchangeOf({ name, request, response }: BrunoExample): ImportedExchange {
  const { method, url, headers, body } = request;
  const type = TYPES.get(response.type);
  const stated = linesOf(response.headers);
  const isTyped = type === undefined || contentTypeOf(stated) !== '';
  return exampleExchange(
    {
      method: method.trim().toUpperCase() || 'GET',
      url,
      headers: linesOf(headers),
      ...(body?.kind === 'text' && body.text !== '' ? { body: recordText(body.text, body.mediaType) } : {}),
    },
    {
      name,
      status: response.status,
      headers: isTyped ? stated : [...stated, { name: 'Content-Type', value: type }],
      body: response.body,
    },
  );
}

/** What Bruno calls the types of a response. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['json', 'application/json'],
  ['xml', 'application/xml'],
  ['html', 'text/html'],
  ['text', 'text/plain'],
]);

function linesOf(rows: readonly BrunoRow[]): readonly { readonly name: string; readonly value: string }[] {
  return rows.flatMap(({ name, value, isDisabled }) => (name === '' || isDisabled ? [] : [{ name, value }]));
}
