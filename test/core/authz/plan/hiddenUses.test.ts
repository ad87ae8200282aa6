import assert from 'node:assert/strict';
import type { Cell } from '../../../../src/core/authz/model/cell';
import { planMatrix } from '../../../../src/core/authz/plan/planMatrix';
import type { JsonObject } from '../../../../src/core/json/json';
import { completeEnvironment, loadChain } from '../../fakeRun';
import { loadedMatrix, SHOP } from '../attacks';

/** What is written around the request that is tested. */
interface Around {
  readonly constants?: JsonObject;
  readonly environment?: JsonObject;
  readonly auth?: object;
  readonly alice?: JsonObject;
  readonly operation?: object;
}

/** The cells of an operation that sends this request. */
function cellsFor(request: object, around: Around = {}): readonly Cell[] {
  const { constants = {}, environment = {}, auth, alice = {}, operation = {} } = around;
  const base = loadedMatrix(
    {
      users: { ...SHOP.users, alice: { ...SHOP.users.alice, variables: alice } },
      operations: { tested: { resource: 'order', request: 'tested.chain.json#tested', ...operation } },
    },
    completeEnvironment({ variables: environment }),
  );
  const tested = loadChain(
    {
      formatVersion: 2,
      variables: constants,
      ...(auth === undefined ? {} : { auth }),
      requests: [{ id: 'tested', method: 'GET', url: '{{baseUrl}}/orders/{{orderId}}', ...request }],
    },
    'tested.chain.json',
  );
  const chains = new Map([...base.chains, [tested.file, { ...tested, required: [] }]]);
  return planMatrix({ ...base, chains }, { allowMutations: true, allowChanges: 'AGREE.', irreversible: [] })
    .cells;
}

function skips(request: object, around: Around = {}): readonly string[] {
  return [...new Set(cellsFor(request, around).map(({ skip }) => skip ?? 'sent'))];
}

function header(value: string): object {
  return { headers: [{ name: 'X-Check', value }] };
}

describe('identifiers in functions and other variables', () => {
  const NOT_SENT =
    'It sends {{orderId}} through another variable or a function as well, where it cannot be replaced. Write {{orderId}} in the request itself, or compute from $request.path or $request.body.';
  const hidden: readonly (readonly [title: string, request: object, around?: Around])[] = [
    ['an argument', header("{{$hmac 'sha256' apiKey orderId}}")],
    ['an argument in the body', { method: 'PUT', body: { json: { check: "{{$hash 'sha256' orderId}}" } } }],
    ['a variable of the request', { ...header('{{ref}}'), variables: { ref: 'order {{orderId}}' } }],
    [
      'a member of a variable of the request',
      {
        ...header('{{signed}}'),
        variables: { signed: '{{$jwt "HS256" key claims}}', claims: { sub: ['{{orderId}}'] } },
      },
    ],
    ['a constant', header('{{ref}}'), { constants: { ref: "{{$concat 'order ' orderId}}" } }],
    [
      'a constant behind another one',
      header('{{a}}'),
      { constants: { a: '{{b}}', b: '{{$upper orderId}}' } },
    ],
    ['the environment', header('{{ref}}'), { environment: { ref: '{{$hex orderId}}' } }],
    ['a variable of a user', header('{{ref}}'), { alice: { ref: '{{$base64 orderId}}' } }],
    [
      'the authentication of the chain',
      {},
      { auth: { type: 'bearer', token: "{{$jwt 'HS256' key orderId}}" } },
    ],
  ];
  for (const [title, request, around] of hidden) {
    it(`sends nothing for what would keep the caller’s own: ${title}`, () => {
      assert.deepEqual(skips(request, around), [NOT_SENT]);
    });
  }

  it('tests what is computed from the request that is sent, and what is not used', () => {
    const { headers } = header("{{$hmac 'sha256' apiKey text}}") as { headers: object };
    assert.deepEqual(
      skips({
        headers,
        variables: { text: '{{$request.method}} {{$request.path}}', unused: '{{orderId}}' },
        expect: { body: [{ path: '$.ref', equals: '{{$upper orderId}}' }] },
      }),
      ['sent'],
    );
  });

  it('says so where the identifier has no place of its own', () => {
    assert.deepEqual(skips({ url: '{{baseUrl}}/orders/{{$urlEncode orderId}}' }), []);
  });
});

describe('credentials in functions and other variables', () => {
  const anonymous = (request: object, around: Around = {}): string =>
    cellsFor(request, around).find(({ kind }) => kind === 'ANON')?.skip ?? 'sent';

  it('sends nothing for nobody where they cannot be left out', () => {
    const says =
      'A function or variable of tested uses a credential that cannot be left out. Use it in a header, a parameter or a member of the body of its own.';
    const url = '{{baseUrl}}/orders/{{orderId}}/{{check}}';
    const variables = { check: "{{$hmac 'sha256' k $request.method}}" };
    const text = "<sig>{{$hmac 'sha256' apiSecret '1'}}</sig>";
    const body = { text, contentType: 'text/xml' };
    assert.deepEqual(
      [
        anonymous({ url, variables }, { environment: { k: '{{$secret KEY}}' } }),
        anonymous({ method: 'PUT', body }),
      ],
      [says, says],
    );
  });

  it('sends what is without them once they are left out', () => {
    const variables = { check: "{{$hmac 'sha256' k $request.path}}", k: '{{$secret KEY}}' };
    assert.equal(anonymous({ ...header('{{check}}'), variables }), 'sent');
  });
});

describe('properties of a body that a variable gives', () => {
  const operation = { assign: [{ path: '$.role', value: 'admin' }] };
  const properties = (json: unknown): readonly string[] => [
    ...new Set(
      cellsFor({ method: 'PUT', body: { json }, variables: { payload: { note: 'x' } } }, { operation })
        .filter(({ kind }) => kind === 'PROP')
        .map(({ skip }) => skip ?? 'sent'),
    ),
  ];

  it('are not set, and nothing is sent for them', () => {
    assert.deepEqual(properties('{{payload}}'), [
      '$.role cannot be set in the body of tested. Write the body as JSON in the request itself.',
    ]);
    assert.deepEqual(properties({ note: '{{payload}}' }), ['sent']);
  });
});
