import assert from 'node:assert/strict';
import { credentialVariables } from '../../../src/core/masking/credentialVariables';
import type { WrittenValues } from '../../../src/core/prepare/writtenValues';
import { loadChain } from '../fakeRun';

const of = (requests: readonly object[], more: object = {}, outside: WrittenValues = []) =>
  [...credentialVariables(loadChain({ ...more, requests }).chain, outside)].sort();
const request = (more: object) => ({ id: 'r', method: 'POST', url: 'http://h/{{id}}', ...more });

describe('credentialVariables', () => {
  const cases: [title: string, more: object, expected: readonly string[]][] = [
    ['finds what stands in an authentication', { auth: { type: 'bearer', token: '{{t}}' } }, ['t']],
    ['leaves out the user name', { auth: { type: 'basic', username: '{{u}}', password: '{{p}}' } }, ['p']],
    ['finds what stands in a credential header', { headers: [{ name: 'X-Api-Key', value: '{{k}}' }] }, ['k']],
    [
      'finds what stands under a credential name in a body',
      { body: { json: { user: { password: '{{p}}' } } } },
      ['p'],
    ],
    [
      'finds what stands under a credential name in a query',
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
