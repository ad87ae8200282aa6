import assert from 'node:assert/strict';
import { applyEdits } from '../../../../src/core/edit/textEdit';
import { appliedPlaces, judgeByRun } from '../../../../src/core/mapping/review/judgeRun';
import { otherSources, takeInstead } from '../../../../src/core/mapping/review/alternativeSources';
import { proposeMappings } from '../../../../src/core/mapping/review/proposeMappings';
import {
  applyPicked,
  madeExtractions,
  openMappings,
} from '../../../../src/core/mapping/review/reviewMappings';
import type { MadeExtraction } from '../../../../src/core/mapping/review/unusedExtraction';
import type { ExecutionResult, RequestResult } from '../../../../src/core/result/result';
import { sessionOf } from '../session';

const FILE = 'shop.chain.json';
const IDS = ['sign-up', 'basket', 'item'];
const FIRST = 'u-8812afe0';
const session = {
  proposals: proposeMappings(
    sessionOf(
      { line: 'POST /users', sent: { name: 'Ada' }, answer: { user: { id: FIRST } } },
      { line: 'POST /baskets', sent: { sort: 'new' }, answer: { basket: { id: FIRST } } },
      { line: `GET /users/${FIRST}/items` },
    ),
  ),
  ids: new Map(IDS.map((id, entry) => [entry, id])),
};
const text = JSON.stringify({
  requests: [
    { id: 'sign-up', method: 'POST', url: 'http://api.test/users' },
    { id: 'basket', method: 'POST', url: 'http://api.test/baskets' },
    { id: 'item', method: 'GET', url: `http://api.test/users/${FIRST}/items` },
  ],
});
const open = openMappings(text, session);
const picks = open.map(({ key }) => ({ key, choice: 0 }));
const applied = applyEdits(text, applyPicked(text, session, picks).edits);
const places = appliedPlaces(open, picks, () => false);
const made = madeExtractions(open, picks);

function sent(id: string, status: number, answer: unknown, value?: string): RequestResult {
  const body = { encoding: 'utf8', content: JSON.stringify(answer), size: 1, mediaType: 'application/json' };
  return {
    request: { chain: FILE, id },
    extractions: value === undefined ? [] : [{ variable: places[0]?.variable, from: '', found: true, value }],
    exchange: {
      request: { method: 'GET', url: 'http://api.test/', headers: [] },
      response: { status, headers: [{ name: 'content-type', value: body.mediaType }], body },
    },
  } as unknown as RequestResult;
}

/** The sources proposed instead after a run with these ids, whose last request got this status. */
function others(user: string, basket: string, status: number): readonly string[] {
  const run = {
    kind: 'run',
    chain: { file: FILE, name: 'Shop' },
    requests: [
      sent('sign-up', 201, { user: { id: user } }, user),
      sent('basket', 201, { basket: { id: basket } }),
      sent('item', status, {}),
    ],
  } as unknown as ExecutionResult;
  return judgeByRun(places, run).flatMap((judged) =>
    otherSources(judged, run).map((choice) => judged.place.mapping.choices[choice]?.source ?? ''),
  );
}

function urlIn(changed: string): string | undefined {
  const { requests } = JSON.parse(changed) as { requests: readonly { readonly url: string }[] };
  return requests[2]?.url;
}

/** The text after the place took its second source, and what is not extracted any more. */
function exchanged(before: string, ours = made) {
  const [place] = places;
  assert.ok(place !== undefined);
  const { edits, dropped } = takeInstead(before, session, { place, choice: 1, made: ours });
  return { text: applyEdits(before, edits), dropped };
}

describe('other sources of a place that a run spoke against', () => {
  it('are those that the run answered with another value', () => {
    assert.deepEqual(others('u-1', 'u-2', 404), ['basket']);
    assert.deepEqual(others('u-1', 'u-1', 404), []);
    assert.deepEqual(others('u-1', 'u-2', 200), []);
  });

  it('are taken instead, as a change of one place', () => {
    const [place] = places;
    assert.ok(place !== undefined);
    assert.equal(urlIn(applied), 'http://api.test/users/{{userId}}/items');
    const changed = applyEdits(applied, takeInstead(applied, session, { place, choice: 1, made }).edits);
    assert.equal(urlIn(changed), 'http://api.test/users/{{basketId}}/items');
    assert.match(changed, /"variable": "basketId", "from": "body", "path": "\$\.basket\.id"/);
  });

  it('take the extraction away that was made for the place, and say so', () => {
    const dropped = { variable: 'userId', from: 'body', path: '$.user.id' };
    assert.match(applied, /"userId"/);
    assert.deepEqual(exchanged(applied), {
      text: text
        .replace(
          'baskets"}',
          'baskets", "extract": [{ "variable": "basketId", "from": "body", "path": "$.basket.id" }]}',
        )
        .replace(`users/${FIRST}`, 'users/{{basketId}}'),
      dropped,
    });
  });

  const kept: [title: string, edited: string, made: readonly MadeExtraction[]][] = [
    [
      'something refers to',
      applied.replace('http://api.test/baskets"', 'http://api.test/baskets?of={{ userId }}"'),
      made,
    ],
    [
      'the name of a member refers to',
      applied.replace('"item"', '"item","body":{"json":{"{{userId}}":1}}'),
      made,
    ],
    ['was changed since', applied.replace('$.user.id', "$.user['id']"), made],
    ['a person made', applied, []],
  ];
  for (const [title, edited, ours] of kept) {
    it(`leave an extraction that ${title}`, () => {
      const { text: changed, dropped } = exchanged(edited, ours);
      assert.match(changed, /"variable": "userId"/);
      assert.match(changed, /\{\{basketId\}\}\/items/);
      assert.equal(dropped, undefined);
    });
  }

  it('are taken in a text that has changed around the place as well', () => {
    const [place] = places;
    assert.ok(place !== undefined);
    const edited = applied.replace('/items', '/items?sort=new');
    const changed = applyEdits(edited, takeInstead(edited, session, { place, choice: 1, made }).edits);
    assert.equal(urlIn(changed), 'http://api.test/users/{{basketId}}/items?sort=new');
  });

  it('are left where the place refers to something else by now', () => {
    const [place] = places;
    assert.ok(place !== undefined);
    const edited = applied.replace('{{userId}}', '{{mine}}');
    assert.deepEqual(takeInstead(edited, session, { place, choice: 1, made }).edits, []);
  });
});
