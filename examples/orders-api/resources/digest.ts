/** HTTP Digest authentication with `qop=auth`, SHA-256 and MD5 (RFC 7616). */
import { createHash } from 'node:crypto';
import type { Api, Call } from '../api';
import { PARTNER } from '../data/seed';
import type { HeaderLines } from '../http/reply';
import { headerOf } from '../http/request';

const REALM = 'partner';
const MAX_NONCES = 1000;
const HASHES = new Map([
  ['SHA-256', 'sha256'],
  ['MD5', 'md5'],
]);

/** A challenge for each algorithm, the better one first, both with the same new nonce. */
export function digestChallenges(api: Api): HeaderLines {
  if (api.nonces.size >= MAX_NONCES) {
    api.nonces.clear();
  }
  const nonce = api.ids.next('nonce').slice(0, 32);
  api.nonces.set(nonce, 0);
  return [...HASHES.keys()].map((algorithm) => [
    'WWW-Authenticate',
    `Digest realm="${REALM}", qop="auth", algorithm=${algorithm}, nonce="${nonce}", opaque="${REALM}-opaque"`,
  ]);
}

/** Whether the request answers a challenge rightly, for this very target, with a fresh count. */
export function checkDigest(call: Call): boolean {
  const parameters = digestParameters(headerOf(call.request, 'authorization') ?? '');
  const hash = HASHES.get((parameters.get('algorithm') ?? 'MD5').toUpperCase());
  const nonce = parameters.get('nonce') ?? '';
  const lastCount = call.api.nonces.get(nonce);
  const count = Number.parseInt(parameters.get('nc') ?? '', 16);
  const target = parameters.get('uri');
  if (
    hash === undefined ||
    lastCount === undefined ||
    !(count > lastCount) ||
    target !== call.request.target
  ) {
    return false;
  }
  const digest = (text: string) => createHash(hash).update(text, 'utf8').digest('hex');
  const secret = digest(`${PARTNER.name}:${REALM}:${PARTNER.password}`);
  const request = digest(`${call.request.method}:${target}`);
  const exchange = [nonce, parameters.get('nc'), parameters.get('cnonce'), parameters.get('qop')].join(':');
  const right =
    parameters.get('username') === PARTNER.name &&
    parameters.get('qop') === 'auth' &&
    parameters.get('response') === digest(`${secret}:${exchange}:${request}`);
  if (right) {
    call.api.nonces.set(nonce, count);
  }
  return right;
}

function digestParameters(header: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  if (!/^digest\s/i.test(header)) {
    return parameters;
  }
  for (const [, name = '', quoted, plain = ''] of header.matchAll(/(\w+)=(?:"([^"]*)"|([^\s,"]+))/g)) {
    parameters.set(name.toLowerCase(), quoted ?? plain);
  }
  return parameters;
}
