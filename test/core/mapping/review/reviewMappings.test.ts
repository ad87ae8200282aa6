import assert from 'node:assert/strict';
import { applyEdits } from '../../../../src/core/edit/textEdit';
import { proposeMappings } from '../../../../src/core/mapping/review/proposeMappings';
import {
  applyPicked,
  openMappings,
  type ProposedSession,
} from '../../../../src/core/mapping/review/reviewMappings';
import { sessionOf, type StepSpec } from '../session';

const CREATED = 'b7c1d0aa-3f5e-4a7b-9c21-5d0e8f6a1b2c';

/** A card that is created, read and changed, as it was sent. */
const steps = sessionOf(
  { line: 'POST /cards', sent: { name: 'Mine' }, status: 201, answer: { id: CREATED, name: 'Mine' } },
  { line: `GET /cards/${CREATED}`, answer: { id: CREATED, name: 'Mine' } },
  { line: 'POST /links', sent: { cardId: CREATED }, answer: { ok: true } },
);

function chainOf(...requests: readonly object[]): string {
  return JSON.stringify({ formatVersion: 1, name: 'Cards', requests }, null, 2);
}

const create = { id: 'create', method: 'POST', url: 'http://api.test/cards' };
const read = { id: 'read', method: 'GET', url: `http://api.test/cards/${CREATED}` };
const link = {
  id: 'link',
  method: 'POST',
  url: 'http://api.test/links',
  body: { json: { cardId: CREATED } },
};
const chain = chainOf(create, read, link);

const session: ProposedSession = {
  proposals: proposeMappings(steps),
  ids: new Map([
    [0, 'create'],
    [1, 'read'],
    [2, 'link'],
  ]),
};

const picked = (text: string) => openMappings(text, session).map(({ key }) => ({ key, choice: 0 }));

/** Nothing explains the member's id in the change of the task, whose answer says it again. */
const members: StepSpec = { line: 'GET /members', answer: [{ id: 1 }, { id: 2 }, { id: 3 }] };
const assigned: ProposedSession = {
  proposals: proposeMappings(
    sessionOf(
      ...[members, members, members, members],
      { line: 'PATCH /tasks/6', sent: { assigneeId: 2 }, answer: { id: 6, assigneeId: 2 } },
      { line: 'GET /tasks?assigneeId=2' },
    ),
  ),
  ids: new Map([
    [4, 'assign'],
    [5, 'search'],
  ]),
};

describe('a source whose own request sends a recorded value', () => {
  const search = { id: 'search', method: 'GET', url: 'http://api.test/tasks?assigneeId=2' };
  const recordedWith = (assigneeId: unknown) =>
    openMappings(
      chainOf(
        { id: 'assign', method: 'PATCH', url: 'http://api.test/tasks/6', body: { json: { assigneeId } } },
        search,
      ),
      assigned,
    ).map(({ proposal, choices: [first] }) => ({
      isSure: proposal.isSure,
      recordedIn: first?.recordedIn.map(({ location, key }) => `${location} ${key}`),
    }));

  it('says where', () => {
    assert.deepEqual(recordedWith(2), [{ isSure: false, recordedIn: ['body $.assigneeId'] }]);
  });

  it('is live once the chain refers to something there', () => {
    assert.deepEqual(recordedWith('{{me}}'), [{ isSure: false, recordedIn: [] }]);
  });
});

describe('openMappings', () => {
  it('says what each proposal would change', () => {
    const [first, second] = openMappings(chain, session);
    assert.deepEqual(first?.choices[0]?.extraction, { variable: 'cardId', from: 'body', path: '$.id' });
    assert.deepEqual(first.choices[0].change, {
      path: ['url'],
      before: `http://api.test/cards/${CREATED}`,
      after: 'http://api.test/cards/{{cardId}}',
    });
    assert.deepEqual(second?.choices[0]?.change, {
      path: ['body', 'json', 'cardId'],
      before: CREATED,
      after: '{{cardId}}',
    });
  });

  it('offers the other answers that have the value', () => {
    const [, second] = openMappings(chain, session);
    assert.deepEqual(
      second?.choices.map(({ source }) => source),
      ['create', 'read'],
    );
  });

  it('has keys without values, the same in every session', () => {
    const other = 'f00dcafe-0000-4111-8222-933344445555';
    const again = JSON.parse(JSON.stringify(steps).replaceAll(CREATED, other)) as typeof steps;
    const keys = (text: string, one: ProposedSession) => openMappings(text, one).map(({ key }) => key);
    assert.deepEqual(
      keys(chain, session),
      keys(chain.replaceAll(CREATED, other), { ...session, proposals: proposeMappings(again) }),
    );
    assert.ok(!keys(chain, session).join().includes(CREATED));
  });

  const closed: [title: string, text: string][] = [
    ['a place that refers to something', chain.replaceAll(CREATED, '{{mine}}')],
    ['a place that says something else by now', chain.replaceAll(CREATED, 'another')],
    ['a request that is gone', chainOf(create)],
    ['a source that is after the request by now', chainOf(link, read, create)],
    ['a source that is gone, and any other', chainOf(link)],
    ['a chain without requests', '{}'],
    ['requests that are none', '{"requests":[null,7,{"id":{}}]}'],
    ['a chain with a foreign prototype', '{"__proto__":{"requests":[]}}'],
  ];
  for (const [title, text] of closed) {
    it(`leaves out ${title}`, () => {
      assert.deepEqual(openMappings(text, session), []);
    });
  }

  it('takes another source where the suggested one is gone', () => {
    const [only] = openMappings(chainOf(read, link), session);
    assert.equal(only?.choices[0]?.source, 'read');
  });

  it('uses the variable that the request extracts already', () => {
    const extract = [{ variable: 'card', from: 'body', path: '$.id' }];
    const [first] = openMappings(chainOf({ ...create, extract }, read), session);
    assert.equal(first?.choices[0]?.extraction, undefined);
    assert.equal(first?.choices[0]?.change.after, 'http://api.test/cards/{{card}}');
  });

  it('refuses a text that is not JSON', () => {
    assert.throws(() => openMappings('{"requests":[', session), { name: 'UserError' });
  });
});

describe('applyPicked', () => {
  const after = (text: string, picks = picked(text)): string =>
    applyEdits(text, applyPicked(text, session, picks).edits);

  it('extracts once and refers everywhere', () => {
    const { requests } = JSON.parse(after(chain)) as { requests: readonly object[] };
    assert.deepEqual(requests, [
      { ...create, extract: [{ variable: 'cardId', from: 'body', path: '$.id' }] },
      { ...read, url: 'http://api.test/cards/{{cardId}}' },
      { ...link, body: { json: { cardId: '{{cardId}}' } } },
    ]);
  });

  it('gives the same file one by one as at once', () => {
    const one = after(chain, picked(chain).slice(0, 1));
    assert.equal(after(one), after(chain));
  });

  it('takes the source that was chosen', () => {
    const [, second] = picked(chain);
    const { requests } = JSON.parse(after(chain, second && [{ ...second, choice: 1 }])) as {
      requests: readonly { readonly extract?: unknown }[];
    };
    assert.deepEqual(
      requests.map(({ extract }) => extract !== undefined),
      [false, true, false],
    );
  });

  it('leaves out what is gone', () => {
    assert.deepEqual(applyPicked(chain, session, [{ key: 'no', choice: 0 }]).edits, []);
    const [first] = picked(chain);
    assert.deepEqual(applyPicked(chain, session, first ? [{ ...first, choice: 9 }] : []).edits, []);
    assert.deepEqual(applyPicked(after(chain), session, picked(chain)).edits, []);
  });
});
