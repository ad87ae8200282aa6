import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { LeakEvidence } from '../../../../../src/core/authz/model/authzResult';
import * as leaks from '../../../../../src/core/authz/judge/leaks/findLeaks';
import { withoutKnown } from '../../../../../src/core/authz/judge/leaks/findLeaks';
import type { KnownValue } from '../../../../../src/core/authz/judge/leaks/distinctiveValues';
import { nodeHash } from '../../../../../src/node/run/nodePorts';
import { answer, binaryAnswer } from '../../answers';
import { rendered } from '../../../rendered';
import { processorSeconds } from '../../../../processorTime';

/** The evidence as text. */
function findLeaks(...asked: Parameters<typeof leaks.findLeaks>): readonly LeakEvidence[] {
  return rendered(leaks.findLeaks(...asked));
}

const NOTE = 'Leave at "the" back door & knock';
const CANARY = 'CNRY-0123456789abcdef';

describe('findLeaks', () => {
  it('names place and fingerprint of a value, and not the value', () => {
    const denial = answer({ error: 'belongs to bob', order: { note: CANARY } }, { status: 403 });
    assert.deepEqual(findLeaks(denial, [{ value: CANARY, name: 'planted text' }], nodeHash), [
      {
        found: 'body /order/note',
        value: 'planted text',
        begins: 'CNRY',
        sha256: createHash('sha256').update(CANARY).digest('hex').slice(0, 16),
        encoding: 'plain',
      },
    ]);
  });

  const encodings: readonly [title: string, body: string, expected: string][] = [
    ['unchanged', NOTE, 'body plain'],
    ['in JSON escapes', JSON.stringify({ note: NOTE }), 'body /note json'],
    ['in Unicode escapes', `{"note":"${unicodeEscaped(NOTE)}"}`, 'body /note json'],
    ['in HTML entities', `<p>${NOTE.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}</p>`, 'body html'],
    [
      'in numeric HTML entities',
      `<p>${NOTE.replaceAll('&', '&#38;').replaceAll('"', '&#x22;')}</p>`,
      'body html',
    ],
    ['in a URL', `/login?next=${encodeURIComponent(NOTE)}`, 'body percent'],
    ['in a form', new URLSearchParams({ note: NOTE }).toString(), 'body percent'],
    ['in base64', Buffer.from(NOTE).toString('base64'), 'body base64'],
    ['in base64 for URLs', Buffer.from(`?${NOTE}ÿ?`).toString('base64url'), 'body base64'],
    ['in JSON in base64', Buffer.from(JSON.stringify({ note: NOTE })).toString('base64'), 'body base64'],
    ['in base64 of base64', btoa(btoa(NOTE)), 'body base64'],
    ['in hexadecimal digits', Buffer.from(NOTE).toString('hex'), 'body hex'],
    ['in UTF-16', Buffer.from(NOTE, 'utf16le').toString('latin1'), 'body utf16'],
    [
      'in JSON in a string of JSON',
      JSON.stringify({ text: JSON.stringify({ note: NOTE }) }),
      'body /text json',
    ],
  ];
  for (const [title, body, expected] of encodings) {
    it(`finds a value ${title}`, () => {
      assert.deepEqual(found(body, [NOTE]), [expected]);
    });
  }

  it('finds a text that itself looks escaped', () => {
    assert.deepEqual(found('{"note":"50%25 off"}', ['50%25 off']), ['body /note plain']);
  });

  it('searches every header', () => {
    const redirect = answer('', {
      status: 302,
      headers: { Location: '/o?owner=bob%40example.com', 'X-Debug': CANARY },
    });
    const values = [
      { value: CANARY, name: 'planted text' },
      { value: 'bob@example.com', name: '/customer' },
    ];
    assert.deepEqual(
      findLeaks(redirect, values, nodeHash).map(({ found: place, value, encoding }) => [
        place,
        value,
        encoding,
      ]),
      [
        ['header X-Debug', 'planted text', 'plain'],
        ['header Location', '/customer', 'percent'],
      ],
    );
  });

  it('searches bytes', () => {
    const bytes = Buffer.concat([Buffer.of(0, 255), Buffer.from('Müller & Söhne'), Buffer.of(0)]);
    const leaks = findLeaks(binaryAnswer(bytes), [known('Müller & Söhne')], nodeHash);
    assert.deepEqual(
      leaks.map(({ found: place, encoding }) => [place, encoding]),
      [['body', 'plain']],
    );
  });

  const numbers: readonly [title: string, body: string, isFound: boolean][] = [
    ['unchanged', '{"id":73112}', true],
    ['in a text', 'order #73112.', true],
    ['before a currency', '73112EUR', true],
    ['after letters', 'ORD73112 ', true],
    ['as a part of a longer one', '{"id":473112}', false],
    ['as the beginning of a longer one', '{"id":731124}', false],
    ['as a whole part', '73112.50', false],
    ['as a fraction', '0.73112', false],
    ['at the end of a sentence', 'It is 73112. 5 others', true],
    ['inside a key', 'a73112b', false],
    ['in a path', '/orders/73112/items', true],
    ['after a line break in JSON', '"\\n73112"', true],
  ];
  for (const [title, body, isFound] of numbers) {
    it(`${isFound ? 'finds' : 'does not find'} a number ${title}`, () => {
      assert.equal(found(body, ['73112']).length > 0, isFound);
    });
  }

  it('holds what is decoded to the same boundaries', () => {
    assert.deepEqual(found(btoa('order 731125 of bob'), ['731125']), ['body base64']);
    assert.deepEqual(found(btoa('order 4731125 of bob'), ['731125']), []);
  });

  it('finds a number of 64 bits by every digit', () => {
    assert.deepEqual(found('{"id":9007199254740993}', ['9007199254740993', '9007199254740992']), [
      'body /id plain',
    ]);
  });

  it('takes no short word for found inside a longer one', () => {
    assert.deepEqual(found('Robertson', ['Robert']), []);
    assert.deepEqual(found('Robert Smith', ['Robert']), ['body plain']);
    assert.deepEqual(found('客户王小明先生你好', ['王小明先生你']), ['body plain']);
  });

  it('finds nested values, each at its first place', () => {
    const body = '{"a":"bob@example.com","b":"bob@example.com and carol"}';
    assert.deepEqual(found(body, ['bob@example.com and carol', 'bob@example.com']), [
      'body /b plain',
      'body /a plain',
    ]);
  });

  it('finds a value that is not distinctive as the member of its name only', () => {
    const marker: KnownValue = { value: '2', name: '/customerId', member: 'customerId' };
    const isIn = (body: string): boolean => findLeaks(answer(body), [marker], nodeHash).length > 0;
    assert.ok(isIn('{"customerId":2}'));
    assert.ok(isIn('{"order": { "customerId" : "2" } }'));
    assert.ok(isIn('{"customerId":1,"x":{"customerId":2}}'));
    assert.ok(!isIn('{"customerId":21,"id":2}'));
    assert.ok(!isIn('{"text":"customerId 2"}'));
    assert.ok(!isIn('["customerId",2]'));
  });

  it('finds nothing where there is nothing', () => {
    assert.deepEqual(found('', [NOTE]), []);
    assert.deepEqual(found('anything', []), []);
  });

  it('does not show a value that is the name of a member', () => {
    const [leak] = findLeaks(
      answer({ 'bob@example.com': { 'bob@example.com': 1 } }),
      [known('bob@example.com')],
      nodeHash,
    );
    assert.equal(leak?.found, 'body /…');
  });

  it('names places of hostile names on one short line', () => {
    const [leak] = findLeaks(answer({ ['\u001b[2J\r\n'.repeat(200)]: CANARY }), [known(CANARY)], nodeHash);
    assert.ok(leak !== undefined && leak.found.length <= 210);
    assert.doesNotMatch(leak.found, /\p{Cc}/u);
  });

  it('keeps 50 pieces of evidence at most', () => {
    const values = Array.from({ length: 80 }, (_, index) => `value-${String(1000 + index)}`);
    assert.equal(found(JSON.stringify(values), values).length, 50);
  });

  it('searches the first 5 MiB of a body', () => {
    const fill = ' '.repeat(5 * 1024 * 1024 - CANARY.length);
    assert.equal(found(fill + CANARY, [CANARY]).length, 1);
    assert.equal(found(` ${fill}${CANARY}`, [CANARY]).length, 0);
  });

  it('looks for 2,000 values in 5 MiB in a few seconds, whatever the text is', () => {
    const values = Array.from({ length: 2000 }, (_, index) =>
      known(`customer ${String(100_000 + index)} of bob`),
    );
    const nested = Array.from({ length: 20 }, (_, index) => known('1'.repeat(5 + index)));
    const bodies = ['customer 100000 of ', '1', '\\u0031', '%31', '&#49;', 'a'];
    const all = processorSeconds(() => {
      for (const unit of bodies) {
        findLeaks(
          answer(unit.repeat(Math.floor((5 * 1024 * 1024) / unit.length))),
          [...values, ...nested],
          nodeHash,
        );
      }
    });
    const seconds = all / bodies.length;
    assert.ok(seconds < 5, `${seconds.toFixed(1)} s each`);
  });
});

describe('withoutKnown', () => {
  const values = [known('bob@example.com'), known('Back door'), known('73112'), known('cancelled')];
  const left = (texts: readonly string[], ignore: readonly string[] = []): readonly string[] =>
    withoutKnown(values, texts, ignore).map(({ value }) => value);

  it('keeps everything when nothing is known', () => {
    assert.deepEqual(left([]), ['bob@example.com', 'Back door', '73112', 'cancelled']);
  });

  it('drops what the request sent, encoded or not', () => {
    const sent = 'http://127.0.0.1/orders/73112?to=bob%40example.com\nBearer abc\n{"note":"Back door"}';
    assert.deepEqual(left([sent]), ['cancelled']);
  });

  it('drops what the own object of the caller has as well', () => {
    assert.deepEqual(left(['{"state":"cancelled"}', '{"note":"Front door"}']), [
      'bob@example.com',
      'Back door',
      '73112',
    ]);
  });

  it('keeps a number that is only a part of a known one', () => {
    assert.ok(left(['{"id":731123}']).includes('73112'));
  });

  it('drops what is to be ignored, as a whole', () => {
    assert.deepEqual(left([], ['Back door', '731']), ['bob@example.com', '73112', 'cancelled']);
  });

  it('drops a member that the caller has with the same value, and keeps it with another', () => {
    const marker: KnownValue = { value: '2', name: '/customerId', member: 'customerId' };
    assert.deepEqual(withoutKnown([marker], ['x: y\n{"customerId":2}'], []), []);
    assert.deepEqual(withoutKnown([marker], ['x: y\n{"customerId":1}'], []), [marker]);
  });
});

function known(value: string): KnownValue {
  return { value, name: value };
}

/** Places and encodings of what is found in a body. */
function found(body: string, values: readonly string[]): readonly string[] {
  return findLeaks(answer(body), values.map(known), nodeHash).map(
    ({ found: place, encoding }) => `${place} ${encoding}`,
  );
}

function unicodeEscaped(text: string): string {
  return Array.from(text, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join(
    '',
  );
}
