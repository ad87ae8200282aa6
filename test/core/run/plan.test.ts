import assert from 'node:assert/strict';
import { planRun, type RunSelection } from '../../../src/core/run/plan';
import { loadChain } from '../fakeRun';

const get = (id: string, url: string, ...variables: readonly string[]) => ({
  id,
  method: 'GET',
  url,
  extract: variables.map((variable) => ({ variable, from: 'status' })),
});

/** A required chain that logs in and has a constant made of what it extracts. */
const login = loadChain(
  { variables: { header: 'Bearer {{token}}' }, requests: [get('login', '/', 'token')] },
  'login.chain.json',
);

/** Ids of the requests that are planned. */
function planned(
  requests: readonly object[],
  selection: RunSelection,
  around: { readonly variables?: Readonly<Record<string, string>>; readonly known?: readonly string[] } = {},
): readonly string[] {
  const environment =
    around.variables === undefined
      ? undefined
      : {
          name: 'local',
          variables: around.variables,
          secrets: [],
          secretOrigins: new Map(),
          protected: false,
          allowHosts: [],
          http2: false,
        };
  const chains = { main: loadChain({ requests }), required: [login], environment };
  return planRun(chains, selection, new Set(around.known)).items.map(({ request }) => request.id);
}

const last = { kind: 'withDependencies', ids: ['last'] } as const;

describe('planRun', () => {
  it('finds producers through variables of the environment', () => {
    const requests = [get('first', '/', 'id'), get('other', '/'), get('last', '{{order}}')];
    assert.deepEqual(planned(requests, last, { variables: { order: '/orders/{{id}}' } }), ['first', 'last']);
    assert.deepEqual(planned(requests, last), ['last']);
  });

  it('runs required chains for what their constants need', () => {
    const requests = [get('last', '{{header}}')];
    assert.deepEqual(planned(requests, last), ['login', 'last']);
    assert.deepEqual(planned(requests, last, { known: ['token'] }), ['last']);
  });

  it('runs required chains for what the environment needs', () => {
    const variables = { auth: 'x {{header}}' };
    assert.deepEqual(planned([get('last', '{{auth}}')], last, { variables }), ['login', 'last']);
  });

  it('finds the producers before one that may find nothing, up to one that may not', () => {
    const optional = (id: string) => ({
      ...get(id, '/'),
      extract: [{ variable: 'id', from: 'body', path: '$.id', optional: true }],
    });
    const requests = [
      get('unused', '/', 'id'),
      get('sure', '/', 'id'),
      optional('a'),
      { ...optional('off'), disabled: true },
      optional('b'),
      get('last', '/{{id}}'),
    ];
    assert.deepEqual(planned(requests, last), ['sure', 'a', 'b', 'last']);
  });

  it('copes with variables that refer to each other', () => {
    const variables = { a: '{{b}}', b: '{{a}}' };
    assert.deepEqual(planned([get('last', '{{a}}')], last, { variables }), ['last']);
  });
});
