import assert from 'node:assert/strict';
import { defined } from '../../../../src/core/defined';
import { appliedPlaces, judgeByRun } from '../../../../src/core/mapping/review/judgeRun';
import { proposeMappings } from '../../../../src/core/mapping/review/proposeMappings';
import { openMappings } from '../../../../src/core/mapping/review/reviewMappings';
import type { ExtractionResult, RequestResult } from '../../../../src/core/result/result';
import { sessionOf } from '../session';

const FILE = 'cards.chain.json';
const session = {
  proposals: proposeMappings(
    sessionOf({ line: 'POST /cards', sent: { name: 'Mine' }, answer: { id: 7 } }, { line: 'GET /cards/7' }),
  ),
  ids: new Map([
    [0, 'create'],
    [1, 'read'],
  ]),
};
const open = openMappings(
  JSON.stringify({
    requests: [
      { id: 'create', method: 'POST', url: 'http://api.test/cards' },
      { id: 'read', method: 'GET', url: 'http://api.test/cards/7' },
    ],
  }),
  session,
);
const picks = open.map(({ key }) => ({ key, choice: 0 }));

/** A request of a run; one without a status was not sent. */
function sent(id: string, status: number | undefined, extractions: readonly ExtractionResult[] = []) {
  const exchange = { request: {}, response: { status } } as RequestResult['exchange'];
  return {
    request: { chain: FILE, id },
    extractions,
    ...(status === undefined ? {} : { exchange }),
  } as RequestResult;
}

const extracted = (value?: string): ExtractionResult => ({
  variable: 'cardId',
  from: 'body $.id',
  found: value !== undefined,
  ...defined({ value }),
});

function judged(requests: readonly RequestResult[], wasRefused = false): readonly string[] {
  const places = appliedPlaces(open, picks, () => wasRefused);
  return judgeByRun(places, { chain: { file: FILE, name: 'Cards' }, requests }).map(
    ({ place, verdict, words }) => `${place.request} ${verdict}: ${words}`,
  );
}

describe('judgeByRun', () => {
  const cases: [title: string, requests: readonly RequestResult[], expected: readonly string[]][] = [
    [
      'confirms another value that was accepted',
      [sent('create', 201, [extracted('31')]), sent('read', 200)],
      ['read confirmed: another value, accepted'],
    ],
    [
      'takes the same value for no proof',
      [sent('create', 201, [extracted('7')]), sent('read', 200)],
      ['read kept: the same value again, which proves nothing'],
    ],
    [
      'takes the same text for no proof',
      [sent('create', 201, [extracted('"7"')]), sent('read', 200)],
      ['read kept: the same value again, which proves nothing'],
    ],
    [
      'looks at the last of several extractions that found something',
      [sent('create', 201, [extracted(), extracted('31'), extracted()]), sent('read', 200)],
      ['read confirmed: another value, accepted'],
    ],
    [
      'rejects what the server refuses',
      [sent('create', 201, [extracted('31')]), sent('read', 404)],
      ['read rejected: answered with 404'],
    ],
    [
      'rejects what is not extracted any more',
      [sent('create', 201, [extracted()]), sent('read', undefined)],
      ['read rejected: nothing was extracted'],
    ],
    [
      'blames no mapping for a source that was not sent',
      [sent('create', undefined), sent('read', undefined)],
      ['read kept: not reached'],
    ],
    [
      'blames no mapping for a request that was not sent',
      [sent('create', 201, [extracted('31')]), sent('read', undefined)],
      ['read kept: not reached'],
    ],
    ['is silent where the request was not run', [sent('create', 201, [extracted('31')])], []],
  ];
  for (const [title, requests, expected] of cases) {
    it(title, () => {
      assert.deepEqual(judged(requests), expected);
    });
  }

  it('expects no more than there was: what was refused then may be refused again', () => {
    const requests = [sent('create', 201, [extracted('31')]), sent('read', 404)];
    assert.deepEqual(judged(requests, true), ['read confirmed: another value, accepted']);
  });

  it('leaves out what was not picked, and requests of other chains', () => {
    assert.deepEqual(
      appliedPlaces(open, [], () => false),
      [],
    );
    const elsewhere = { ...sent('read', 200), request: { chain: 'other.chain.json', id: 'read' } };
    assert.deepEqual(judged([sent('create', 201, [extracted('31')]), elsewhere]), []);
  });
});
