import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isSearchable, secretsIn } from '../../../src/core/masking/secretForms';
import { encodeSegment } from '../../../src/core/prepare/url';

const secret = 'p@ss "wörd"/+&\\1€';

/** Ways a value travels, as different encoders spell it. */
const encoders: Readonly<Record<string, (value: string) => string>> = {
  unchanged: (value) => value,
  'percent encoded': encodeURIComponent,
  'a segment of a path': encodeSegment,
  'percent encoded in lower case': (value) =>
    encodeURIComponent(value).replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase()),
  'percent encoded byte by byte': (value) => Buffer.from(value).toString('hex').replace(/../g, '%$&'),
  'percent encoded twice': (value) => encodeURIComponent(encodeURIComponent(value)),
  'as a form field': (value) => new URLSearchParams([['', value]]).toString().slice(1),
  'in base64': (value) => Buffer.from(value).toString('base64'),
  'in base64url': (value) => Buffer.from(value).toString('base64url'),
  'in base64 after one byte': (value) => Buffer.from(`x${value}y`).toString('base64'),
  'in base64 after two bytes': (value) => Buffer.from(`xx${value}yy`).toString('base64'),
  'as a Basic password': (value) => `Basic ${Buffer.from(`ann:${value}`).toString('base64')}`,
  'as a form encoded Basic password': (value) =>
    Buffer.from(`client:${encodeURIComponent(value)}`).toString('base64'),
  'percent encoded base64': (value) => encodeURIComponent(Buffer.from(value).toString('base64')),
  'base64 in JSON with escaped slashes': (value) =>
    Buffer.from(`{"a":${JSON.stringify(value)}}`)
      .toString('base64')
      .replaceAll('/', '\\/'),
  'in JSON': (value) => JSON.stringify(value),
  'in JSON with escaped slashes': (value) => JSON.stringify(value).replaceAll('/', '\\/'),
  'in JSON with every unit escaped': (value) =>
    [...Array(value.length).keys()]
      .map((at) => `\\u${value.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join(''),
  'in JSON in JSON': (value) => JSON.stringify(JSON.stringify({ value })),
  'in JSON in a query': (value) => encodeURIComponent(JSON.stringify({ value })),
  'in HTML': (value) => value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`),
  'in base64 of JSON in lines in JSON': (value) =>
    JSON.stringify(
      Buffer.from(`{"a":${JSON.stringify(value)}}`.padEnd(120))
        .toString('base64')
        .replace(/.{76}/g, '$&\r\n'),
    ),
  'in base64 of base64': (value) => Buffer.from(Buffer.from(value).toString('base64')).toString('base64'),
  'in hexadecimal digits': (value) => Buffer.from(value).toString('hex'),
  'in base64 of UTF-16': (value) => Buffer.from(value, 'utf16le').toString('base64'),
  'in JSON in JSON in JSON': (value) => JSON.stringify(JSON.stringify(JSON.stringify({ value }))),
  'in HTML with names': (value) =>
    value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
};

describe('secretsIn', () => {
  for (const [title, encode] of Object.entries(encoders)) {
    it(`finds a secret ${title}`, () => {
      assert.deepEqual(secretsIn(`before ${encode(secret)} after`, ['other-secret', secret]), [secret]);
    });
  }

  it('finds any secret in any spelling', () => {
    const value = fc.string({ unit: 'grapheme', minLength: 4, maxLength: 40 }).filter(isSearchable);
    fc.assert(
      fc.property(value, fc.constantFrom(...Object.values(encoders)), (canary, encode) => {
        assert.deepEqual(secretsIn(`{"note": "${encode(canary)}"}`, [canary]), [canary]);
      }),
      { seed: 1, numRuns: 2000 },
    );
  });

  it('finds the UTF-8 bytes of a secret in bytes', () => {
    assert.deepEqual(secretsIn(Buffer.from(`\u0000${secret}\u0000`), [secret]), [secret]);
  });

  it('finds a secret that looks like an escape, escaped', () => {
    assert.deepEqual(secretsIn(JSON.stringify('50%41"x'), ['50%41"x']), ['50%41"x']);
  });

  it('finds a secret with escapes and quotes in JSON in JSON', () => {
    const account = JSON.stringify(
      { key: '-----BEGIN KEY-----\nAB+/\n', mail: 'robot%40example.com' },
      null,
      2,
    );
    const nested = JSON.stringify({ body: JSON.stringify({ account }) });
    assert.deepEqual(secretsIn(nested, [account]), [account]);
    assert.deepEqual(secretsIn(encodeURIComponent(nested), [account]), [account]);
  });

  it('finds a secret whose end could be the beginning of an escape', () => {
    const secret = 'beginning"\\u0041 of 50%';
    assert.deepEqual(secretsIn(btoa(`${JSON.stringify(secret).slice(1, -1)}25`), [secret]), [secret]);
  });

  it('finds a secret in UTF-16 in bytes', () => {
    assert.deepEqual(secretsIn(Buffer.from(`x€${secret}`, 'utf16le'), [secret]), [secret]);
  });

  it('finds a secret inside another one', () => {
    assert.deepEqual(secretsIn('abc-long-secret', ['secret', 'g-secret', 'abc-long-secret', 'longer']), [
      'g-secret',
      'abc-long-secret',
    ]);
  });

  const absent: [title: string, text: string, secrets: string[]][] = [
    ['an empty text', '', ['canary-1']],
    ['no secrets', 'canary-1', []],
    ['a value of three characters', 'abc', ['abc']],
    ['a common word', '{"found": true}', ['true']],
    ['spaces', '        ', ['     ']],
    ['half of a secret', 'canar', ['canary-1']],
  ];
  for (const [title, text, secrets] of absent) {
    it(`finds nothing with ${title}`, () => {
      assert.deepEqual(secretsIn(text, secrets), []);
    });
  }

  it('takes hostile text in its stride', () => {
    const secrets = [`${'a'.repeat(3000)}b`, 'aaaa%61', '__proto__'];
    for (const text of ['a', '\\', '%25', '&amp;', '%', '&#', '\\u00'].map((piece) =>
      piece.repeat(300_000),
    )) {
      assert.equal(secretsIn(text, secrets).includes('__proto__'), false);
    }
  });
});
