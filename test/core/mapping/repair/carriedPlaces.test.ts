import assert from 'node:assert/strict';
import { carriedPlaces } from '../../../../src/core/mapping/repair/carriedPlaces';
import { withProbes } from '../../../../src/core/mapping/repair/probes';
import { readRepairSession } from '../../../../src/core/mapping/repair/repairSession';
import { sessionOf } from '../session';

const RECORDED = 'u 8812/afe0';
const session = readRepairSession({
  steps: sessionOf(
    { line: 'POST /users', sent: { name: 'Ada' }, answer: { user: { id: RECORDED } } },
    { line: 'POST /baskets', sent: { sort: 'new' }, answer: { basket: { id: RECORDED } } },
    { line: `GET /users/${encodeURIComponent(RECORDED)}/items?sort=new` },
  ),
  ids: new Map(['sign-up', 'basket', 'items'].map((id, entry) => [entry, id])),
  taken: [],
});
const recordedUrl = `http://api.test/users/${encodeURIComponent(RECORDED)}/items?sort=new`;

/** A chain of the session, with an extraction of each source and a URL of the last request. */
function chainWith(url: string, user?: object, basket?: object): string {
  return JSON.stringify({
    formatVersion: 1,
    name: 'Shop',
    requests: [
      { id: 'sign-up', name: '1', method: 'POST', url: 'http://api.test/users', extract: user && [user] },
      {
        id: 'basket',
        name: '2',
        method: 'POST',
        url: 'http://api.test/baskets',
        extract: basket && [basket],
      },
      { id: 'items', name: '3', method: 'GET', url },
    ],
  });
}

const ofUser = { variable: 'who', from: 'body', path: '$.user.id' };
const ofBasket = { variable: 'basketId', from: 'body', path: '$.basket.id' };

/** What a chain states at its one place, and the request that it comes from. */
function stateOf(text: string): readonly [variable: string | undefined, source: string | undefined] {
  const [place, ...others] = carriedPlaces(text, session);
  assert.equal(others.length, 0);
  return [place?.variable, place?.mapping.choices[place.choice ?? -1]?.source];
}

describe('carriedPlaces', () => {
  const states: [title: string, text: string, expected: ReturnType<typeof stateOf>][] = [
    ['the recorded value', chainWith(recordedUrl), [undefined, undefined]],
    [
      'a reference to a source that may be meant, whatever its name',
      chainWith('http://api.test/users/{{who}}/items?sort=new', ofUser),
      ['who', 'sign-up'],
    ],
    [
      'a reference to the runner-up',
      chainWith('http://api.test/users/{{basketId}}/items?sort=new', ofUser, ofBasket),
      ['basketId', 'basket'],
    ],
    [
      'of a variable that is set twice the last source',
      chainWith('http://api.test/users/{{who}}/items?sort=new', ofUser, { ...ofBasket, variable: 'who' }),
      ['who', 'basket'],
    ],
    [
      'a reference to a rule that no proposal knows',
      chainWith('http://api.test/users/{{mine}}/items?sort=new', {
        variable: 'mine',
        from: 'body',
        path: '$..id',
      }),
      ['mine', undefined],
    ],
    [
      'a reference that had another value in the recording',
      chainWith('http://api.test/users/{{name}}/items?sort=new&as={{name}}', {
        variable: 'name',
        from: 'status',
      }),
      ['name', undefined],
    ],
  ];
  for (const [title, text, expected] of states) {
    it(`finds ${title}`, () => {
      assert.deepEqual(stateOf(text), expected);
    });
  }

  it('leaves out a place that states something else by now', () => {
    assert.deepEqual(carriedPlaces(chainWith('http://api.test/users/me/items'), session), []);
    const foreign = chainWith('http://api.test/users/{{user}}/items');
    assert.deepEqual(carriedPlaces(foreign, session), []);
  });
});

describe('withProbes', () => {
  const probed = (text: string) => {
    const places = carriedPlaces(text, session);
    const { text: changed, knows } = withProbes(text, places);
    const { requests } = JSON.parse(changed) as { requests: readonly { readonly extract?: unknown }[] };
    return {
      extractions: requests.map(({ extract }) => extract ?? []),
      known: places[0]?.mapping.choices.map(knows),
    };
  };

  it('extracts what each source gives, without a failure where one gives nothing', () => {
    assert.deepEqual(probed(chainWith(recordedUrl)), {
      extractions: [
        [{ variable: 'userId', from: 'body', path: '$.user.id', optional: true }],
        [{ ...ofBasket, optional: true }],
        [],
      ],
      known: [true, true],
    });
  });

  it('leaves names alone that have a meaning', () => {
    const text = chainWith(`${recordedUrl}&as={{basketId}}`, ofUser);
    assert.deepEqual(probed(text), { extractions: [[ofUser], [], []], known: [true, false] });
  });
});
