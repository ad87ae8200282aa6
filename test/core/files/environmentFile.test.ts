import assert from 'node:assert/strict';
import { readEnvironment } from '../../../src/core/files/environmentFile';

/** An environment with these members besides the required ones, which are in line 1. */
const environmentWith = (members: string) => `{ "formatVersion": 1, "name": "local",\n${members} }`;

const problemsOf = (text: string) =>
  readEnvironment(text, 'f').problems.map(({ place, message }) => `${place.line}:${place.column} ${message}`);

describe('functions in an environment', () => {
  it('need format version 2', () => {
    const text = `{ "formatVersion": 1, "name": "e", "variables": { "a": "{{$upper 'x'}}" } }`;
    assert.deepEqual(
      readEnvironment(text, 'f').problems.map(({ code }) => code),
      ['later-feature'],
    );
    assert.deepEqual(readEnvironment(text.replace('1', '2'), 'f').problems, []);
  });
});

describe('readEnvironment', () => {
  it('fills in what a minimal environment leaves open', () => {
    assert.deepEqual(readEnvironment('{ "formatVersion": 1, "name": "local" }', 'f'), {
      environment: {
        name: 'local',
        variables: {},
        secrets: [],
        secretOrigins: new Map(),
        protected: false,
        allowHosts: [],
        http2: false,
      },
      problems: [],
    });
  });

  it('takes over everything a full environment says, origins in one comparable form', () => {
    const text = environmentWith(`"variables": { "baseUrl": "http://127.0.0.1:4010", "nothing": null },
      "secrets": ["ALICE_PASSWORD"],
      "secretOrigins": { "ALICE_PASSWORD": ["https://Api.Example.com:443"] },
      "protected": true, "allowHosts": ["https://bücher.example"],
      "tls": { "ca": "ca.pem", "clientCertificate": { "pfx": "c.pfx", "passphrase": "{{$secret P}}" } },
      "proxy": "socks5://127.0.0.1:1080", "http2": true`);
    assert.deepEqual(readEnvironment(text, 'f'), {
      environment: {
        name: 'local',
        variables: { baseUrl: 'http://127.0.0.1:4010', nothing: null },
        secrets: ['ALICE_PASSWORD'],
        secretOrigins: new Map([['ALICE_PASSWORD', ['https://api.example.com']]]),
        protected: true,
        allowHosts: ['https://xn--bcher-kva.example'],
        tls: { ca: 'ca.pem', clientCertificate: { pfx: 'c.pfx', passphrase: '{{$secret P}}' } },
        proxy: 'socks5://127.0.0.1:1080',
        http2: true,
      },
      problems: [],
    });
  });

  it('warns of a restriction for a secret that is not listed, and still reads the file', () => {
    const { environment, problems } = readEnvironment(
      environmentWith('"secrets": ["TOKEN"], "secretOrigins": { "TOKN": ["https://a.example"] }'),
      'f',
    );
    assert.equal(environment?.name, 'local');
    assert.deepEqual(problems, [
      {
        code: 'unknown-secret',
        severity: 'warning',
        message: '"TOKN" is not in `secrets`. Add it there, or correct the name.',
        range: { start: 80, end: 86 },
        place: { file: 'f', line: 2, column: 42 },
        variable: 'TOKN',
      },
    ]);
  });

  const bad: [title: string, text: string, problems: string[]][] = [
    ['an empty file', '', ['1:1 The file holds no JSON. Write an object: { … }.']],
    [
      'a file without name',
      '{ "formatVersion": 1 }',
      ['1:1 The file has no `name`. Add for example "name": "local".'],
    ],
    [
      'values of secrets, which have no place in a file',
      environmentWith('"secrets": { "TOKEN": "abc" }'),
      ['2:12 `secrets` must be a list, not an object. Write for example ["ALICE_PASSWORD"].'],
    ],
    [
      'secrets with hostile names',
      environmentWith('"secrets": ["__proto__", "a b"]'),
      [
        '2:13 "__proto__" is not allowed here. This name is reserved in JavaScript and is refused. Choose another one.',
        '2:26 "a b" is not allowed here. A variable name starts with a letter or _, followed by letters, digits, _, . or -. Choose such a name.',
      ],
    ],
    [
      'hosts that are no origins',
      environmentWith(
        '"allowHosts": ["api.example.com", "https://a.example/path", "https://user@a.example"]',
      ),
      [
        '2:16 "api.example.com" is not allowed here. An origin is scheme, host and port without a path, such as https://api.example.com or http://127.0.0.1:4010. Write one.',
        '2:35 "https://a.example/path" is not allowed here. An origin is scheme, host and port without a path, such as https://api.example.com or http://127.0.0.1:4010. Write one.',
        '2:61 "https://user@a.example" is not allowed here. An origin is scheme, host and port without a path, such as https://api.example.com or http://127.0.0.1:4010. Write one.',
      ],
    ],
    [
      'origins that no URL can have',
      environmentWith(
        '"allowHosts": ["https://a.example:99999"],\n"secretOrigins": { "T": ["https://a%2eb"] }, "secrets": ["T"]',
      ),
      [
        '2:16 "https://a.example:99999" is not an origin. Write scheme, host and port such as "https://api.example.com".',
        '3:26 "https://a%2eb" is not an origin. Write scheme, host and port such as "https://api.example.com".',
      ],
    ],
    [
      'half a client certificate and two',
      environmentWith('"tls": { "clientCertificate": { "cert": "c.pem" } }'),
      ['2:10 This client certificate is incomplete. Add cert and key, or pfx.'],
    ],
    [
      'a proxy without scheme',
      environmentWith('"proxy": "127.0.0.1:8080"'),
      [
        '2:10 "127.0.0.1:8080" is not allowed here. A proxy is an address such as http://127.0.0.1:8080 or socks5://127.0.0.1:1080, or none to go direct. Write one of these.',
      ],
    ],
    [
      'switches in quotes',
      environmentWith('"protected": "yes", "http2": 1'),
      [
        '2:14 `protected` must be true or false, not a text. Write for example true.',
        '2:30 `http2` must be true or false, not the number 1. Write for example true.',
      ],
    ],
  ];
  for (const [title, text, problems] of bad) {
    it(`refuses ${title}`, () => {
      assert.deepEqual(problemsOf(text), problems);
      assert.equal(readEnvironment(text, 'f').environment, undefined);
    });
  }
});
