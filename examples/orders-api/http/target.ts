/**
 * Which operation a request means. A correct API takes the method and path as they came. The flaws
 * here model a guard in front of the router (a proxy, a path filter) that looks at one spelling
 * while the router serves another: what gets through that way is `guarded: false`.
 */
import type { FlawName } from '../flawCatalogue';
import type { FlawSet } from '../flaws';
import { headerOf, pathOf, queryOf, type ApiRequest } from './request';

/** The operation to carry out. `guarded` is false when the access checks were looking elsewhere. */
export interface Target {
  readonly method: string;
  /** Percent-encoded, without query. */
  readonly path: string;
  readonly guarded: boolean;
}

/** The operation a request means, given the flaws that are on. */
export function chooseTarget(request: ApiRequest, flaws: FlawSet): Target {
  let target: Target = { method: request.method, path: pathOf(request.target), guarded: true };
  for (const { flaw, respell } of SPELLINGS) {
    const respelled = flaws.has(flaw) ? respell(request, target) : {};
    if (differs(target, respelled)) {
      target = { ...target, ...respelled, guarded: false };
    }
  }
  const isProxy = flaws.has('trusted-proxy') && headerOf(request, 'x-forwarded-for') === '127.0.0.1';
  return isProxy ? { ...target, guarded: false } : target;
}

type Respelling = Partial<Pick<Target, 'method' | 'path'>>;

interface Spelling {
  readonly flaw: FlawName;
  readonly respell: (request: ApiRequest, target: Target) => Respelling;
}

const SPELLINGS: readonly Spelling[] = [
  { flaw: 'original-url', respell: originalUrl },
  { flaw: 'method-override', respell: methodOverride },
  { flaw: 'old-api-version', respell: (_, { path }) => ({ path: path.replace(/^\/v0\//, '/api/') }) },
  { flaw: 'path-normalization', respell: (_, { path }) => ({ path: normalize(path) }) },
  { flaw: 'path-semicolon', respell: (_, { path }) => ({ path: withoutParameters(path) }) },
  { flaw: 'path-decoding', respell: (_, { path }) => ({ path: decodeAgain(path) }) },
  { flaw: 'path-suffix', respell: (_, { path }) => ({ path: path.replace(/(?<=[^/])\.json$/, '') }) },
  { flaw: 'trailing-slash', respell: (_, { path }) => ({ path: path.replace(/(?<=[^/])\/$/, '') }) },
  { flaw: 'global-id-unchecked', respell: (_, { path }) => ({ path: withoutGlobalId(path) }) },
  { flaw: 'head-unchecked', respell: (_, { method }) => (method === 'HEAD' ? { method: 'GET' } : {}) },
  { flaw: 'path-case', respell: (_, { path }) => ({ path: path.toLowerCase() }) },
];

function originalUrl(request: ApiRequest): Respelling {
  const url = headerOf(request, 'x-original-url') ?? headerOf(request, 'x-rewrite-url');
  return url === undefined ? {} : { path: pathOf(url) };
}

function methodOverride(request: ApiRequest): Respelling {
  const method =
    headerOf(request, 'x-http-method-override') ??
    headerOf(request, 'x-method-override') ??
    headerOf(request, 'x-http-method') ??
    queryOf(request).get('_method');
  return method === null || request.method !== 'POST' ? {} : { method: method.toUpperCase() };
}

function normalize(path: string): string {
  return path
    .replace(/%2e/gi, '.')
    .replace(/\/{2,}/g, '/')
    .replace(/\/(?:\.\/)+/g, '/');
}

/** As servlet containers do it: parameters of segments first, then the segments that `..` takes back. */
function withoutParameters(path: string): string {
  return path.includes(';') ? path.replace(/;[^/]*/g, '').replace(/\/[^/]+\/\.\.(?=\/)/g, '') : path;
}

function decodeAgain(path: string): string {
  return path
    .replace(/%25/g, '%')
    .replace(/%2f/gi, '/')
    .replace(/%([4-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}

/** `Order:ord-7` in base64, as GraphQL servers name objects. */
function withoutGlobalId(path: string): string {
  const [, orders = '', encoded = ''] = /^(\/api\/orders\/)([\w%+-]+)$/.exec(path) ?? [];
  const text = Buffer.from(encoded.replace(/%3d/gi, ''), 'base64').toString('utf8');
  return text.startsWith('Order:') ? `${orders}${text.slice('Order:'.length)}` : path;
}

function differs(target: Target, { method, path }: Respelling): boolean {
  return (method !== undefined && method !== target.method) || (path !== undefined && path !== target.path);
}
