import assert from 'node:assert/strict';
import { applyEdits } from '../../../src/core/edit/textEdit';
import { appliedPlaces, judgeByRun } from '../../../src/core/mapping/judgeRun';
import { otherSources, takeInstead } from '../../../src/core/mapping/otherSources';
import { proposeMappings } from '../../../src/core/mapping/proposeMappings';
import { applyPicked, openMappings } from '../../../src/core/mapping/reviewMappings';
import type { ExecutionResult, RequestResult } from '../../../src/core/result/result';
import { sessionOf } from './session';

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

/** What is told to take instead after a run in which these ids were answered, and the last request with this status. */
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
    const changed = applyEdits(applied, takeInstead(applied, session, { place, choice: 1 }).edits);
    assert.equal(urlIn(changed), 'http://api.test/users/{{basketId}}/items');
    assert.match(changed, /"variable": "basketId", "from": "body", "path": "\$\.basket\.id"/);
  });

  it('are taken in a text that has changed around the place as well', () => {
    const [place] = places;
    assert.ok(place !== undefined);
    const edited = applied.replace('/items', '/items?sort=new');
    const changed = applyEdits(edited, takeInstead(edited, session, { place, choice: 1 }).edits);
    assert.equal(urlIn(changed), 'http://api.test/users/{{basketId}}/items?sort=new');
  });

  it('are left where the place refers to something else by now', () => {
    const [place] = places;
    assert.ok(place !== undefined);
    const edited = applied.replace('{{userId}}', '{{mine}}');
    assert.deepEqual(takeInstead(edited, session, { place, choice: 1 }).edits, []);
  });
});
