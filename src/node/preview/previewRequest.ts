/**
 * Previewing a request: prepared by the code that sends, with the values of the last run, and never sent.
 *
 * A reference without a value gets a placeholder that survives every encoding, so that the rest of the
 * request can be seen; the same goes for values generated for each request (`{{$guid}}`).
 */
import { stringifyJson } from '../../core/json/json';
import type { Auth, ChainRequest, HeaderLine, HttpRequest } from '../../core/model';
import { wholeMask, type MaskNames } from '../../core/masking/nameMasks';
import type { Redactor } from '../../core/masking/redact';
import { givenBy } from '../../core/prepare/given';
import { prepareRequest, type PrepareContext } from '../../core/prepare/prepare';
import type { Preview, PreviewedRequest } from '../../core/prepare/previewText';
import { recordBody } from '../../core/run/record';
import { plainText } from '../../core/prepare/template';
import type { Placeholders } from './placeholders';
import { previewContext, type PreviewContext, type PreviewJob, type PreviewSettings } from './previewContext';

/** A preview, and the names of its masked values. */
export interface NamedPreview extends Preview {
  readonly maskNames: MaskNames;
}

/**
 * Previews a request.
 *
 * @throws UserError when a file is missing or invalid, or the chain has no such request
 */
export async function previewRequest(job: PreviewJob, settings: PreviewSettings): Promise<NamedPreview> {
  const { request, context, placeholders, redactor, filled } = await previewContext(job, settings);
  if (request.call !== undefined) {
    const called = calledWith(request, context);
    return {
      remarks: placeholders.remarks,
      request: restored(maskRequest(called, redactor), placeholders),
      maskNames: maskNames(filled, redactor),
    };
  }
  const preparation = await prepareRequest(request, context);
  const { remarks } = placeholders;
  // What is wrong with a request that has gaps may be the gaps.
  const reason = preparation.kind === 'not-sendable' && remarks.length === 0 ? [preparation.message] : [];
  const sent = preparation.kind === 'ready' ? recorded(preparation.prepared.request) : asWritten(request);
  return {
    remarks: [...remarks, ...reason, ...authRemarks(request.auth, context.chain.auth)],
    request: restored(maskRequest(sent, redactor), placeholders),
    maskNames: maskNames(filled, redactor),
  };
}

/** A call in the form of a request: the chain that is run, and as a body what it is given. */
function calledWith(request: ChainRequest, { scope }: Pick<PrepareContext, 'scope'>): PreviewedRequest {
  const { method, url } = request;
  const given = [...givenBy(request, scope).values].map(([name, { value }]) => [name, value] as const);
  const text = new TextEncoder().encode(stringifyJson(Object.fromEntries(given)));
  const json = [{ name: 'Content-Type', value: 'application/json' }];
  return { method, url, headers: [], ...(given.length === 0 ? {} : { body: recordBody(text, json) }) };
}

/** The names of references whose values are masked; of several for one value the first. */
function maskNames(filled: PreviewContext['filled'], redactor: Redactor): MaskNames {
  const names = new Map<string, string>();
  for (const [reference, became] of filled) {
    const mask = became.kind === 'value' ? wholeMask(redactor.text(plainText(became.value))) : undefined;
    if (mask !== undefined && !names.has(mask)) {
      names.set(mask, reference.replace(/^\{\{(?:\$\w+ )?|\}\}$/g, ''));
    }
  }
  return names;
}

/** What is added only while a request is sent, in whole sentences. */
export function authRemarks(own: Auth, inherited: Auth | undefined): readonly string[] {
  const auth = own.type === 'inherit' ? (inherited ?? own) : own;
  switch (auth.type) {
    case 'oauth2':
      return [
        'The Authorization header is added when the request is sent, with a token from the token endpoint.',
      ];
    case 'digest':
      return ['The Authorization header is added when the server asks for it (Digest).'];
    case 'oauth1':
      return [
        auth.in === 'query'
          ? 'The parameters of OAuth 1.0 are added to the URL when the request is sent.'
          : 'The Authorization header is added when the request is sent, with a signature of OAuth 1.0.',
      ];
    case 'awsSigV4':
      return ['The signature headers of AWS are added when the request is sent.'];
    case 'none':
    case 'inherit':
    case 'bearer':
    case 'basic':
    case 'apiKey':
      return [];
  }
}

/** A filled request as a result would keep it. */
export function recorded({ method, url, headers, body }: HttpRequest): PreviewedRequest {
  return { method, url, headers, ...(body === undefined ? {} : { body: recordBody(body, headers) }) };
}

/** A request that cannot be filled in: its references stay, and it has no body. */
export function asWritten({ method, url, headers }: ChainRequest): PreviewedRequest {
  return { method, url, headers: headers.filter(({ disabled }) => !disabled) };
}

/** A request with its secrets masked, after learning those that it contains. */
export function maskRequest(request: PreviewedRequest, redactor: Redactor): PreviewedRequest {
  redactor.learnFromExchange({ request, redirects: [], timings: { totalMs: 0 } });
  return masked(request, redactor);
}

/** A request with the secrets masked that are known, or are seen by their names. */
export function masked(
  { method, url, headers, body }: PreviewedRequest,
  redactor: Redactor,
): PreviewedRequest {
  return {
    method,
    url: redactor.url(url),
    headers: headers.map((line) => redactor.header(line)),
    ...(body === undefined ? {} : { body: redactor.body(body) }),
  };
}

/** With references in place of the placeholders. The length of the body is not known then. */
function restored(
  { method, url, headers, body }: PreviewedRequest,
  { restore, remarks }: Placeholders,
): PreviewedRequest {
  const isLength = ({ name }: HeaderLine): boolean => name.toLowerCase() === 'content-length';
  return {
    method,
    url: restore(url),
    headers: headers
      .filter((line) => remarks.length === 0 || !isLength(line))
      .map(({ name, value }) => ({ name: restore(name), value: restore(value) })),
    ...(body === undefined ? {} : { body: { ...body, content: restore(body.content) } }),
  };
}
