/** Chains that ask for one page after the other, what they are answered, and what tools that carry this over send. */
import { chainText } from './sentRequests';
import type { WireAnswer } from './wire';

const ORIGIN = 'http://127.0.0.1:4010';

const until = { path: '$.next', exists: false };

/** The first page has no cursor; what comes after the loop has lists, and the cursor of before. */
export const pagedChain = chainText([
  {
    name: 'List',
    method: 'POST',
    url: `${ORIGIN}/orders?cursor={{cursor}}&page={{$index}}`,
    headers: [{ name: 'X-Cursor', value: '{{cursor}}' }],
    body: { json: { cursor: '{{cursor}}', a: 1 } },
    forEach: { page: { next: 'cursor', until } },
    delayMs: 10,
    extract: [
      { variable: 'cursor', from: 'body', path: '$.next' },
      { variable: 'ids', from: 'body', path: '$.ids[*]', all: true },
      { variable: 'notes', from: 'body', path: '$.note', optional: true },
    ],
  },
  {
    name: 'Sum',
    method: 'POST',
    url: `${ORIGIN}/sums`,
    body: { json: { ids: '{{ids}}', notes: '{{notes}}' } },
  },
  { url: `${ORIGIN}/last`, when: { value: '{{ids}}', contains: 'b' } },
  {
    url: `${ORIGIN}/users?cursor={{cursor}}`,
    forEach: { page: { next: 'cursor', until } },
    extract: [{ variable: 'cursor', from: 'body', path: '$.next' }],
  },
]);

export const pagedAnswers: readonly WireAnswer[] = [
  { body: '{"next":"x 1","ids":[1,"b"]}' },
  { body: '{"next":7,"ids":[],"note":"n"}' },
  { body: '{"ids":[{"c":"d"}]}' },
  {},
  {},
  { body: '{"next":"u"}' },
  { body: '{}' },
];

/** Requests, with bodies in which JSON has no spaces and members are in the order of the chain. */
export const pagedRequests: readonly string[] = [
  '/orders?page=0 {"a":1}',
  '/orders?cursor=x%201&page=1 {"cursor":"x 1","a":1}',
  '/orders?cursor=7&page=2 {"cursor":7,"a":1}',
  '/sums {"ids":[1,"b",{"c":"d"}],"notes":[null,"n",null]}',
  '/last',
  '/users',
  '/users?cursor=u',
];

/** A loop that has a cursor for its first page, and at most two pages. */
export const begunChain = chainText(
  [
    {
      name: 'List',
      url: `${ORIGIN}/orders?cursor={{cursor}}`,
      forEach: { page: { next: 'cursor', until, max: 2 } },
      extract: [{ variable: 'cursor', from: 'body', path: '$.next' }],
    },
    { url: `${ORIGIN}/end/{{cursor}}` },
  ],
  { variables: { cursor: 'c0' } },
);

/** What its pages may say. */
export const begunRuns: readonly {
  readonly title: string;
  readonly bodies: readonly string[];
  readonly targets: readonly string[];
  /** Why it ends early; absent where all is well. */
  readonly fault?: RegExp;
}[] = [
  {
    title: 'an end',
    bodies: ['{"next":"c1"}', '{}'],
    targets: ['/orders?cursor=c0', '/orders?cursor=c1', '/end/c0'],
  },
  {
    title: 'no next page',
    bodies: ['{"next":""}'],
    targets: ['/orders?cursor=c0'],
    fault: /age 1 is not the last one, and leads to no other/,
  },
  {
    title: 'a page that was asked for',
    bodies: ['{"next":"c1"}', '{"next":"c1"}'],
    targets: ['/orders?cursor=c0', '/orders?cursor=c1'],
    fault: /age 2 leads to a page that was asked for/,
  },
  {
    title: 'too many pages',
    bodies: ['{"next":"c1"}', '{"next":"c2"}'],
    targets: ['/orders?cursor=c0', '/orders?cursor=c1'],
    fault: /age 2 is still not the last one/,
  },
];
