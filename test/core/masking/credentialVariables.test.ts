import assert from 'node:assert/strict';
import {
  credentialVariables,
  isComputedCredential,
  madeOfCredentials,
} from '../../../src/core/masking/credentialVariables';
import type { WrittenValues } from '../../../src/core/prepare/writtenValues';
import { loadChain } from '../fakeRun';

const of = (requests: readonly object[], more: object = {}, outside: WrittenValues = []) =>
  [...credentialVariables(loadChain({ ...more, requests }).chain, outside)].sort();
const request = (more: object) => ({ id: 'r', method: 'POST', url: 'http://h/{{id}}', ...more });

/** A rule under a name that says nothing. */
const extracting = (rule: object) => ({ extract: [{ variable: 'key', from: 'body', ...rule }] });

describe('credentialVariables', () => {
  const cases: [title: string, more: object, expected: readonly string[]][] = [
    ['finds variables in an authentication', { auth: { type: 'bearer', token: '{{t}}' } }, ['t']],
    ['leaves out the user name', { auth: { type: 'basic', username: '{{u}}', password: '{{p}}' } }, ['p']],
    ['finds variables in a credential header', { headers: [{ name: 'X-Api-Key', value: '{{k}}' }] }, ['k']],
    [
      'finds variables under a credential name in a body',
      { body: { json: { user: { password: '{{p}}' } } } },
      ['p'],
    ],
    [
      'finds variables under a credential name in a query',
      { query: [{ name: 'access_token', value: '{{q}}' }] },
      ['q'],
    ],
    [
      'finds what is called a credential',
      { extract: [{ variable: 'csrfToken', from: 'body', path: '$.x' }] },
      ['csrfToken'],
    ],
    [
      'finds what comes from a cookie',
      { extract: [{ variable: 'sid', from: 'cookie', name: 'sid' }] },
      ['sid'],
    ],
    ['finds what a member called a credential holds', extracting({ path: '$.client_secret' }), ['key']],
    [
      'finds what such a member holds in base64',
      extracting({ path: "$['client_secret']", decode: { as: 'base64' } }),
      ['key'],
    ],
    [
      'finds a claim that is called a credential',
      extracting({ path: '$.x', decode: { as: 'jwt', path: '$.act.api_key' } }),
      ['key'],
    ],
    [
      'finds what a cookie holds in base64',
      extracting({ from: 'cookie', name: 'sid', decode: { as: 'base64' } }),
      ['key'],
    ],
    [
      'leaves out what a token in a cookie says',
      extracting({ from: 'cookie', name: 'session', decode: { as: 'jwt', path: '$.role' } }),
      [],
    ],
    [
      'leaves out what JSON in a cookie says',
      extracting({ from: 'cookie', name: 'session', decode: { as: 'json', path: '$.role' } }),
      [],
    ],
    [
      'leaves out what a token in a credential header says',
      extracting({ from: 'header', name: 'Authorization', decode: { as: 'jwt', path: '$.sub' } }),
      [],
    ],
    [
      'leaves out what a token in a body says',
      extracting({ path: '$.access_token', decode: { as: 'jwt', path: '$.sub' } }),
      [],
    ],
    [
      'leaves out members inside and next to a credential, and page tokens',
      {
        extract: [
          { variable: 'a', from: 'body', path: '$.token.id' },
          { variable: 'b', from: 'body', path: "$.users[?@.password == 'x'].id" },
          { variable: 'c', from: 'body', path: '$.next_page_token' },
        ],
      },
      [],
    ],
    [
      'finds what a variable of the request passes on',
      {
        auth: { type: 'bearer', token: '{{a}}' },
        variables: { a: ['{{b}}'], b: "{{$concat 'x' t}}", c: '{{d}}' },
      },
      ['a', 'b', 't'],
    ],
    [
      'finds the keys of signatures, and not what is signed',
      {
        headers: [
          { name: 'X-Signature', value: "{{$hmac 'sha256' k orderId}}" },
          { name: 'Authorization', value: "{{$jwt 'HS256' j claims}}{{$hash 'sha256' body}}{{$base64 t}}" },
        ],
      },
      ['j', 'k', 't'],
    ],
    ['leaves other variables alone', { headers: [{ name: 'X-Trace', value: '{{id}}' }] }, []],
  ];
  for (const [title, more, expected] of cases) {
    it(title, () => {
      assert.deepEqual(of([request(more)]), expected);
    });
  }

  it('looks through constants of the chain', () => {
    const found = of([request({ auth: { type: 'bearer', token: '{{header}}' } })], {
      variables: { header: 'v1.{{session}}' },
    });
    assert.deepEqual(found, ['header', 'session']);
  });

  it('looks through constants of required chains and of the environment', () => {
    const auth = { type: 'bearer', token: '{{header}}' };
    const found = of([request({ auth })], {}, [{ header: 'v1.{{session}}' }, { session: '{{sid}}' }]);
    assert.deepEqual(found, ['header', 'session', 'sid']);
  });
});

describe('madeOfCredentials', () => {
  const { chain } = loadChain({
    formatVersion: 2,
    variables: {
      a: '{{$hex alias}}',
      alias: '{{t}}',
      b: 'v1 {{a}}',
      n: '{{$length t}}',
      o: '{{$hex other}}',
    },
    requests: [
      request({
        auth: { type: 'bearer', token: '{{t}}' },
        headers: [{ name: 'X-Signature', value: "{{$hmac 'sha256' k 'x'}}" }],
        variables: { d: "{{$hmac 'sha256' k $request.path}}", e: '{{$upper b}}' },
      }),
    ],
  });
  const made = madeOfCredentials([chain], [{ f: { x: ['{{e}}'] } }]);

  it('finds what a column of data holds that a constant of the chain has too', () => {
    const requests = [request({ auth: { type: 'bearer', token: '{{key}}' } })];
    const found = of(requests, { variables: { key: '{{first}}' } }, [{ key: ['{{second}}'] }]);
    assert.deepEqual(found, ['first', 'key', 'second']);
  });

  it('finds what functions make from a credential, through other variables too', () => {
    assert.deepEqual([...made.computed].sort(), ['a', 'b', 'd', 'e', 'f']);
    assert.deepEqual([...made.holding].sort(), ['a', 'alias', 'b', 'd', 'e', 'f', 'k', 't']);
  });

  it('finds functions that are written in the request itself', () => {
    const calls = ['$upper alias', "$concat 'x' b", 'b', '$length t', "$hash 'sha256' 't'", 't'];
    assert.deepEqual(
      calls.map((call) => isComputedCredential(call, made)),
      [true, true, true, false, false, false],
    );
  });
});
