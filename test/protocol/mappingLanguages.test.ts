/** The review of an Auto Mapping in other languages than English. */
import assert from 'node:assert/strict';
import type { NameReason, NameSuggestion } from '../../src/core/mapping/decide/suggestByNames';
import type { MappingProducer } from '../../src/core/mapping/decide/suggestMappings';
import type { EvidenceCode } from '../../src/core/mapping/match/evidence';
import { objectCopies } from '../../src/core/mapping/match/objectCopies';
import { repeatedRequests } from '../../src/core/mapping/match/repeatedRequests';
import { typedValues } from '../../src/core/mapping/match/typedValues';
import type { RecordedStep } from '../../src/core/mapping/read/recordedSession';
import { consumerWords, producerWords, reasonWords } from '../../src/core/mapping/review/explainMapping';
import { appliedPlaces, judgeByRun } from '../../src/core/mapping/review/judgeRun';
import { proposeMappings } from '../../src/core/mapping/review/proposeMappings';
import { openColumns } from '../../src/core/mapping/review/reviewColumns';
import { openCopies } from '../../src/core/mapping/review/reviewCopies';
import { openLoops } from '../../src/core/mapping/review/reviewLoops';
import { openMappings } from '../../src/core/mapping/review/reviewMappings';
import type { ExecutionResult } from '../../src/core/result/result';
import type { Say } from '../../src/core/say';
import { shownColumns } from '../../src/protocol/columnsView';
import { shownCopies } from '../../src/protocol/copiesView';
import { shownLoops } from '../../src/protocol/loopsView';
import { mappingThings, shownGuesses, trialOf, verdictSummary } from '../../src/protocol/mappingView';
import { sessionOf, type StepSpec } from '../core/mapping/session';
import { sayGerman, sayValues, wordsLeft } from './wordlessSay';

const ADDRESS = { street: 'Lange Reihe 4', city: 'Hamburg', floor: 2 };
const TOKEN = 'CHlDKgrZ32EQpbVFuW2au44WgVUJENZb';

/** A session with much that a review says something of; sessions differ in their ids and in what was typed. */
function session(card: string, own: number, user: number, typed: string): readonly StepSpec[] {
  return [
    { line: 'POST /rpc', status: 409, answerHeaders: { 'X-Session-Id': TOKEN } },
    { line: 'POST /rpc', headers: { 'X-Session-Id': TOKEN } },
    { line: 'POST /users', sent: { mail: typed }, answer: { basketId: user, address: ADDRESS } },
    { line: 'POST /sessions', answer: { bid: own } },
    { line: `GET /baskets/${own}` },
    { line: 'GET /cards', answer: [{ id: 'c-1182afe0' }, { id: card }] },
    { line: `GET /cards/${card}` },
    { line: `PUT /cards/${card}`, sent: { cardId: card, address: ADDRESS } },
    { line: 'GET /list', answer: { items: [{ id: 'f1-77' }, { id: 'f2-88' }, { id: 'f3-99' }] } },
    ...['f1-77', 'f2-88', 'f3-99'].map((id) => ({ line: `GET /items/${id}` })),
  ];
}

const steps = sessionOf(...session('c-2282bfe1', 7, 7, 'ada@mail.test'));
const second = sessionOf(...session('c-9982bfe9', 5, 3, 'bob@mail.test'));
const ids = new Map(steps.map(({ entry }) => [entry, `r${entry}`]));
const names = new Map(steps.map(({ entry }) => [`r${entry}`, `#${entry}`]));
const text = JSON.stringify({ requests: steps.map(requestOf) });
const open = openMappings(text, { proposals: proposeMappings(steps, { second }), ids });

function requestOf({ entry, method, url, headers, body }: RecordedStep): object {
  const json = body === undefined ? {} : { body: { json: JSON.parse(body.text) as unknown } };
  return { id: `r${entry}`, method, url, headers, ...json };
}

/** A run in which every request is answered, with other values. */
const run = {
  startedAt: '2026-01-01T00:00:00.000Z',
  chain: { file: 'main.chain.json', name: 'Main' },
  requests: steps.map(({ entry }) => ({
    request: { chain: 'main.chain.json', id: `r${entry}` },
    extractions: open
      .flatMap(({ choices }) => choices)
      .filter(({ source }) => source === `r${entry}`)
      .map(({ variable }) => ({ variable, from: 'body', found: true, value: '"other"' })),
    exchange: {
      request: { method: 'GET', url: 'http://api.test', headers: [] },
      response: {
        status: entry === 7 ? 404 : 200,
        headers: [],
        body: { content: '{}', encoding: 'utf8', mediaType: 'application/json' },
      },
    },
  })),
} as unknown as ExecutionResult;

/** Everything that the editor puts together for a review. */
function reviewIn(say: Say) {
  const wording = { names, say };
  const taken = ['address'];
  const places = appliedPlaces(
    open,
    open.map(({ key }) => ({ key, choice: 0 })),
    (entry) => entry === 0,
  );
  const guesses = (
    ['created', 'replaced', 'listed', 'signed-in'] as const satisfies readonly NameReason[]
  ).map((reason) => ({
    variable: 'cardId',
    producer: 0,
    rule: { from: 'body' },
    confidence: 0.5,
    reason,
  })) as unknown as readonly NameSuggestion[];
  return {
    things: mappingThings(open, { ...wording, ids, rejected: new Set(), hidden: [] }),
    verification: { recording: 'b.har', summary: verdictSummary(open, say) },
    trial: trialOf(judgeByRun(places, run, say), run, { ...wording, exchange: () => ({}) }),
    copies: shownCopies(openCopies(text, { copies: objectCopies(steps), ids, taken }), wording),
    loops: shownLoops(openLoops(text, { loops: repeatedRequests(steps), ids, taken }), wording),
    columns: shownColumns(openColumns(text, { columns: typedValues(steps, second), ids, taken }), wording),
    guesses: shownGuesses(guesses, ['r0'], wording),
  };
}

/** Members that are names, code, values or words for programs; the others are texts for people. */
const VALUES = new Set([
  ...[
    'key',
    'id',
    'name',
    'noun',
    'value',
    'variable',
    'values',
    'item',
    'extraction',
    'members',
    'recording',
  ],
  ...['before', 'after', 'loop', 'startedAt', 'kind'],
]);
/** JSONPaths, and a header. */
const QUOTED = /\$[\w.[\]*]*|X-Session-Id/g;

describe('the review of an Auto Mapping in German', () => {
  it('says where a value comes from, where it goes, and why', () => {
    const { things } = reviewIn(sayGerman);
    const card = things.find(({ noun }) => noun === 'card');
    assert.equal(
      card?.groups[0]?.summary,
      'Body $[1].id von #5 gleicht 2 Stellen in 2 späteren Anfragen; beide heißen gleich.',
    );
  });

  it('has no text that is not translated', () => {
    const review = reviewIn(sayValues);
    for (const part of Object.values(review).filter((one) => Array.isArray(one))) {
      assert.notDeepEqual(part, []);
    }
    assert.deepEqual(wordsLeft(review, VALUES, QUOTED), []);
  });

  it('has words for every reason', () => {
    const codes: Readonly<Record<EvidenceCode, true>> = {
      ...{ value: true, name: true, form: true, created: true, handed: true, record: true, sentBack: true },
      ...{ typed: true, word: true, small: true, list: true, inside: true, settings: true, type: true },
      ...{ eliminated: true, retyped: true, respelled: true, many: true, failed: true, overlap: true },
      ...{ reused: true, confirmed: true, contradicted: true, constant: true, row: true },
    };
    for (const code of Object.keys(codes) as EvidenceCode[]) {
      for (const weight of [1, 6]) {
        assert.equal(reasonWords({ code, weight }, sayValues), '<>');
        assert.notEqual(reasonWords({ code, weight }, sayGerman), reasonWords({ code, weight }));
      }
    }
  });

  const path = { select: { kind: 'path', path: '$.a' } };
  const xpath = { select: { kind: 'xpath', xpath: '/a' } };
  const producers: [german: string, rule: object, responseValue: object][] = [
    ['Body $.a', path, { place: { source: 'body' } }],
    ['Adresse im Body', {}, { place: { source: 'body' } }],
    ['Body /a', xpath, { place: { source: 'xml' } }],
    ['Adresse im XML', xpath, { place: { source: 'xml' }, segment: 1 }],
    ['Feld csrf der Seite', {}, { place: { source: 'html', name: 'csrf' } }],
    ['csrf in einer Zeile der Seite', {}, { place: { source: 'html', name: 'csrf', row: {} } }],
    ['Adresse in der Seite', {}, { place: { source: 'html', name: 'a' }, segment: 1 }],
    ['Header Location', {}, { place: { source: 'header', name: 'Location' } }],
    ['Cookie sid', {}, { place: { source: 'cookie', name: 'sid' } }],
    ['Claim sub des Tokens in Body $.a', path, inner('jwt', 'sub')],
    ['sub des JSON in Body $.a', path, inner('json', 'sub')],
    ['Base64-Text in Body $.a', path, inner('base64')],
    ['sub von Base64-Text in Body $.a', path, inner('base64', 'sub')],
    ['Text mit Prozentzeichen in Body $.a', path, inner('percent')],
  ];
  for (const [german, rule, responseValue] of producers) {
    it(`says ${german}`, () => {
      const producer = { rule: { from: 'body', ...rule }, responseValue } as unknown as MappingProducer;
      assert.equal(producerWords(producer, sayGerman), german);
      assert.deepEqual(
        wordsLeft(producerWords(producer, sayValues), VALUES, /\$\.a|csrf|Location|sid|sub|\/a/g),
        [],
      );
    });
  }

  it('names the places of requests', () => {
    const places = (['path', 'query', 'header', 'auth', 'body'] as const).map((location) =>
      consumerWords({ slot: { location, key: location === 'path' ? 1 : 'x' } }, sayGerman),
    );
    assert.deepEqual(places, ['Pfadabschnitt 2', 'Query x', 'Header x', 'auth x', 'Body x']);
  });
});

function inner(as: string, ...steps: readonly string[]): object {
  return { place: { source: 'body' }, inner: { as, steps } };
}
