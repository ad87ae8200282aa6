/** A repair of a chain in other languages than English. */
import assert from 'node:assert/strict';
import { candidateWords } from '../../src/core/mapping/repair/explainRepair';
import type { Say } from '../../src/core/say';
import { doneRepair } from '../../src/protocol/repairView';
import {
  json,
  recordedChain,
  repaired,
  type Recorded,
  type RecordedChain,
  type Server,
} from '../core/mapping/repair/repairedChain';
import { sayGerman, sayValues, wordsLeft } from './wordlessSay';

/** What the review shows of a repair, and of its trials. */
async function repairIn(say: Say, { chain, server, allowMutations = true }: Scenario) {
  const wording = { nameOf: (id: string) => `#${id}`, say };
  const { report, events } = await repaired(chain, server, { allowMutations });
  const { outcome } = report;
  assert.ok(outcome !== 'cancelled');
  const remedies = { moreTime: say('Cancel'), giveValue: say('Cancel') };
  const shown = { ...chain.session, before: chain.text, ...wording, remedies, report };
  return {
    ...doneRepair(shown, { outcome, comparedWith: { kind: 'file', name: 'a.har' }, chain: 'before' }),
    trials: events.flatMap((event) =>
      event.type === 'trial' ? [candidateWords(event.candidate, wording)] : [],
    ),
  };
}

interface Scenario {
  readonly chain: RecordedChain;
  readonly server: Server;
  readonly allowMutations?: boolean;
}

const ID = 'u-8812afe0';
const CREATE: Recorded = { id: '2', line: 'POST /baskets', sent: {}, answer: { basket: { id: ID } } };
const WRONG = recordedChain(
  {
    ...{ id: '1', line: 'POST /users', sent: {}, answer: { user: { id: ID } } },
    chain: { extract: [{ variable: 'userId', from: 'body', path: '$.user.id' }] },
  },
  CREATE,
  {
    ...{ id: '3', line: `GET /baskets/${ID}/items`, answer: { items: [1], total: 1 } },
    chain: { url: 'http://api.test/baskets/{{userId}}/items' },
  },
);
const read = (answer: unknown, chain: object = {}): RecordedChain =>
  recordedChain({ id: '1', line: 'GET /orders', answer, chain });

/** A shop that gives out other ids; `items` is what it answers for the right basket. */
function shop(items: unknown): Server {
  return (line) =>
    line === 'POST /users'
      ? json({ user: { id: 'u-1' } })
      : line === 'POST /baskets'
        ? json({ basket: { id: 'b-7' } })
        : line === 'GET /baskets/b-7/items'
          ? json(items)
          : json({}, 404);
}

const EMAIL = { email: 'ada@example.com', city: 'Hamburg' };
const taken: Server = (_line, { email }) =>
  json(
    email === EMAIL.email ? { error: 'email has already been taken' } : {},
    email === EMAIL.email ? 422 : 200,
  );
const SIGN_UP = recordedChain({ id: '1', line: 'POST /users', sent: EMAIL, answer: {} });
const AUTHOR = { id: '2', line: 'POST /notes', sent: { authorId: 4, related: [7] }, answer: { ok: true } };
const POST = { id: '1', line: 'POST /posts', sent: { title: 'Ferry' }, answer: { id: 7 } };

const scenarios: Readonly<Record<string, Scenario>> = {
  'a wrong source': { chain: WRONG, server: shop({ items: [1], total: 1 }) },
  'a source that does not help': { chain: WRONG, server: shop({ items: [], total: 1 }) },
  'a missing member': { chain: WRONG, server: shop({ items: [1] }) },
  'a value that has to be new': { chain: SIGN_UP, server: taken },
  'a value that must not be tried': { chain: SIGN_UP, server: taken, allowMutations: false },
  'ids that nothing explains': {
    chain: recordedChain(POST, AUTHOR),
    server: () => json({ id: 9, ok: true }),
  },
  'no JSON': { chain: read({ id: 1 }), server: () => ({ status: 200, body: '<p>' }) },
  'another record': {
    chain: recordedChain({ id: '1', line: 'PUT /a', sent: { sku: 'A-100' }, answer: { sku: 'A-100' } }),
    server: () => json({ sku: 'B-200' }),
  },
  'another class of status': { chain: read({ id: 1 }), server: () => json({}, 304) },
  'an error': { chain: read({ id: 1 }), server: () => json({}, 500) },
  'a value that is not extracted': {
    chain: read({ id: 1 }, { extract: [{ variable: 'id', from: 'header', name: 'X-Id' }] }),
    server: () => json({ id: 1 }),
  },
  'a condition that does not hold': {
    chain: read({ id: 1 }, { expect: { body: [{ path: '$.id', equals: 1 }] } }),
    server: () => json({ id: 2 }),
  },
  'a variable without a value': {
    chain: read({ id: 1 }, { url: 'http://api.test/orders/{{order}}' }),
    server: () => json({ id: 1 }),
  },
  'no answer': { chain: read({ id: 1 }), server: () => ({ fails: 'timeout' }) },
  ...Object.fromEntries(
    [1, 1.5, true, [1], { a: 1 }, null].map((now) => [
      `a member that is ${JSON.stringify(now)}`,
      { chain: read({ id: 'o-1' }), server: () => json({ id: now }) },
    ]),
  ),
  'a member that is a text': { chain: read({ id: 1 }), server: () => json({ id: 'o-1' }) },
};

/** Members that are names, code, values or words for programs; the others are texts for people. */
const VALUES = new Set(['id', 'name', 'before', 'after', 'kind', 'outcome', 'chain', 'tried']);
/** JSONPaths, members of answers, and variables. */
const QUOTED =
  /\$\w*[\w.[\]]*|(?:\b|(?<=<))(?:items|total|id|sku|basketId|userId|uniqueEmail|ada|example|com|null)\b/g;

describe('a repair in German', () => {
  it('says what changes, and why', async () => {
    const { changes, trials } = await repairIn(sayGerman, {
      chain: WRONG,
      server: shop({ items: [1], total: 1 }),
    });
    assert.deepEqual(
      changes.map(({ place, takes, why }) => [place, takes, why]),
      [['Pfadabschnitt 2', 'basketId, Body $.basket.id von #2', 'vorher: mit 404 statt 200 beantwortet']],
    );
    assert.deepEqual(trials, ['#3, Pfadabschnitt 2 nimmt basketId, Body $.basket.id von #2']);
  });

  for (const [title, scenario] of Object.entries(scenarios)) {
    it(`has no text that is not translated, for ${title}`, async () => {
      const { changes, decisions, remarks, stale, unexplained, trials } = await repairIn(sayValues, scenario);
      const shown = { changes, decisions, remarks, stale, unexplained, trials };
      assert.ok(Object.values(shown).some((list) => list.length > 0));
      assert.deepEqual(wordsLeft(shown, VALUES, QUOTED), []);
    });
  }

  const said: [scenario: string, words: string][] = [
    ['a missing member', 'andere Antwort als aufgezeichnet: total fehlt'],
    ['another record', 'Antwort über etwas anderes: sku ist nicht das Gesendete'],
    [
      'a value that is not extracted',
      'id wurde nicht aus header X-Id extrahiert: Der Header `X-Id` ist nicht in der Antwort.',
    ],
    ['a condition that does not hold', 'Erwartet: $.id ist gleich 1, aber es war 2.'],
  ];
  for (const [title, words] of said) {
    it(`says what differs, for ${title}`, async () => {
      const scenario = scenarios[title];
      assert.ok(scenario !== undefined);
      const { decisions, remarks } = await repairIn(sayGerman, scenario);
      assert.deepEqual(
        [...decisions, ...remarks].map((one) => one.words),
        [words],
      );
    });
  }
});
