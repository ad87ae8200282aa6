import assert from 'node:assert/strict';
import { suggestMappings } from '../../../../src/core/mapping/decide/suggestMappings';
import { sessionOf, type StepSpec } from '../session';
import { login, TOKEN, tokenOf } from '../suggestionLines';

describe('the confidence of a suggestion', () => {
  const boards = [
    { id: 1, title: 'Choir' },
    { id: 2, title: 'Street fair' },
  ];
  const layers = [{ digest: 'sha256:8f14e45fceea167a' }, { digest: 'sha256:c9f0f895fb98ab91' }];
  const sized = layers.map((layer, index) => ({ ...layer, size: 43 + index }));
  const held = [
    { request_id: 11, subject: 'Tides', self_link: 'http://api.test/lists/news/held/11' },
    { request_id: 12, subject: 'Chairs', self_link: 'http://api.test/lists/news/held/12' },
  ];
  const account = tokenOf({ sub: 4 });

  it('is less sure where two things have the same small id', () => {
    const confidence = (steps: readonly StepSpec[]): number =>
      suggestMappings(sessionOf(...steps))[0]?.consumers[0]?.confidence ?? 0;
    const card: StepSpec = { line: 'POST /cards', answer: { id: 7 } };
    const uses: StepSpec = { line: 'POST /checkout', sent: { cardId: 7 } };
    const alone = confidence([card, uses]);
    const both = confidence([card, { line: 'POST /addresses', answer: { cardId: 7 } }, uses]);
    assert.ok(alone > 0.8 && both < alone, `${both} < ${alone}`);
  });

  it('doubts a value no more once answers only repeat what was sent', () => {
    const steps = sessionOf(
      { line: 'GET /lists/news/held', answer: { entries: held } },
      { line: 'GET /lists/news/held/12', answer: held[1] },
      { line: 'POST /lists/news/held/12', sent: { action: 'accept' } },
    );
    const consumers = suggestMappings(steps).flatMap((one) => one.consumers);
    assert.deepEqual(
      consumers.map(({ entry, autoApply }) => [entry, autoApply]),
      [
        [1, true],
        [2, true],
      ],
    );
  });

  it('ticks what is sure, and leaves a position in a list to the person', () => {
    const items = [{ id: 'p-19283' }, { id: 'p-77120' }];
    const [byPosition] = suggestMappings(
      sessionOf({ line: 'GET /products', answer: items }, { line: 'GET /products/p-77120' }),
    );
    const [byName] = suggestMappings(
      sessionOf(login, { line: 'GET /me', headers: { Authorization: `Bearer ${TOKEN}` } }),
    );
    assert.equal(byPosition?.producer.isStable, false);
    assert.equal(byPosition.consumers[0]?.autoApply, false);
    assert.equal(byName?.consumers[0]?.autoApply, true);
  });

  const ticked: [title: string, isTicked: boolean, steps: readonly StepSpec[]][] = [
    [
      'the small id of an item that its title tells',
      true,
      [
        { line: 'GET /boards', answer: boards },
        { line: 'POST /notes', sent: { boardId: 2 } },
      ],
    ],
    [
      'the small number that a token says of its user, where the request carries it',
      true,
      [
        { line: 'POST /login', answer: { token: account } },
        { line: 'GET /users/4', headers: { 'X-Api-Key': `Bearer ${account}` } },
      ],
    ],
    [
      'a revision, which the server counts up',
      true,
      [
        { line: 'PUT /keys/a', answer: { revision: '7' } },
        { line: 'POST /compare', sent: { revision: '7' } },
      ],
    ],
    [
      'an item of a list that is sent as it was received, by its position',
      true,
      [
        { line: 'GET /images/a', answer: { layers } },
        { line: 'PUT /images/b', sent: { layers } },
      ],
    ],
    [
      'small sizes that are sent with the digests of their items',
      true,
      [
        { line: 'GET /images/a', answer: { layers: sized } },
        { line: 'PUT /images/b', sent: { layers: sized } },
      ],
    ],
    [
      'a link that is followed with more, though a form of the thing has the same id',
      true,
      [
        {
          line: 'GET /list',
          answer: '<a href="/ticket/display?id=4127">Saw</a><form action="/helpers/ticket?id=4127"></form>',
        },
        { line: 'GET /ticket/display?id=4127&tab=log' },
      ],
    ],
    [
      'not a position where a part of the list is sent',
      false,
      [
        { line: 'GET /images/a', answer: { layers } },
        { line: 'PUT /images/b', sent: { layers: layers.slice(0, 1) } },
      ],
    ],
    [
      'an item of a list at the address of the list, whatever its id is called there',
      true,
      [
        { line: 'GET /lists/news/held', answer: { entries: held } },
        { line: 'POST /lists/news/held/12', sent: { action: 'accept' } },
      ],
    ],
    [
      'not the same number of an item at another address',
      false,
      [
        { line: 'GET /lists/news/held', answer: { entries: held } },
        { line: 'POST /lists/news/kept/12', sent: { action: 'accept' } },
      ],
    ],
    [
      'not a number that was sent as a text, for it would be sent as a number',
      false,
      [
        { line: 'POST /users', sent: { name: 'Ada' }, answer: { id: 8431977 } },
        { line: 'POST /orders', sent: { userId: '8431977' } },
      ],
    ],
    [
      'a number of an address that was sent as a number, which it is decoded to',
      true,
      [
        { line: 'POST /users', status: 201, answerHeaders: { Location: '/users/8431977' } },
        { line: 'POST /orders', sent: { userId: 8431977 } },
      ],
    ],
    [
      'not a value in an address that would be encoded in another way',
      false,
      [{ line: 'POST /users', answer: { userId: 'a/5f3e9c1b' } }, { line: 'GET /users/a%2f5f3e9c1b' }],
    ],
    [
      'a value in an address that is encoded alike',
      true,
      [{ line: 'POST /users', answer: { userId: 'a/5f3e9c1b' } }, { line: 'GET /users/a%2F5f3e9c1b' }],
    ],
    [
      'not a small number that identifies nothing',
      false,
      [
        { line: 'GET /manifests/a', answer: { schemaVersion: 2 } },
        { line: 'PUT /manifests/b', sent: { schemaVersion: 2 } },
      ],
    ],
    [
      'not the small id of a thing of another kind',
      false,
      [
        { line: 'GET /boards', answer: boards },
        { line: 'POST /notes', sent: { shelfId: 2 } },
      ],
    ],
  ];
  for (const [title, isTicked, steps] of ticked) {
    it(`ticks ${title}`, () => {
      const consumers = suggestMappings(sessionOf(...steps)).flatMap((one) => one.consumers);
      const place = consumers.filter(({ slot: { location } }) => location !== 'header');
      assert.deepEqual(
        place.map(({ autoApply }) => autoApply).filter((isOn) => isOn),
        place.filter(() => isTicked).map(() => true),
      );
    });
  }

  it('believes a claim more where the request carries the token that says it', () => {
    const confidence = (token: string): number =>
      suggestMappings(
        sessionOf(
          { line: 'POST /login', answer: { token: account } },
          { line: 'GET /users/4', headers: { Authorization: `Bearer ${token}` } },
        ),
      ).find(({ variable }) => variable === 'userId')?.consumers[0]?.confidence ?? 0;
    assert.ok(confidence(account) > confidence('another') && confidence('another') > 0.5);
  });

  it('ticks a position among bare ids, which nothing else tells apart', () => {
    const steps = sessionOf(
      { line: 'GET /_uuids?count=2', answer: { uuids: ['5645d40bc19c4f10', '588881dd6321448a'] } },
      { line: 'PUT /notes/588881dd6321448a', sent: { text: 'Well' } },
    );
    assert.deepEqual(
      suggestMappings(steps).map(({ producer, consumers }) => [
        producer.rule.select,
        producer.isStable,
        consumers.map(({ autoApply }) => autoApply),
      ]),
      [[{ kind: 'path', path: '$.uuids[1]' }, true, [true]]],
    );
  });

  it('doubts an answer that was not there yet', () => {
    const create: StepSpec = { line: 'POST /orders', answer: { id: 7 }, startedAt: 0, endedAt: 100 };
    const [late] = suggestMappings(sessionOf(create, { line: 'GET /orders/7', startedAt: 50 }));
    const [timely] = suggestMappings(sessionOf(create, { line: 'GET /orders/7', startedAt: 150 }));
    assert.ok((late?.consumers[0]?.confidence ?? 0) < (timely?.consumers[0]?.confidence ?? 0));
  });
});
