import assert from 'node:assert/strict';
import { checkMatrix } from '../../../../src/core/authz/matrix/checkMatrix';
import { withEffects } from '../../../../src/core/authz/matrix/effects';
import { generateMatrix } from '../../../../src/core/authz/generate/generate';
import { readMatrix } from '../../../../src/core/authz/matrix/matrixFile';
import { parseJson } from '../../../../src/core/json/json';
import { loadChain } from '../../fakeRun';

const body = { json: { email: '{{email}}', password: '{{password}}' } };
const open = { auth: { type: 'none' } };
const request = (id: string, method: string, path: string, more: object = {}): object => ({
  id,
  method,
  url: `https://api.test${path}`,
  ...more,
});
const LOGIN = request('login', 'POST', '/login', {
  ...open,
  body,
  extract: [{ variable: 'token', from: 'body', path: '$.token' }],
});
const LOGOUT = request('logout', 'POST', '/logout');
const REGISTER = request('register', 'POST', '/users', {
  body,
  extract: [{ variable: 'userId', from: 'body', path: '$.id' }],
});
const USERS = [
  REGISTER,
  request('get-user', 'GET', '/users/{{userId}}'),
  request('set-password', 'PUT', '/users/{{userId}}/password', { body: { json: { password: 'x' } } }),
  request('delete-user', 'DELETE', '/users/{{userId}}'),
];

interface Proposed {
  readonly content: Readonly<Record<string, unknown>>;
  readonly codes: readonly string[];
  readonly notes: readonly string[];
}

/** Proposes for two customers and an agent, and checks the proposal together with its chain. */
function propose(requests: readonly object[]): Proposed {
  const chain = {
    ...loadChain(
      {
        auth: { type: 'bearer', token: '{{token}}' },
        variables: { email: 'ann@shop.test', password: '{{$secret ANN}}' },
        requests: [LOGIN, ...requests],
      },
      'shop.chain.json',
    ),
    required: [],
  };
  const users = [
    { name: 'alice', role: 'customer' },
    { name: 'bob', role: 'customer' },
    { name: 'sam', role: 'agent' },
  ];
  const { text, notes } = generateMatrix({ chain, users, file: 'p.authz.json' });
  const { matrix, problems } = readMatrix(text, 'p.authz.json');
  assert.ok(matrix, JSON.stringify(problems));
  const chains = new Map([['shop.chain.json', chain]]);
  const withChains = checkMatrix(text, { file: 'p.authz.json', matrix: withEffects(matrix, chains), chains });
  return {
    content: parseJson(text.replace(/^ *\/\/.*$/gm, '')) as Readonly<Record<string, unknown>>,
    codes: [...problems, ...withChains].map(({ code }) => code),
    notes,
  };
}

describe('a proposed matrix of a chain that ends credentials', () => {
  it('has log-outs and new passwords as operations of that kind, which every role may use', () => {
    const { content, codes } = propose([LOGOUT, ...USERS]);
    assert.deepEqual(content['operations'], {
      'user.create': { resource: 'user', request: 'shop.chain.json#register', effect: 'create' },
      'user.read': { resource: 'user', request: 'shop.chain.json#get-user', effect: 'read' },
      'user.update': {
        resource: 'user',
        request: 'shop.chain.json#set-password',
        probe: 'shop.chain.json#login',
        effect: 'update',
        endsCredentials: true,
      },
      'user.delete': { resource: 'user', request: 'shop.chain.json#delete-user', effect: 'delete' },
      'logout.action': { request: 'shop.chain.json#logout', effect: 'action', endsCredentials: true },
    });
    assert.deepEqual((content['policy'] as Record<string, unknown>)['agent'], {
      'user.*': 'own',
      'logout.action': 'any',
    });
    assert.deepEqual(
      codes.filter((code) => /ending|throw|unknown/.test(code)),
      [],
    );
  });

  it('makes users by the request that takes what people sign in with', () => {
    const made = {
      resource: 'user',
      by: 'alice',
      variables: { email: '{{throwAway}}@example.com', password: 'Pw1-{{throwAway}}' },
    };
    assert.deepEqual(propose([LOGOUT, ...USERS]).content['throwAway'], { customer: made, agent: made });
  });

  it('lets users register themselves where that takes no credentials', () => {
    const { content } = propose([LOGOUT, { ...REGISTER, ...open }, ...USERS.slice(1)]);
    const made = {
      resource: 'user',
      variables: { email: '{{throwAway}}@example.com', password: 'Pw1-{{throwAway}}' },
    };
    assert.deepEqual(content['throwAway'], { customer: made, agent: made });
  });

  it('makes nobody where nothing ends credentials', () => {
    const { content, notes } = propose(USERS.filter((_, index) => index !== 2));
    assert.equal(content['throwAway'], undefined);
    assert.ok(!notes.some((note) => note.includes('throwAway')));
  });

  it('says what is missing where no request registers anybody', () => {
    const { content, notes } = propose([LOGOUT]);
    assert.equal(content['throwAway'], undefined);
    assert.ok(
      notes.includes(
        'logout.action ends credentials, and no request was found that registers a user: say in "throwAway" how to make one, or it is tried on the users themselves.',
      ),
      notes.join('\n'),
    );
  });
});
