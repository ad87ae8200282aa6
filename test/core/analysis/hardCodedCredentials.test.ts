import assert from 'node:assert/strict';
import { analyzeChain } from '../../../src/core/analysis/analyzeChain';
import { visitCredentials } from '../../../src/core/analysis/hardCodedCredentials';
import { locationOf } from '../../../src/core/analysis/locationOf';
import { createChainReader } from '../../../src/core/analysis/readSource';
import { treeOfObject } from '../../../src/core/json/jsonTree';

/** What is marked as a credential in a chain whose request, or whose file, has these members. */
function credentials(members: string, place: 'request' | 'file' = 'request') {
  const text =
    place === 'request'
      ? `{ "requests": [{ "id": "a", "method": "GET", ${members} }] }`
      : `{ ${members}, "requests": [] }`;
  const { problems } = analyzeChain(createChainReader()(text, 'f'), { required: [], requiresFaults: [] });
  return problems
    .filter(({ code }) => code === 'hard-coded-credential')
    .map(({ range, message }) => [
      text.slice(range.start, range.end),
      message.replace(/ is written out.*/, ''),
    ]);
}

const KEY = `ghp_${'a1B2'.repeat(9)}`;
const WEB_TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';

describe('a hard-coded credential', () => {
  const found: [members: string, marked: string, what: string][] = [
    ['"auth": { "type": "bearer", "token": "s3cr3t" }', 's3cr3t', '"token" of the authentication'],
    [
      '"auth": { "type": "basic", "username": "ann", "password": "s3cr3t" }',
      's3cr3t',
      '"password" of the authentication',
    ],
    [
      '"auth": { "type": "apiKey", "in": "header", "name": "X-Key", "value": "s3cr3t" }',
      's3cr3t',
      '"value" of the authentication',
    ],
    [
      '"auth": { "type": "awsSigV4", "accessKeyId": "ann", "secretAccessKey": "s3cr3t" }',
      's3cr3t',
      '"secretAccessKey" of the authentication',
    ],
    ...['consumerSecret', 'tokenSecret', 'token', 'privateKey', 'verifier'].map(
      (member): [members: string, marked: string, what: string] => [
        `"auth": { "type": "oauth1", "consumerKey": "ann", "realm": "r", "${member}": "s3cr3t" }`,
        's3cr3t',
        `"${member}" of the authentication`,
      ],
    ),
    [
      '"headers": [{ "name": "Authorization", "value": "Bearer s3cr3t" }]',
      's3cr3t',
      'The header "Authorization"',
    ],
    ['"headers": [{ "name": "X-Api-Key", "value": "s3cr3t" }]', 's3cr3t', 'The header "X-Api-Key"'],
    [
      '"headers": [{ "name": "Cookie", "value": "theme=dark; sid=s3cr3t; x=y" }]',
      's3cr3t',
      'The header "Cookie"',
    ],
    [
      '"headers": [{ "name": "X-Api-Key", "value": "s3cr3t", "disabled": true }]',
      's3cr3t',
      'The header "X-Api-Key"',
    ],
    [
      '"query": [{ "name": "access_token", "value": "s3cr3t" }]',
      's3cr3t',
      'The query parameter "access_token"',
    ],
    ['"url": "/a?page=1&api_key=s3cr3t&x=y"', 's3cr3t', 'A key in the URL'],
    ['"body": { "json": { "user": { "password": "s3cr3t" } } }', 's3cr3t', '"password"'],
    ['"body": { "form": [{ "name": "client_secret", "value": "s3cr3t" }] }', 's3cr3t', '"client_secret"'],
    [
      '"body": { "graphql": { "query": "q", "variables": { "newPassword": "s3cr3t" } } }',
      's3cr3t',
      '"newPassword"',
    ],
    [`"body": { "text": "take ${KEY} now" }`, KEY, 'A key in the body'],
    [`"body": { "text": "take ${KEY} to {{place}}" }`, KEY, 'A key in the body'],
    [
      String.raw`"body": { "text": "{\"id\": {{id}}, \"password\" : \"s\\\"3cr3t\"}" }`,
      String.raw`s\\\"3cr3t`,
      'A key in the body',
    ],
    [
      String.raw`"body": { "text": "--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\ns3cr3t\r\n--b--" }`,
      's3cr3t',
      'A key in the body',
    ],
    ['"url": "{{base}}/a?id={{id}}&api_key=s3cr3t"', 's3cr3t', 'A key in the URL'],
    [
      '"headers": [{ "name": "Cookie", "value": "sid=s3cr3t; token={{token}}" }]',
      's3cr3t',
      'The header "Cookie"',
    ],
    ['"url": "https://ann:s3@cr3t@api.test/a?x=1@2"', 's3@cr3t', 'A key in the URL'],
    ['"body": { "json": { "hook": "see https://ann:s3cr3t@api.test/" } }', 's3cr3t', '"hook"'],
    [
      '"query": [{ "name": "next", "value": "https://{{user}}:s3cr3t@api.test" }]',
      's3cr3t',
      'The query parameter "next"',
    ],
    ['"body": { "json": { "password": "all of it" } }', 'all of it', '"password"'],
    [`"headers": [{ "name": "X-Note", "value": "${WEB_TOKEN}" }]`, WEB_TOKEN, 'The header "X-Note"'],
    [
      String.raw`"auth": { "type": "bearer", "token": "\u0073\"3cr3t" }`,
      String.raw`\u0073\"3cr3t`,
      '"token" of the authentication',
    ],
  ];
  for (const [members, marked, what] of found) {
    it(`is found in ${members}`, () => {
      assert.deepEqual(credentials(members), [[marked, what]]);
    });
  }

  it('is found next to another one', () => {
    assert.deepEqual(credentials(`"url": "/a?api_key=s3cr3t&next=${WEB_TOKEN}&password=p4ss"`), [
      ['s3cr3t', 'A key in the URL'],
      [WEB_TOKEN, 'A key in the URL'],
      ['p4ss', 'A key in the URL'],
    ]);
  });

  it('is looked for once in long texts that hold none', () => {
    const long = 'a'.repeat(300_000);
    const tree = treeOfObject({ url: `/?${long}`, headers: [{ name: 'Cookie', value: long }] });
    visitCredentials(
      tree,
      [],
      (path) => locationOf(tree, path),
      () => assert.fail(),
    );
  });

  it('is found in the authentication and the constants of a chain', () => {
    assert.deepEqual(credentials('"auth": { "type": "bearer", "token": "s3cr3t" }', 'file'), [
      ['s3cr3t', '"token" of the authentication'],
    ]);
    const constants =
      '"variables": { "apiKey": "s3cr3t", "other": "x", "db": "postgres://ann:p4ss@db.test/a" }';
    assert.deepEqual(credentials(constants, 'file'), [
      ['s3cr3t', 'The constant "apiKey"'],
      ['p4ss', 'The constant "db"'],
    ]);
  });

  const values = [
    '{{token}}',
    'Bearer {{token}}',
    '{{$secret TOKEN}}',
    '',
    '   ',
    '<token>',
    '<your token here>',
    '${TOKEN}',
    '$TOKEN',
    '%TOKEN%',
    '*****',
    'xxxxxx',
    'changeme',
    'change-me',
    'your-api-key',
    'YOUR_API_KEY',
    'wrong-password',
    'invalidToken',
    'not.a.valid.token',
    'Bearer invalid',
    'null',
    'redacted',
  ];
  for (const value of values) {
    it(`is not seen in ${JSON.stringify(value)}`, () => {
      assert.deepEqual(
        credentials(`"headers": [{ "name": "Authorization", "value": ${JSON.stringify(value)} }]`),
        [],
      );
    });
  }

  const places = [
    '"auth": { "type": "basic", "username": "ann", "password": "{{p}}" }',
    '"headers": [{ "name": "Cookie", "value": "theme=dark" }]',
    '"query": [{ "name": "pageToken", "value": "abc" }]',
    '"body": { "json": { "password": 12345, "passwords": null, "note": "s3cr3t" } }',
    '"body": { "json": { "maxTokens": "4096" } }',
    '"expect": { "body": [{ "path": "$.token", "equals": "s3cr3t" }] }',
    '"extract": [{ "variable": "password", "from": "body", "path": "$.password" }]',
    '"description": "The password is s3cr3t"',
    '"url": "/token=abc"',
    '"url": "https://ann:{{password}}@api.test/"',
    '"url": "https://ann@api.test:443/a:b@c"',
    '"body": { "json": { "docs": "https://user:password@host/" } }',
  ];
  for (const members of places) {
    it(`is not seen in ${members}`, () => {
      assert.deepEqual(credentials(members), []);
    });
  }

  it('is looked for in bounded time', () => {
    const value = `${'a-'.repeat(100_000)}${'Bearer '.repeat(10_000)}s3cr3t`;
    assert.equal(credentials(`"headers": [{ "name": "Authorization", "value": "${value}" }]`).length, 1);
    const addresses = 'https://a:'.repeat(50_000) + ':a'.repeat(50_000);
    assert.equal(credentials(`"headers": [{ "name": "X-Note", "value": "${addresses}" }]`).length, 0);
  });
});
