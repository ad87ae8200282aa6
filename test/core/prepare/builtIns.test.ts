import assert from 'node:assert/strict';
import { builtInNames, evaluateBuiltIn, type BuiltInPorts } from '../../../src/core/prepare/builtIns';
import type { SecretLookup } from '../../../src/core/permission/secret';
import { findReferences, plainText } from '../../../src/core/prepare/template';
import { nodeHash } from '../../../src/node/run/nodePorts';
import { fakeRandom } from '../fakeRandom';

const unavailable = (name: string): SecretLookup => ({ ok: false, message: `no ${name}` });
const ports: BuiltInPorts = {
  clock: {
    now: () => Date.UTC(2026, 10, 21, 3, 4, 5, 6),
  },
  random: { ...fakeRandom, integer: (_min, max) => max },
  hash: nodeHash,
  secrets: {
    secret: (name) =>
      name === 'PASSWORD'
        ? { ok: true, secret: { label: 'secret PASSWORD', name, value: 's3cret', origins: ['http://h'] } }
        : unavailable(name),
    processEnv: unavailable,
    dotenv: unavailable,
    computed: (secret) => secret,
  },
};

function evaluate(text: string) {
  const [reference] = findReferences(text);
  assert.ok(reference, `${text} is a reference`);
  const value = evaluateBuiltIn(reference, ports);
  return value.ok ? plainText(value.value) : value.message;
}

describe('evaluateBuiltIn', () => {
  const cases: [text: string, expected: string | number][] = [
    ['{{$guid}}', '00000000-0000-4000-8000-000000000000'],
    ['{{$uuid}}', '00000000-0000-4000-8000-000000000000'],
    ['{{$timestamp}}', 1795230245],
    ['{{$timestamp -1 d}}', 1795230245 - 86400],
    ['{{$isoTimestamp}}', '2026-11-21T03:04:05.006Z'],
    ['{{$isoTimestamp 1 M}}', '2026-12-21T03:04:05.006Z'],
    ['{{$isoTimestamp 1 y}}', '2027-11-21T03:04:05.006Z'],
    ['{{$randomInt}}', 1000],
    ['{{$randomInt 1 100}}', 100],
    ['{{$datetime iso8601}}', '2026-11-21T03:04:05.006Z'],
    ['{{$datetime rfc1123}}', 'Sat, 21 Nov 2026 03:04:05 GMT'],
    ['{{$datetime "YYYY-MM-DD HH:mm:ss.SSS"}}', '2026-11-21 03:04:05.006'],
    ["{{$datetime 'DD.MM.YYYY' 2 w}}", '05.12.2026'],
    ['{{$secret PASSWORD}}', 's3cret'],
    ['{{$randomFirstName}}', 'some firstName'],
    ['{{$randomUUID}}', 'some uuid'],
  ];
  for (const [text, expected] of cases) {
    it(`gives ${expected} for ${text}`, () => {
      assert.equal(evaluate(text), String(expected));
    });
  }

  const refused: [text: string, expected: RegExp][] = [
    ['{{$unknown}}', /^The built-in \$unknown does not exist\. Known are /],
    [
      '{{$randomFristName}}',
      /^The built-in \$randomFristName does not exist\. Did you mean \$randomFirstName\?$/,
    ],
    ['{{$randomEmail 2}}', /^\$randomEmail takes no arguments\. Write it like \{\{\$randomEmail\}\}\.$/],
    ['{{$randomInt 5 1}}', /the smaller first/],
    ['{{$randomInt a b}}', /two whole numbers/],
    ['{{$timestamp 1 parsec}}', /"1 parsec" is not an offset/],
    ['{{$timestamp 1 constructor}}', /is not an offset/],
    ['{{$isoTimestamp 999999999 y}}', /is not an offset/],
    ['{{$secret}}', /takes one name/],
    ['{{$secret OTHER}}', /^no OTHER$/],
    ['{{$processEnv HOME}}', /^no HOME$/],
  ];
  for (const [text, expected] of refused) {
    it(`says why ${text} has no value`, () => {
      assert.match(evaluate(text), expected);
    });
  }

  it('says what to install where random data cannot be made', () => {
    const without = { ...ports, random: { ...fakeRandom, fake: () => undefined } };
    const value = evaluateBuiltIn({ name: '$randomCity', args: [], start: 0, end: 0 }, without);
    assert.match(value.ok ? '' : value.message, /Install it with npm install @faker-js\/faker\.$/);
  });

  it('names every built-in with a dollar sign', () => {
    assert.ok(builtInNames.every((name) => name.startsWith('$')));
  });

  it('carries the origins of a secret along', () => {
    const value = evaluateBuiltIn({ name: '$secret', args: ['PASSWORD'], start: 0, end: 0 }, ports);
    assert.deepEqual(value.ok && value.secret?.origins, ['http://h']);
  });
});
