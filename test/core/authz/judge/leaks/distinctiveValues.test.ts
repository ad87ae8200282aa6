import assert from 'node:assert/strict';
import {
  distinctiveValues,
  PLANTED,
  type KnownValue,
} from '../../../../../src/core/authz/judge/leaks/distinctiveValues';
import { answer, binaryAnswer } from '../../answers';
import { processorSeconds } from '../../../../processorTime';

const DATE = 'Sat, 21 Nov 2026 09:52:11 GMT';
const NOW = Date.parse(DATE);
const UUID = '0b7f7f0e-9d5c-4a55-8f9a-0d5c4a558f9a';

describe('distinctiveValues of JSON', () => {
  const cases: readonly [title: string, view: unknown, expected: readonly string[]][] = [
    ['takes texts of six characters', { note: 'secret', sku: 'A-123' }, ['secret']],
    ['counts characters, not code units', { five: '🎈🎈🎈🎈🎈', six: '🎈🎈🎈🎈🎈🎈' }, ['🎈🎈🎈🎈🎈🎈']],
    ['takes e-mail addresses', { customer: 'bob@example.com' }, ['bob@example.com']],
    ['takes UUIDs', { id: UUID }, [UUID]],
    ['takes numbers of five digits', { id: 73112, quantity: 7311 }, ['73112']],
    ['counts the digits of a fraction', { at: [52.520008, 12.5] }, ['52.520008']],
    ['leaves out the sign of a number', { balance: -123456 }, ['123456']],
    ['takes texts of digits for numbers', { zip: '1234', account: '12345' }, ['12345']],
    ['takes neither booleans nor null', { a: true, b: false, c: null }, []],
    ['takes each value once', { a: 'secret', b: ['secret', { c: 'secret' }] }, ['secret']],
    ['leaves out spaces around a text', { note: '  secret \n' }, ['secret']],
    ['takes no names of members', { 'a-long-name': 1 }, []],
    ['takes no short texts', { state: 'open', empty: '' }, []],
    ['takes a body that is one value', 'a whole body', ['a whole body']],
    ['takes no dates', ['2026-11-21', '21.11.2026', '11/21/2026 9:52 AM', '09:52:11', 20261121], []],
    ['takes no times of RFC 3339', ['2026-11-21T09:52:11.123Z', '2026-11-21 09:52:11+01:00'], []],
    [
      'takes no times of other kinds',
      [DATE, '20261121T095211Z', 'Sat Nov 21 2026 09:52:11 GMT+0100 (CET)'],
      [],
    ],
    [
      'takes what only begins like a date',
      ['2026-11-21-4711', 'Sunday brunch'],
      ['2026-11-21-4711', 'Sunday brunch'],
    ],
    ['takes a number of three parts for no date', { ssn: '123-45-6789' }, ['123-45-6789']],
    [
      'takes no seconds or milliseconds of the day of the answer',
      [NOW, Math.floor(NOW / 1000), NOW + 3_600_000],
      [],
    ],
    ['takes long numbers that are of another time', { id: 1234567890123 }, ['1234567890123']],
    [
      'takes the keys of a link and not the link',
      [
        'http://127.0.0.1:4010/api/orders/73112',
        'https://cdn.example/f?sig=a81bc81bdead&to=bob%40example.com',
      ],
      ['73112', 'a81bc81bdead', 'bob@example.com'],
    ],
    ['takes no links without keys', ['/api/customers/profile', 'https://example.com/terms'], []],
    [
      'takes a text that begins with a slash',
      { note: '/ to whom it may concern' },
      ['/ to whom it may concern'],
    ],
  ];
  for (const [title, view, expected] of cases) {
    it(title, () => {
      assert.deepEqual(
        texts(distinctiveValues(answer(view, { headers: { Date: DATE } }), NOTHING)),
        expected,
      );
    });
  }

  it('keeps every digit of a number', () => {
    const view = answer('{"id":9007199254740993,"price":12.3450}', { mediaType: 'application/json' });
    assert.deepEqual(texts(distinctiveValues(view, NOTHING)), ['9007199254740993', '12.3450']);
  });

  it('says where a value is in the view', () => {
    const view = answer({ 'a/b': [{ note: 'secret' }] });
    assert.deepEqual(distinctiveValues(view, NOTHING), [{ value: 'secret', name: '/a~1b/0/note' }]);
  });

  it('undoes escapes', () => {
    const view = answer('{"note":"M\\u00fcller \\"x\\""}', { mediaType: 'application/json' });
    assert.deepEqual(texts(distinctiveValues(view, NOTHING)), ['Müller "x"']);
  });

  it('reads a member called __proto__ like any other', () => {
    const view = answer('{"__proto__":{"note":"secret"}}', { mediaType: 'application/json' });
    assert.deepEqual(distinctiveValues(view, NOTHING), [{ value: 'secret', name: '/__proto__/note' }]);
  });

  it('takes numbers that may be moments for none when the answer has no date', () => {
    const view = answer({ at: 1763718731, ms: 1763718731123, id: 4763718731 });
    assert.deepEqual(texts(distinctiveValues(view, NOTHING)), ['4763718731']);
  });

  it('looks for the beginning of a long text, without half a character at its end', () => {
    const view = answer({ note: `${'x'.repeat(99)}🎈 and more` });
    assert.deepEqual(texts(distinctiveValues(view, NOTHING)), ['x'.repeat(99)]);
  });

  it('takes 2,000 values at most', () => {
    const view = answer(Array.from({ length: 5000 }, (_, index) => `value ${String(index)}`));
    assert.equal(distinctiveValues(view, NOTHING).length, 2000);
  });
});

describe('distinctiveValues with a planted text and markers', () => {
  const view = answer({
    customer: 'bob',
    owner: { id: 2 },
    note: 'secret',
    mail: 'bob@example.com',
    tags: [7],
  });

  it('puts the planted text first, whether or not the view shows it', () => {
    assert.deepEqual(distinctiveValues(view, { canary: 'CNRY-0123456789abcdef', markers: [] })[0], {
      value: 'CNRY-0123456789abcdef',
      name: PLANTED,
    });
  });

  const markers: readonly [path: string, expected: KnownValue | undefined][] = [
    ['$.mail', { value: 'bob@example.com', name: '/mail' }],
    ['$.customer', { value: 'bob', name: '/customer', member: 'customer' }],
    ['$.owner.id', { value: '2', name: '/owner/id', member: 'id' }],
    ['$.owner', { value: '2', name: '/owner', member: 'owner' }],
    ['$..id', { value: '2', name: '$..id', member: 'id' }],
    ['$.tags[0]', { value: '7', name: '/tags/0', member: 'tags' }],
    ['$.missing', undefined],
    ['not a path', undefined],
  ];
  for (const [path, expected] of markers) {
    it(`takes what ${path} marks, by the name of its member where it is not distinctive`, () => {
      const values = distinctiveValues(view, { markers: [path] });
      assert.deepEqual(values[0], expected ?? { value: 'secret', name: '/note' });
    });
  }
});

describe('distinctiveValues of other bodies', () => {
  const cases: readonly [title: string, body: string, mediaType: string, expected: readonly string[]][] = [
    [
      'finds keys in a page',
      `<p>${UUID}, bob@example.com, no 73112</p>`,
      'text/html',
      [UUID, 'bob@example.com', '73112'],
    ],
    ['takes no words of a page', '<h1>Orders of the customer</h1>', 'text/html', []],
    ['takes the fields of a table', 'id,note\n1,Back door\n', 'text/csv', ['Back door']],
    [
      'takes texts and attributes of XML',
      '<o k="silver key"><n>Back door</n></o>',
      'application/xml',
      ['silver key', 'Back door'],
    ],
    ['takes a text of one line', 'Leave at the back door\n', 'text/plain', ['Leave at the back door']],
    ['takes no text of several lines', 'Dear customer,\nhello\n', 'text/plain', []],
    ['takes nothing of an empty body', '', 'application/json', []],
    ['finds keys in broken JSON', '{"id": 73112, "note": "sec', 'application/json', ['73112']],
  ];
  for (const [title, body, mediaType, expected] of cases) {
    it(title, () => {
      assert.deepEqual(texts(distinctiveValues(answer(body, { mediaType }), NOTHING)), expected);
    });
  }

  it('takes nothing of bytes', () => {
    assert.deepEqual(distinctiveValues(binaryAnswer(Uint8Array.of(0, 1, 2)), NOTHING), []);
  });

  it('reads a hostile page in bounded time', () => {
    const seconds = processorSeconds(() => {
      for (const unit of ['a', 'a.', '1', '@', '0b7f7f0e-', '<', '="', 'a@a.']) {
        for (const mediaType of ['text/html', 'application/xml', 'text/csv', 'text/plain']) {
          distinctiveValues(answer(unit.repeat(100_000), { mediaType }), NOTHING);
        }
      }
    });
    assert.ok(seconds < 10);
  });
});

const NOTHING = { markers: [] };

function texts(values: readonly KnownValue[]): readonly string[] {
  return values.map(({ value }) => value);
}
