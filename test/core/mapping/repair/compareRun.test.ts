import assert from 'node:assert/strict';
import { differenceOf, sentTexts } from '../../../../src/core/mapping/repair/compareRun';
import type { RequestResult } from '../../../../src/core/result/result';
import { inEnglish } from '../../../../src/core/say';
import { sessionOf } from '../session';

/** A result with a status and a body; `more` says what else became of the request. */
function resultOf(
  status: number | undefined,
  body: unknown,
  { mediaType = '', ...more }: Readonly<Record<string, unknown>> = {},
): RequestResult {
  const content = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    request: { chain: 'main.chain.json', id: 'read' },
    outcome: 'passed',
    reasons: [],
    ...(status === undefined
      ? {}
      : { exchange: { redirects: [], response: { status, body: { content, mediaType } } } }),
    ...more,
  } as unknown as RequestResult;
}

const order = { id: 1, sku: 'A-100', lines: [{ id: 2 }], note: null };
const sent = new Set(['A-100']);

describe('differenceOf', () => {
  const same: [title: string, result: RequestResult][] = [
    ['other values', resultOf(200, { ...order, id: 9 })],
    ['another status of the same class', resultOf(201, order)],
    ['a 304 for a 200', resultOf(304, order)],
    ['a member that is new', resultOf(200, { ...order, more: 1 })],
    ['a value where nothing was', resultOf(200, { ...order, note: 'new' })],
    ['another number of items', resultOf(200, { ...order, lines: [{ id: 1 }, { id: 2 }] })],
    ['a chain that was run as a step', resultOf(undefined, '', { method: 'CALL' })],
    ['a request that was skipped', resultOf(undefined, '', { outcome: 'skipped' })],
  ];
  for (const [title, result] of same) {
    it(`finds none for ${title}`, () => {
      const [step] = sessionOf({ line: 'GET /orders/1', answer: order });
      assert.equal(differenceOf(step, result, sent), undefined);
    });
  }

  const failed = { outcome: 'failed' };
  const other: [title: string, result: RequestResult, kind: string, words: string][] = [
    ['an error', resultOf(404, {}), 'refused', 'answered with 404 instead of 200'],
    ['another class', resultOf(302, order), 'status', 'answered with 302 instead of 200'],
    ['no JSON', resultOf(200, '<p>'), 'kind', 'another answer than recorded: no JSON any more'],
    [
      'a missing member',
      resultOf(200, { ...order, lines: undefined }),
      'kind',
      'another answer than recorded: lines is missing',
    ],
    [
      'an empty list',
      resultOf(200, { ...order, lines: [] }),
      'kind',
      'another answer than recorded: lines is an empty list',
    ],
    [
      'a member of another type',
      resultOf(200, { ...order, id: '1' }),
      'kind',
      'another answer than recorded: id is a string',
    ],
    [
      'another record',
      resultOf(200, { ...order, sku: 'B-2' }),
      'content',
      'an answer about something else: sku is not what was sent',
    ],
    ['no answer', resultOf(undefined, '', { outcome: 'failed' }), 'unanswered', 'no answer'],
    [
      'a chain that did not pass as a step',
      resultOf(undefined, '', {
        ...{ ...failed, method: 'CALL' },
        reasons: [{ kind: 'expectation', message: 'pay: No.' }],
      }),
      'expectation',
      'pay: No.',
    ],
    [
      'a chain that got no answer as a step',
      resultOf(undefined, '', {
        ...{ ...failed, method: 'CALL' },
        reasons: [{ kind: 'transport', message: 'pay: Nobody is there.' }],
      }),
      'unanswered',
      'pay: Nobody is there.',
    ],
    [
      'a request that was not sent',
      resultOf(undefined, '', { outcome: 'blocked', reasons: [{ kind: 'refused', message: 'Not there.' }] }),
      'blocked',
      'Not there.',
    ],
    [
      'a condition that does not hold',
      resultOf(200, order, { ...failed, reasons: [{ kind: 'expectation', message: 'No.' }] }),
      'expectation',
      'No.',
    ],
    [
      'an extraction that found nothing',
      resultOf(200, order, {
        ...failed,
        reasons: [{ kind: 'extraction', message: 'Nothing.', variable: 'id' }],
      }),
      'extraction',
      'Nothing.',
    ],
  ];
  for (const [title, result, kind, words] of other) {
    it(`finds ${title}`, () => {
      const [step] = sessionOf({ line: 'GET /orders/1', answer: order });
      const difference = differenceOf(step, result, sent);
      assert.deepEqual([difference?.kind, difference?.words(inEnglish)], [kind, words]);
    });
  }

  it('reads JSON behind a guard, and lines of it', () => {
    const [guarded] = sessionOf({ line: 'GET /changes/1', answer: `)]}'\n${JSON.stringify(order)}` });
    const other = { ...order, lines: [] };
    const inGuard = differenceOf(guarded, resultOf(200, `)]}'\n${JSON.stringify(other)}`), sent);
    assert.equal(inGuard?.words(inEnglish), 'another answer than recorded: lines is an empty list');

    const mediaType = 'application/x-ndjson';
    const answer = `${JSON.stringify(order)}\n${JSON.stringify(order)}\n`;
    const [lines] = sessionOf({ line: 'GET /orders', answer, answerType: mediaType });
    assert.equal(differenceOf(lines, resultOf(200, answer, { mediaType }), sent), undefined);
    const inLines = differenceOf(lines, resultOf(200, '', { mediaType }), sent);
    assert.equal(inLines?.words(inEnglish), 'another answer than recorded: the response is an empty list');
  });

  it('takes an error for no difference where the recording has one', () => {
    const [step] = sessionOf({ line: 'GET /orders/1', status: 404, answer: {} });
    assert.equal(differenceOf(step, resultOf(404, {}), sent), undefined);
  });

  it('judges a request that was not recorded by its outcome alone', () => {
    assert.equal(differenceOf(undefined, resultOf(500, ''), sent), undefined);
    assert.equal(differenceOf(undefined, resultOf(500, '', failed), sent)?.kind, 'expectation');
  });

  it('compares a redirect that is followed by the status that led on', () => {
    const [step] = sessionOf({ line: 'POST /login', status: 302, answer: '' });
    const result = resultOf(200, '<p>', {
      exchange: { redirects: [{ status: 302 }], response: { status: 200, body: { content: '<p>' } } },
    });
    assert.equal(differenceOf(step, result, sent), undefined);
  });
});

describe('differenceOf a form', () => {
  const sentForm = (line: string) => sessionOf({ line, status: 302, answer: '' })[0];

  it('finds that it came back instead of leading on, as it does with an error in it', () => {
    const difference = differenceOf(sentForm('POST /login'), resultOf(200, '<p>'), sent);
    assert.deepEqual(
      [difference?.kind, difference?.isFailure, difference?.words(inEnglish)],
      ['refused', true, 'answered with 200 instead of 302'],
    );
  });

  it('takes no page for one that was only read', () => {
    const difference = differenceOf(sentForm('GET /start'), resultOf(200, '<p>'), sent);
    assert.deepEqual([difference?.kind, difference?.isFailure], ['status', false]);
  });
});

describe('sentTexts', () => {
  it('are the texts of bodies without references, words left out', () => {
    const requests = [
      { body: { json: { sku: 'A-100', state: 'new', owner: '{{user}}', count: 12345 } } },
      { url: 'http://api.test/orders' },
      { body: { form: [{ name: 'title', value: 'Mine' }] } },
    ];
    assert.deepEqual([...sentTexts(JSON.stringify({ requests }))], ['A-100', 'title', 'Mine']);
    assert.deepEqual([...sentTexts('{}')], []);
  });
});
