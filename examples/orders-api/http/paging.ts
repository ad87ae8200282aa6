/**
 * Paged lists: `?page=&pageSize=` or `?cursor=`, the next page named in the body (`nextCursor`) and
 * in a Link header (RFC 8288). The caller hands over whole pages, so that a flaw can append some.
 */
import type { Writable } from './json';
import { json, type Reply } from './reply';
import { badRequest, pathOf, queryOf, type ApiRequest } from './request';

const MAX_PAGE_SIZE = 100;
const DEFAULT_PAGE_SIZE = 20;

/** Cuts a list into pages of the size the request wants; throws a 400 for a size out of range. */
export function cutIntoPages<Item>(
  request: ApiRequest,
  items: readonly Item[],
): readonly (readonly Item[])[] {
  const size = pageSize(request);
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}

/** The page the request wants; one beyond the last is empty. */
export function pageReply(
  request: ApiRequest,
  pages: readonly (readonly Writable[])[],
  total: number,
): Reply {
  const page = pageNumber(request);
  const size = pageSize(request);
  const more = page < pages.length;
  const next = `<${pathOf(request.target)}?page=${page + 1}&pageSize=${size}>; rel="next"`;
  return json(
    200,
    {
      items: pages[page - 1] ?? [],
      page,
      pageSize: size,
      total,
      nextCursor: more ? cursorOf(page + 1) : null,
    },
    more ? [['Link', next]] : [],
  );
}

function pageSize(request: ApiRequest): number {
  return numberIn(request, 'pageSize', DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE);
}

function pageNumber(request: ApiRequest): number {
  const cursor = queryOf(request).get('cursor');
  if (cursor === null) {
    return numberIn(request, 'page', 1, 1_000_000);
  }
  const page = /^page:([1-9]\d{0,5})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8'))?.[1];
  if (page === undefined) {
    throw badRequest('invalid-cursor', 'Send the nextCursor of an earlier page as cursor.');
  }
  return Number(page);
}

function numberIn(request: ApiRequest, name: string, fallback: number, maximum: number): number {
  const text = queryOf(request).get(name);
  const value = text === null ? fallback : /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > maximum) {
    throw badRequest('invalid-parameter', `Send ${name} as an integer from 1 to ${maximum}.`);
  }
  return value;
}

function cursorOf(page: number): string {
  return Buffer.from(`page:${page}`, 'utf8').toString('base64url');
}
