import assert from 'node:assert/strict';
import { readHttpClientEnv } from '../../../src/core/files/httpClientEnv';

const variablesOf = (text: string) =>
  readHttpClientEnv(text, 'f').environments.map(({ name, variables }) => [name, variables]);

const problemsOf = (text: string) =>
  readHttpClientEnv(text, 'f').problems.map(
    ({ place, severity, message }) => `${place.line}:${place.column} ${severity} ${message}`,
  );

describe('readHttpClientEnv', () => {
  it('reads an environment for each name, secrets and settings empty', () => {
    assert.deepEqual(readHttpClientEnv('{ "dev": { "host": "http://127.0.0.1:80", "retries": 0 } }', 'f'), {
      environments: [
        {
          name: 'dev',
          variables: { host: 'http://127.0.0.1:80', retries: 0 },
          secrets: [],
          secretOrigins: new Map(),
          protected: false,
          allowHosts: [],
          http2: false,
        },
      ],
      problems: [],
    });
  });

  it('gives what is shared by its name, for the private file shares, too', () => {
    const text = '{ "dev": { "host": "d" }, "$shared": { "host": "s", "v": 1 } }';
    assert.deepEqual(variablesOf(text), [
      ['dev', { host: 'd' }],
      ['$shared', { host: 's', v: 1 }],
    ]);
  });

  it('keeps $default as an environment of its own', () => {
    assert.deepEqual(variablesOf('{ "$default": { "a": "" } }'), [['$default', { a: '' }]]);
  });

  it('leaves out what is meant for other tools, and says so', () => {
    const text =
      '{ "$schema": "s", "dev": {\n"Security": { "Auth": {} },\n"SSLConfiguration": {}, "a": 1 } }';
    assert.deepEqual(variablesOf(text), [['dev', { a: 1 }]]);
    assert.deepEqual(problemsOf(text), [
      '2:1 information "Security" is not read by Chainwright. Use `auth` in the chain, or `tls` in an environment file.',
      '3:1 information "SSLConfiguration" is not read by Chainwright. Use `auth` in the chain, or `tls` in an environment file.',
    ]);
  });

  it('leaves out names that no reference could have', () => {
    const text = '{ "dev": { "a b": 1, "__proto__": { "polluted": 1 }, "c": 2 } }';
    assert.deepEqual(variablesOf(text), [['dev', { c: 2 }]]);
    assert.deepEqual(problemsOf(text), [
      '1:12 information "a b" is left out, as no reference could name it. Use letters, digits, _, . and -.',
      '1:22 information "__proto__" is left out, as no reference could name it. Use letters, digits, _, . and -.',
    ]);
  });

  const bad: [title: string, text: string, problems: string[]][] = [
    ['an empty file', ' ', ['1:2 error The file holds no JSON. Write an object: { … }.']],
    [
      'a list',
      '[]',
      [
        '1:1 error The file must be an object. Write for example {"dev": {"baseUrl": "http://127.0.0.1:4010"}}.',
      ],
    ],
    [
      'an environment that is not an object',
      '{ "dev": "x" }',
      [
        '1:10 error The environment "dev" must be an object. Write for example {"baseUrl": "http://127.0.0.1:4010"}.',
      ],
    ],
    [
      'a file nested without end',
      '{"a":'.repeat(10_000),
      [
        '1:2561 error Objects and lists are nested more than 512 deep here. Flatten the value, or put it into a file of its own.',
      ],
    ],
  ];
  for (const [title, text, problems] of bad) {
    it(`refuses ${title}`, () => {
      assert.deepEqual(problemsOf(text), problems);
      assert.deepEqual(variablesOf(text), []);
    });
  }
});
