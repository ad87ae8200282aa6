import assert from 'node:assert/strict';
import { describeConnection, describeSource, describeTimings } from '../../../webview-ui/results/describe';

describe('the words of the results panel', () => {
  it('name the request a value came from, else its scope', () => {
    const producer = { chain: 'auth/login.chain.json', id: 'login' };
    assert.equal(describeSource({ source: 'extracted', producer }), 'login in auth/login.chain.json');
    assert.equal(describeSource({ source: 'environment' }), 'the environment');
  });

  it('list the phases that took place', () => {
    assert.deepEqual(describeTimings({ firstByteMs: 31, totalMs: 34 }), [
      ['First byte', '31 ms'],
      ['Total', '34 ms'],
    ]);
  });

  const connections: [expected: string, connection: Parameters<typeof describeConnection>[0]][] = [
    ['directly, over a new connection', { via: 'direct', reused: false }],
    ['directly, over a kept connection, to ::1', { via: 'direct', reused: true, address: '::1' }],
    ['through VS Code’s network, over a new connection', { via: 'vscode', reused: false }],
    [
      'through the proxy http://proxy.example:8080, over a new connection, certificate not verified',
      { via: 'http://proxy.example:8080', reused: false, tlsVerified: false },
    ],
    ['through the proxy __proto__, over a new connection', { via: '__proto__', reused: false }],
  ];
  for (const [expected, connection] of connections) {
    it(`say: ${expected}`, () => {
      assert.equal(describeConnection(connection), expected);
    });
  }
});
