/**
 * A cURL command as requests of a chain: one for each of its URLs.
 *
 * Read is what the command would send, not what it says about curl itself. Redirects are followed with
 * or without `-L`, as the browsers do that most commands are copied from, but not with `--no-location`. What a chain cannot say is
 * listed, so that nothing is lost unnoticed.
 */
import type { WrittenRequest } from '../../../../core/files/writtenChain';
import type { ImportedMembers } from '../../shape/imported';
import { defined } from '../../../../core/defined';
import { encodeAround } from '../../../../core/prepare/url';
import { isMethod } from '../../shape/chainNames';
import { requestTitle } from '../../shape/requestTitle';
import { withType } from '../../shape/structuredBody';
import { decodedWhereEscaped, splitQuery } from '../../shape/urlTexts';
import { headerNamed, readAuth, readHeaders } from './curlHeaders';
import { joinData, joinUrlQuery, readBody, type CurlBody } from './curlBody';
import { withInput } from './curlInput';
import { has, lastValue, readArguments, type CurlOption } from './curlOptions';
import type { CommandInput } from './shellCommand';

/** A request as a chain file states it, and what of the command it lacks. */
export interface CurlRequest {
  readonly request: ImportedMembers & { readonly id: string };
  /** Parts of the command, as written. */
  readonly leftOut: readonly string[];
  /** A sentence each. */
  readonly remarks: readonly string[];
  /** Variables that are in JSON without quotes. */
  readonly typed: readonly string[];
}

/** The requests of a command; `words` come after `curl`. */
export function curlRequests(
  words: readonly string[],
  input: CommandInput | undefined,
): readonly CurlRequest[] {
  return readArguments(words).flatMap(({ options, urls, leftOut }) => {
    const remarks: string[] = [];
    const known = withInput(options, input, (sentence) => remarks.push(sentence));
    return urls.map((url) => {
      const read = requestFor(url, known);
      return { ...read, leftOut: [...leftOut, ...read.leftOut], remarks: [...remarks, ...read.remarks] };
    });
  });
}

function requestFor(written: string, options: readonly CurlOption[]): CurlRequest {
  const remarks: string[] = [];
  const remark = (sentence: string): void => {
    remarks.push(sentence);
  };
  const headers = readHeaders(options);
  const target = readTarget(written, options, remark);
  const body: CurlBody = has(options, 'get')
    ? { leftOut: [], typed: [] }
    : readBody(options, headerNamed(headers.fields, 'content-type'), remark);
  const { method, leftOut: noMethod } = readMethod(options, body.body !== undefined);
  const { auth, fields, leftOut: noAuth } = readAuth(options, headers.fields, target.user);
  const ownHeaders = withType(fields, body);
  const request = {
    id: requestTitle(method, target.url),
    method,
    ...splitQuery(target.url),
    ...(ownHeaders.length === 0 ? {} : { headers: ownHeaders }),
    ...defined({ auth, body: body.body }),
    ...timeout(options),
    ...(has(options, 'no-location') ? { redirects: 'manual' as const } : {}),
  };
  return {
    request,
    leftOut: [...noMethod, ...headers.leftOut, ...noAuth, ...target.leftOut, ...body.leftOut],
    remarks,
    typed: body.typed,
  };
}

function readMethod(
  options: readonly CurlOption[],
  hasBody: boolean,
): { readonly method: string; readonly leftOut: readonly string[] } {
  const isUpload = has(options, 'upload-file') || has(options, 'upload-text');
  const implied = has(options, 'head') ? 'HEAD' : isUpload ? 'PUT' : hasBody ? 'POST' : 'GET';
  const written = lastValue(options, 'request');
  return written === undefined || isMethod(written)
    ? { method: written ?? implied, leftOut: [] }
    : { method: implied, leftOut: [`--request ${written}`] };
}

/** Where a request goes. */
interface Target {
  readonly url: string;
  /** `name:password`, which a chain states as authentication. */
  readonly user?: string;
  readonly leftOut: readonly string[];
}

function readTarget(
  written: string,
  options: readonly CurlOption[],
  remark: (sentence: string) => void,
): Target {
  const data = has(options, 'get') ? joinData(options) : { text: '', leftOut: [] };
  const query = joinUrlQuery(options);
  const { url, user } = withoutUser([query.text, data.text].reduce(addQuery, withUpload(written, options)));
  if (GLOB.test(url.replace(/\{\{[^{}]*\}\}/g, '')) && !has(options, 'globoff')) {
    remark(
      'Its URL holds [ ] or { }, of which curl makes a request for each choice. They are kept as they are.',
    );
  }
  return { url, ...defined({ user }), leftOut: [...query.leftOut, ...data.leftOut] };
}

/** curl's manual, `--upload-file`: a URL whose path ends with a slash gets the name of the file. */
function withUpload(url: string, options: readonly CurlOption[]): string {
  const [, base, rest = ''] = /^((?:[a-z]+:\/\/)?[^/?#]+|[^?#]*\/)([?#].*)?$/is.exec(url) ?? [];
  const file = lastValue(options, 'upload-file')?.replace(/^.*[\\/]/s, '');
  return base === undefined || file === undefined
    ? url
    : `${base.replace(/\/$/, '')}/${encodeAround(file)}${rest}`;
}

/** curl's manual, "Globbing": `{a,b}` and `[1-9]`. */
const GLOB = /\{[^{}]*\}|\[\w+-\w+(?::\d+)?\]/;

function addQuery(url: string, query: string): string {
  const [, before = '', fragment = ''] = /^([^#]*)(.*)$/s.exec(url) ?? [];
  const separator = !before.includes('?') ? '?' : /[?&]$/.test(before) ? '' : '&';
  return query === '' ? url : `${before}${separator}${query}${fragment}`;
}

/** The URL with a scheme, as curl completes it, and without the user name that requests may not hold. */
function withoutUser(written: string): { readonly url: string; readonly user?: string } {
  const url = /^[a-z][a-z0-9+.-]*:\/\/|^\{\{/i.test(written) ? written : `http://${written}`;
  const [, scheme = '', user] = /^([a-z][a-z0-9+.-]*:\/\/)([^/?#@]*)@/i.exec(url) ?? [];
  return user === undefined
    ? { url }
    : { url: scheme + url.slice(scheme.length + user.length + 1), user: decodedWhereEscaped(user) };
}

function timeout(options: readonly CurlOption[]): Pick<WrittenRequest, 'timeoutMs'> {
  const seconds = Number(lastValue(options, 'max-time'));
  const timeoutMs = Math.min(Math.ceil(seconds * 1000), MAX_TIMEOUT_MS);
  return timeoutMs > 0 ? { timeoutMs } : {};
}

/** The schema's limit, a day. */
const MAX_TIMEOUT_MS = 86_400_000;
