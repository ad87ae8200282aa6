/** Chains with conditions, loops and pauses, and what tools that carry them over send. */
import { chainText } from './sentRequests';
import type { WireAnswer } from './wire';

const ORIGIN = 'http://127.0.0.1:4010';

/** A chain that sends what customers of one plan get; the token after it is for all. */
export const conditionalChain = chainText([
  { url: `${ORIGIN}/plans/{{plan}}` },
  {
    name: 'Open a ticket',
    url: `${ORIGIN}/tickets`,
    when: [
      { value: '{{plan}}', equals: 'pro' },
      { value: '{{plan}}', notEquals: 'free' },
    ],
    delayMs: 20,
    extract: [{ variable: 'ticket', from: 'body', path: '$.id' }],
  },
  { url: `${ORIGIN}/tickets/{{ticket}}`, delayMs: 30 },
  { url: `${ORIGIN}/none`, when: { value: '{{ticket}}', exists: false } },
  { url: `${ORIGIN}/some`, when: { value: '{{ticket}}', exists: true } },
  { url: `${ORIGIN}/end` },
]);

export const conditionalRuns: readonly { readonly plan: string; readonly targets: readonly string[] }[] = [
  { plan: 'pro', targets: ['/plans/pro', '/tickets', '/tickets/7', '/some', '/end'] },
  { plan: 'free', targets: ['/plans/free', '/none', '/end'] },
];

/** A chain that reads what it has listed. */
export const loopedChain = chainText(
  [
    {
      name: 'List',
      url: `${ORIGIN}/orders`,
      extract: [{ variable: 'orders', from: 'body', path: '$.orders[*]', all: true }],
    },
    {
      name: 'Read',
      url: `${ORIGIN}/{{shop}}/orders/{{order.id}}?at={{$index}}`,
      forEach: { in: '{{orders}}', as: 'order', when: { value: '{{order.state}}', equals: 'open' } },
      delayMs: 10,
      extract: [
        { variable: 'totals', from: 'body', path: '$.total' },
        { variable: 'notes', from: 'body', path: '$.note', optional: true },
      ],
    },
    {
      name: 'Sum',
      method: 'POST',
      url: `${ORIGIN}/sums`,
      body: { json: { totals: '{{totals}}', notes: '{{notes}}' } },
    },
  ],
  { variables: { shop: 'a b' } },
);

export const loopedAnswers: readonly WireAnswer[] = [
  { body: '{"orders":[{"id":"x 1","state":"open"},{"id":2,"state":"sent"},{"id":3,"state":"open"}]}' },
  { body: '{"total":5,"note":"n"}' },
  { body: '{"total":"6"}' },
];

export const loopedRequests: readonly string[] = [
  '/orders',
  '/a%20b/orders/x%201?at=0',
  '/a%20b/orders/3?at=2',
  '/sums {"totals":[5,"6"],"notes":["n",null]}',
];

/** Values that {@link comparisons} compare. */
export const VALUES = {
  text: 'pro',
  digits: '7',
  number: 7,
  list: [1, 'a'],
  object: { a: { b: 1, c: 2 } },
  no: null,
};

/** Comparisons that tools decide as a chain does. */
export const comparisons: readonly {
  readonly title: string;
  readonly comparison: object;
  readonly holds: boolean;
}[] = [
  { title: 'a text', comparison: { value: '{{text}}', equals: 'pro' }, holds: true },
  { title: 'another text', comparison: { value: '{{text}}', equals: 'Pro' }, holds: false },
  { title: 'a text that is a number', comparison: { value: '{{digits}}', equals: 7 }, holds: true },
  { title: 'a number that is no text', comparison: { value: '{{number}}', equals: '7' }, holds: false },
  { title: 'what is not', comparison: { value: '{{digits}}', notEquals: 7 }, holds: false },
  { title: 'less', comparison: { value: '{{digits}}', lessThan: 10 }, holds: true },
  { title: 'not less', comparison: { value: '{{number}}', lessThan: 7 }, holds: false },
  { title: 'more', comparison: { value: '{{number}}', greaterThan: 6.5 }, holds: true },
  { title: 'no order', comparison: { value: '{{text}}', greaterThan: 6 }, holds: false },
  { title: 'a part of a text', comparison: { value: 'x-{{text}}-y', contains: '-pro-' }, holds: true },
  { title: 'an item', comparison: { value: '{{list}}', contains: 'a' }, holds: true },
  { title: 'no item', comparison: { value: '{{list}}', contains: '1' }, holds: false },
  { title: 'a member', comparison: { value: '{{object}}', contains: 'a' }, holds: true },
  { title: 'no member', comparison: { value: '{{object}}', contains: 'toString' }, holds: false },
  { title: 'members', comparison: { value: '{{object}}', contains: { a: { c: 2, b: 1 } } }, holds: true },
  { title: 'an object', comparison: { value: '{{object}}', equals: { a: { c: 2, b: 1 } } }, holds: true },
  { title: 'an expression', comparison: { value: '{{text}}', matches: '^p.o$' }, holds: true },
  { title: 'no expression', comparison: { value: '{{text}}', matches: '^r' }, holds: false },
  { title: 'null', comparison: { value: '{{no}}', type: 'null' }, holds: true },
  { title: 'a list', comparison: { value: '{{list}}', type: 'array' }, holds: true },
  { title: 'an integer', comparison: { value: '{{digits}}', type: 'integer' }, holds: true },
  { title: 'no boolean', comparison: { value: '{{text}}', type: 'boolean' }, holds: false },
  { title: 'two at once', comparison: { value: '{{number}}', lessThan: 9, greaterThan: 7 }, holds: false },
  { title: 'what is known', comparison: { value: '{{text}}', exists: true }, holds: true },
  { title: "an apostrophe's text", comparison: { value: "it's {{text}}", equals: "it's pro" }, holds: true },
];
