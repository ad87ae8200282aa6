/** Requests that are sent again, what they are answered, and how often tools send them that carry this over. */
import type { WireAnswer } from './wire';

interface RetryCase {
  readonly title: string;
  readonly request: object;
  readonly answers: readonly WireAnswer[];
  readonly sent: number;
  /** Whether the last answer is as wanted. */
  readonly isDone: boolean;
}

const NEW: WireAnswer = { body: '{"s":"new"}' };
const DONE: WireAnswer = { body: '{"s":"done","id":7}' };

export const retries: readonly RetryCase[] = [
  {
    title: 'until a part of the body is as wanted',
    request: { retry: { times: 3, delayMs: 50, until: { path: '$.s', notEquals: 'new' } } },
    answers: [{}, NEW, DONE],
    sent: 3,
    isDone: true,
  },
  {
    title: 'at most so often',
    request: { retry: { times: 1, delayMs: 50, until: { path: '$.s', equals: 1 } } },
    answers: [],
    sent: 2,
    isDone: false,
  },
  {
    title: 'until a header is there',
    request: { retry: { times: 1, delayMs: 50, until: { name: 'A', exists: true } } },
    answers: [{ headers: { A: '' } }],
    sent: 1,
    isDone: true,
  },
  {
    title: 'until a status is accepted',
    request: { retry: { times: 3, delayMs: 50 } },
    answers: [{ status: 503 }, { status: 204 }],
    sent: 2,
    isDone: true,
  },
  {
    title: 'until all that is expected is there',
    request: {
      retry: { times: 3, delayMs: 50 },
      expect: { headers: [{ name: 'X-Turn', equals: '2' }], body: [{ path: '$.s', equals: 'done' }] },
    },
    answers: [
      { ...DONE, headers: { 'X-Turn': '1' } },
      { ...NEW, headers: { 'X-Turn': '2' } },
      { ...DONE, headers: { 'X-Turn': '2' } },
    ],
    sent: 3,
    isDone: true,
  },
  {
    title: 'until a value is found',
    request: {
      retry: { times: 3, delayMs: 50 },
      extract: [
        { variable: 'id', from: 'body', path: '$.id' },
        { variable: 'note', from: 'body', path: '$.note', optional: true },
      ],
    },
    answers: [NEW, DONE],
    sent: 2,
    isDone: true,
  },
];

/** Its first answer decides what it is sent with again, which no tool carries over. */
export const readsItself = {
  url: 'http://127.0.0.1:4010/{{turn}}',
  retry: { times: 1, until: { path: '$.s', equals: 'done' } },
  extract: [{ variable: 'turn', from: 'body', path: '$.turn', optional: true }],
};
