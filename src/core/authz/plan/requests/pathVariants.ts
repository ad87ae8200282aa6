/**
 * Other spellings of a path, for guards that compare it as text while the server behind them normalises it.
 * They begin where the path is written: what `{{baseUrl}}` holds is not known here.
 */
import type { ChainRequest } from '../../../model';
import { hideReferences, splitUrl } from '../../../prepare/template';
import type { VariantName } from '../../model/cell';
import type { Vary } from './variantSource';

/** By name; each changes the URL alone. */
export const pathVariants = {
  'trailing-slash': spelled((path) => (path.endsWith('/') ? path.slice(0, -1) : `${path}/`)),
  'path-case': spelled(otherCase),
  'double-slash': spelled((path) => inserted(path, '/')),
  'percent-dot': spelled((path) => inserted(path, '/%2e')),
  'dot-dot-semicolon': spelled((path) => inserted(path, '/x/..;')),
  semicolon: spelled(withPathParameter),
  'percent-slash': spelled(encodedSlash),
  'double-encoding': spelled(encodedTwice),
  'suffix-json': spelled((path) => (path.endsWith('/') ? undefined : `${path}.json`)),
  'old-version': spelled(olderVersion),
  'X-Original-URL': namedInHeader('X-Original-URL'),
  'X-Rewrite-URL': namedInHeader('X-Rewrite-URL'),
} as const satisfies Partial<Record<VariantName, Vary>>;

function spelled(respell: (path: string) => string | undefined): Vary {
  return ({ owners }) => {
    const { before, path, after } = urlParts(owners);
    const other = path.length > 1 ? respell(path) : undefined;
    return other === undefined ? undefined : { ...owners, url: `${before}${other}${after}` };
  };
}

/**
 * The caller's own object in the request line, the owner's in the header. Not `/`: where the header is ignored,
 * the caller's own object comes back and says so, while a start page would look like a request that succeeded.
 */
function namedInHeader(name: string): Vary {
  return ({ own, owners, places }) => {
    if (!places.some((place) => place.in === 'path')) {
      return undefined;
    }
    const { path, after } = urlParts(owners);
    const value = `${path}${after.replace(/#.*$/s, '')}`;
    return { ...owners, url: own.url, headers: [...owners.headers, { name, value, disabled: false }] };
  };
}

function urlParts({ url }: ChainRequest): {
  readonly before: string;
  readonly path: string;
  readonly after: string;
} {
  const { pathStart, queryStart } = splitUrl(url);
  return {
    before: url.slice(0, pathStart),
    path: url.slice(pathStart, queryStart),
    after: url.slice(queryStart),
  };
}

/** Capitals, or small letters where all are capitals already; undefined where there are no letters. */
function otherCase(path: string): string | undefined {
  const capitals = changeTyped(path, (text) => text.toUpperCase());
  const other = capitals === path ? changeTyped(path, (text) => text.toLowerCase()) : capitals;
  return other === path ? undefined : other;
}

function changeTyped(path: string, change: (text: string) => string): string {
  return hideReferences(path).replace(/_+|[^_]+/g, (part, start: number) => {
    const text = path.slice(start, start + part.length);
    return part.startsWith('_') ? text : change(text);
  });
}

/** Before the second segment, so that a comparison with the first ones fails; before the only one otherwise. */
function inserted(path: string, text: string): string {
  const at = Math.max(secondSlash(path), 0);
  return `${path.slice(0, at)}${text}${path.slice(at)}`;
}

/** Where the second segment begins; -1 where there is only one. */
function secondSlash(path: string): number {
  return hideReferences(path).indexOf('/', 1);
}

/** A parameter of the first segment, which servers with path parameters (RFC 3986 §3.3) take off. */
function withPathParameter(path: string): string {
  const at = secondSlash(path);
  return at === -1 ? `${path};x` : `${path.slice(0, at)};x${path.slice(at)}`;
}

function encodedSlash(path: string): string | undefined {
  const at = secondSlash(path);
  return at === -1 ? undefined : `${path.slice(0, at)}%2f${path.slice(at + 1)}`;
}

/** The first letter from the second segment on, or of the first one; undefined where no letters are written. */
function encodedTwice(path: string): string | undefined {
  const written = hideReferences(path);
  const letters = [...written.matchAll(/[A-Za-z]/g)];
  const letter = letters.find(({ index }) => index > secondSlash(path)) ?? letters[0];
  return letter === undefined
    ? undefined
    : `${path.slice(0, letter.index)}%25${letter[0].charCodeAt(0).toString(16)}${path.slice(letter.index + 1)}`;
}

/** `/v2/` becomes `/v1/`, and where no version is named `/api/` becomes `/v0/`. */
function olderVersion(path: string): string | undefined {
  const version = /\/v(\d{1,4})(?=\/)/i.exec(hideReferences(path));
  if (version !== null) {
    const older = Number(version[1]) - 1;
    const end = version.index + version[0].length;
    return older < 0 ? undefined : `${path.slice(0, version.index)}/v${older}${path.slice(end)}`;
  }
  return path.startsWith('/api/') ? path.replace('/api/', '/v0/') : undefined;
}
