import assert from 'node:assert/strict';
import { applyEdits } from '../../../../src/core/edit/textEdit';
import { parseJson } from '../../../../src/core/json/json';
import { typedValues } from '../../../../src/core/mapping/match/typedValues';
import { applyColumn, openColumns } from '../../../../src/core/mapping/review/reviewColumns';
import { sessionOf, type StepSpec } from '../session';

/** An order of somebody, after which it is read. */
function session(email: string, quantity: number, note: string, id = 'o-1'): readonly StepSpec[] {
  return [
    { line: 'POST /login', sent: { email, password: `${email}-pass` }, answer: { token: `t-${email}` } },
    { line: 'GET /products', answer: [{ sku: 'A-1' }] },
    { line: `POST /orders?note=${note}`, sent: { sku: 'A-1', quantity }, answer: { id, email } },
    { line: `GET /orders/${id}` },
    { line: `GET /users?email=${email}` },
  ];
}
const steps = sessionOf(...session('ada@mail.test', 20, 'gift'));
const second = sessionOf(...session('bob@mail.test', 35, 'rush', 'o-2'));

function found(first: readonly StepSpec[], other: readonly StepSpec[]): readonly string[] {
  return typedValues(sessionOf(...first), sessionOf(...other)).map(
    ({ values, slots }) =>
      `${values.join(' / ')}: ${slots.map(({ entry, slot }) => `${entry} ${slot.location} ${slot.key}`).join(', ')}`,
  );
}

describe('typedValues', () => {
  it('finds what differs and no earlier answer had, each once with all its places, and no password', () => {
    assert.deepEqual(
      found(session('ada@mail.test', 20, 'gift'), session('bob@mail.test', 35, 'rush', 'o-2')),
      [
        'ada@mail.test / bob@mail.test: 0 body $.email',
        'gift / rush: 2 query note',
        '20 / 35: 2 body $.quantity',
      ],
    );
  });

  it('takes numbers and words that say little for the same only where they are called the same', () => {
    const booking = (adults: number, rooms: number): readonly StepSpec[] => [
      { line: 'POST /a', sent: { adults, rooms } },
      { line: `GET /b?adults=${adults}` },
    ];
    assert.deepEqual(found(booking(2, 2), booking(3, 3)), [
      '2 / 3: 0 body $.adults, 1 query adults',
      '2 / 3: 0 body $.rooms',
    ]);
  });

  it('keeps numbers and texts of JSON apart', () => {
    const order = (size: number): readonly StepSpec[] => [
      { line: `POST /a?size=${size}`, sent: { size } },
      { line: 'POST /b', sent: { size: String(size) } },
    ];
    assert.deepEqual(
      typedValues(sessionOf(...order(20)), sessionOf(...order(35))).map(({ isNumber, slots }) => [
        isNumber,
        ...slots.map(({ entry }) => entry),
      ]),
      [
        [true, 0],
        [false, 0, 1],
      ],
    );
  });

  it('has numbers for places of JSON that are numbers, also where an address has them', () => {
    const order = (size: number): readonly StepSpec[] => [
      { line: 'POST /a', sent: { size } },
      { line: `GET /b?size=${size}` },
    ];
    const values = typedValues(sessionOf(...order(20)), sessionOf(...order(35)));
    assert.deepEqual(
      values.map(({ isNumber, slots }) => [isNumber, slots.length]),
      [[true, 2]],
    );
  });

  const none: [title: string, first: StepSpec, other: StepSpec][] = [
    ['what is the same', { line: 'GET /a?q=word' }, { line: 'GET /a?q=word' }],
    [
      'what was made by a program',
      { line: 'GET /a?q=5f3c1a2b9d8e7f60' },
      { line: 'GET /a?q=91aa1a2b9d8e7f6b' },
    ],
    ['moments', { line: 'GET /a?q=2026-01-05T09:00:00Z' }, { line: 'GET /a?q=2026-02-05T09:00:00Z' }],
    ['tokens', { line: 'GET /a?csrf_token=one' }, { line: 'GET /a?csrf_token=two' }],
    [
      'passwords',
      { line: 'POST /a', sent: { password: 'one' } },
      { line: 'POST /a', sent: { password: 'two' } },
    ],
    [
      'passwords that are typed again',
      { line: 'POST /a', sent: { password_confirmation: 'one' } },
      { line: 'POST /a', sent: { password_confirmation: 'two' } },
    ],
    [
      'passwords in a field that is called differently',
      { line: 'POST /a', sent: { password: 'sesame street', again: 'sesame street' } },
      { line: 'POST /a', sent: { password: 'abra cadabra', again: 'abra cadabra' } },
    ],
    [
      'codes that hold once',
      { line: 'POST /a', sent: { otp: '118822' } },
      { line: 'POST /a', sent: { otp: '3' } },
    ],
    [
      'JSON in a field, which may have a password',
      { line: 'GET /a?f=%7B%22password%22%3A%22one%22%7D' },
      { line: 'GET /a?f=%7B%22password%22%3A%22two%22%7D' },
    ],
    [
      'queries of GraphQL with what was typed inside',
      { line: 'POST /graphql', sent: { query: 'mutation { login(password: "one") { id } }' } },
      { line: 'POST /graphql', sent: { query: 'mutation { login(password: "two") { id } }' } },
    ],
    [
      'passwords with a name of one letter',
      { line: 'POST /a', sent: { p: 'blue-lamp-9' } },
      { line: 'POST /a', sent: { p: 'red-kettle-2' } },
    ],
    ['numbers of things in addresses', { line: 'GET /a/16.json' }, { line: 'GET /a/40.json' }],
    [
      'beginnings of digests',
      { line: 'POST /a', sent: { cell: '56750e45' } },
      { line: 'POST /a', sent: { cell: '92e1faf6' } },
    ],
    [
      'requests that call something else at the same address',
      { line: 'POST /rpc', sent: { method: 'add', file: 'Atlas' } },
      { line: 'POST /rpc', sent: { method: 'remove', file: 'Letters' } },
    ],
    ['clocks', { line: 'GET /a?_=1700000000000' }, { line: 'GET /a?_=1700000999000' }],
    ['random numbers', { line: 'GET /a?r=0.8437232911' }, { line: 'GET /a?r=0.1937232911' }],
    [
      'what is a text in one and a number in the other',
      { line: 'POST /a', sent: { n: '20' } },
      { line: 'POST /a', sent: { n: 35 } },
    ],
    ['nonces', { line: 'GET /a?nonce=one' }, { line: 'GET /a?nonce=two' }],
  ];
  for (const [title, first, other] of none) {
    it(`leaves out ${title}`, () => {
      assert.deepEqual(found([first], [other]), []);
    });
  }
});

describe('values that can be columns', () => {
  const ids = new Map(['login', 'products', 'order', 'read', 'users'].map((id, entry) => [entry, id]));
  const typed = { columns: typedValues(steps, second), ids, taken: ['token'] };
  const login = {
    id: 'login',
    method: 'POST',
    url: '{{base}}/login',
    body: { json: { email: 'ada@mail.test', password: '{{$secret PASSWORD}}' } },
  };
  const order = {
    id: 'order',
    method: 'POST',
    url: '{{base}}/orders',
    query: [{ name: 'note', value: 'gift' }],
    body: { json: { sku: 'A-1', quantity: 20 } },
  };
  const textOf = (more: object = {}): string =>
    `{ // mine\n"formatVersion": 1, "name": "C", "requests": ${JSON.stringify([login, order], null, 2)}${JSON.stringify({ x: 1, ...more }).slice(6, -1)} }`;

  it('become that one after the other, with a row for each session', () => {
    let text = textOf();
    assert.deepEqual(
      openColumns(text, typed).map(({ variable, values }) => [variable, ...values]),
      [
        ['email', 'ada@mail.test', 'bob@mail.test'],
        ['note', 'gift', 'rush'],
        ['quantity', 20, 35],
      ],
    );
    for (let left = 3; left > 0; left -= 1) {
      const columns = openColumns(text, typed);
      assert.equal(columns.length, left);
      text = applyEdits(text, applyColumn(text, columns[0] ?? assert.fail()));
    }
    assert.match(text, /^\{ \/\/ mine/);
    const { data, requests, formatVersion } = parseJson(text.replace('// mine', '')) as Record<
      string,
      unknown
    >;
    assert.equal(formatVersion, 2);
    assert.deepEqual(data, [
      { email: 'ada@mail.test', note: 'gift', quantity: 20 },
      { email: 'bob@mail.test', note: 'rush', quantity: 35 },
    ]);
    assert.deepEqual(requests, [
      { ...login, body: { json: { email: '{{email}}', password: '{{$secret PASSWORD}}' } } },
      {
        ...order,
        query: [{ name: 'note', value: '{{note}}' }],
        body: { json: { sku: 'A-1', quantity: '{{quantity}}' } },
      },
    ]);
  });

  it('get names that are free', () => {
    const [column] = openColumns(textOf(), { ...typed, taken: ['email'] });
    assert.equal(column?.variable, 'email2');
  });

  it('are taken once where an address has a value in several places', () => {
    const trip = (city: string): StepSpec => ({ line: `GET /trips/${city}?from=${city}&to=${city}` });
    const columns = typedValues(sessionOf(trip('springfield')), sessionOf(trip('shelbyville')));
    const trips = { columns, ids: new Map([[0, 'trip']]), taken: [] };
    const url = '/trips/springfield?from=springfield&to=springfield';
    const text = JSON.stringify({ formatVersion: 1, requests: [{ id: 'trip', method: 'GET', url }] });
    const [column] = openColumns(text, trips);
    const changed = applyEdits(text, applyColumn(text, column ?? assert.fail()));
    const name = column?.variable ?? '';
    assert.ok(changed.includes(`"/trips/{{${name}}}?from={{${name}}}&to={{${name}}}"`), changed);
    assert.deepEqual(openColumns(changed, trips), []);
  });

  it('are not offered where the chain has a secret in one of the places', () => {
    const secret = { ...order, query: [{ name: 'note', value: '{{$secret NOTE}}' }] };
    const text = JSON.stringify({ formatVersion: 1, requests: [secret] });
    assert.deepEqual(
      openColumns(text, typed).map(({ variable }) => variable),
      ['quantity'],
    );
  });

  it('leave comments in the rows', () => {
    const text = textOf({ data: [{ email: 'ada@mail.test' }, { email: 'bob@mail.test' }] }).replace(
      '{"email":"ada',
      '/* Ada */ {"email":"ada',
    );
    const column = openColumns(text, typed).find(({ variable }) => variable === 'note');
    const changed = applyEdits(text, applyColumn(text, column ?? assert.fail()));
    assert.match(changed, /\/\* Ada \*\/ \{\s*"email": ?"ada@mail\.test",\s*"note": ?"gift"/);
  });

  it('are not offered where the chain has rows already', () => {
    assert.deepEqual(openColumns(textOf({ data: 'users.csv' }), typed), []);
    assert.deepEqual(openColumns(textOf({ data: [{ a: 1 }, { a: 2 }, { a: 3 }] }), typed), []);
    assert.deepEqual(openColumns(textOf({ data: [{ a: 1 }, { a: 2 }] }), typed), []);
  });
});
