import assert from 'node:assert/strict';
import { readDataSource } from '../../../src/core/analysis/dataSource';
import { nodeTitle } from '../../../src/core/graph/nodeTitle';
import { bearer, get, graphOf, orders, readChain, shownEdges, step, takes } from './graphs';

describe('chainGraph', () => {
  it('shows requests in the order of the file', () => {
    assert.deepEqual(graphOf([get('a', '/', takes('lost')), get('b', '/{{ghost}}', { disabled: true })]), {
      name: 'Test',
      nodes: [
        {
          kind: 'request',
          key: 'request-0',
          index: 0,
          id: 'a',
          name: 'A',
          method: 'GET',
          disabled: false,
          unresolved: [],
          unused: ['lost'],
        },
        {
          kind: 'request',
          key: 'request-1',
          index: 1,
          id: 'b',
          name: 'B',
          method: 'GET',
          disabled: true,
          unresolved: [],
          unused: [],
        },
      ],
      edges: [],
    });
  });

  it('shows what flows, apart for data and authentication, and what is switched off', () => {
    assert.deepEqual(shownEdges(graphOf(orders)), [
      'request-0 > request-1: userId, data, healthy',
      'request-0 > request-1: token, authentication, healthy',
      'request-1 > request-2: orderId, data, healthy',
      'request-0 > request-2: token, authentication, healthy',
      'request-1 > request-3: orderId, data, healthy',
      'request-3 > request-4: invoiceId, data, healthy',
      'request-1 > request-5: orderId, data, idle',
    ]);
  });

  it('gathers several variables between two requests', () => {
    const graph = graphOf([get('a', '/', takes('x', 'y')), get('b', '/{{y}}/{{x}}/{{y}}')]);
    assert.deepEqual(shownEdges(graph), ['request-0 > request-1: y+x, data, healthy']);
  });

  it('shows a chain as a step, what flows into it and what is taken from it', () => {
    const pay = step('pay', { with: { order: '{{orderId}}', sum: 1 }, take: ['receiptId', 'spare'] });
    const graph = graphOf([get('order', '/', takes('orderId')), pay, get('read', '/{{receiptId}}')]);
    assert.deepEqual(shownEdges(graph), [
      'request-0 > request-1: orderId, data, healthy',
      'request-1 > request-2: receiptId, data, healthy',
    ]);
    const [, node] = graph.nodes;
    assert.ok(node?.kind === 'request');
    assert.deepEqual([node.called, nodeTitle(node), node.unused], ['pay.chain.json', 'CALL PAY', ['spare']]);
    assert.equal(node.calledFile, undefined);
  });

  const charge = get('charge', '/{{order}}', takes('chargeId'));
  const paying = readChain(
    [
      get('open', '/'),
      charge,
      get('receipt', '/{{chargeId}}', takes('receiptId')),
      get('off', '/', { disabled: true }),
    ],
    { variables: { order: 1 } },
    'pay.chain.json',
  );
  const called = new Map([['pay.chain.json', { source: paying, required: [] }]]);

  it('has the requests of a chain as a step, with what flows between them, into them and out of them', () => {
    const pay = step('pay', { with: { order: '{{orderId}}' }, take: ['receiptId'] });
    const requests = [get('order', '/', takes('orderId')), pay, get('read', '/{{receiptId}}')];
    const graph = graphOf(requests, {}, { called });
    assert.deepEqual(
      graph.nodes.flatMap((node) =>
        node.kind === 'inner-request'
          ? `${node.group} ${node.key} ${node.name}${node.disabled ? ' off' : ''}`
          : node.key,
      ),
      [
        'request-0',
        'request-1',
        'request-1 request-1-0 OPEN',
        'request-1 request-1-1 CHARGE',
        'request-1 request-1-2 RECEIPT',
        'request-1 request-1-3 OFF off',
        'request-2',
      ],
    );
    assert.deepEqual(shownEdges(graph), [
      'request-0 > request-1-1: orderId, data, healthy',
      'request-1-2 > request-2: receiptId, data, healthy',
      'request-1-1 > request-1-2: chargeId, data, healthy',
    ]);
  });

  it('lets what no request of a step names flow into its first one', () => {
    const pay = step('pay', { when: { value: '{{plan}}', equals: 'pro' } });
    const graph = graphOf([get('a', '/', takes('plan')), pay], { formatVersion: 2 }, { called });
    assert.equal(shownEdges(graph)[0], 'request-0 > request-1-0: plan, data, healthy');
  });

  it('leaves a step without the requests for which there is no room, or that cannot be read, as it is', () => {
    const many = readChain(Array.from({ length: 900 }, (_, at) => get(`r${at}`)));
    const around = new Map([
      ['many.chain.json', { source: many, required: [] }],
      ['bad.chain.json', { source: many, required: [], fault: 'A circle' }],
    ]);
    const steps = [step('bad'), ...['a', 'b', 'c'].map((id) => step(id, { chain: 'many.chain.json' }))];
    const { nodes } = graphOf(steps, {}, { called: around });
    assert.equal(nodes.length, 4 + 2 * 900);
    assert.deepEqual(
      nodes.flatMap((node) => (node.kind === 'request' ? node.calledFile !== undefined : [])),
      [false, true, true, false],
    );
  });

  it('marks a producer that comes too late', () => {
    const graph = graphOf([get('a', '/{{x}}'), get('b', '/', takes('x'))]);
    assert.deepEqual(shownEdges(graph), ['request-1 > request-0: x, data, late']);
  });

  it('marks a producer that gave nothing when it last ran', () => {
    const lastRun = new Map([['a', { outcome: 'failed' as const, missed: new Map<string, string>() }]]);
    const graph = graphOf([get('a', '/', takes('x')), get('b', '/{{x}}')], {}, { lastRun });
    assert.deepEqual(shownEdges(graph), ['request-0 > request-1: x, data, broken']);
  });

  it('names what nothing defines', () => {
    const [node] = graphOf([get('a', '/{{ghost}}')]).nodes;
    assert.deepEqual(node?.kind === 'request' ? node.unresolved : undefined, ['ghost']);
  });

  it('shows the constants and the environment where they give something', () => {
    const graph = graphOf([get('a', '{{baseUrl}}/{{c}}', bearer('password'))], { variables: { c: 1 } });
    assert.deepEqual(
      graph.nodes.map(({ key, name }) => [key, name]),
      [
        ['environment', 'local'],
        ['constants', ''],
        ['request-0', 'A'],
      ],
    );
    assert.deepEqual([...shownEdges(graph)].sort(), [
      'constants > request-0: c, data, healthy',
      'environment > request-0: baseUrl, data, healthy',
      'environment > request-0: password, authentication, healthy',
    ]);
  });

  it('shows the rows of data with their number, in the chain or in a file', () => {
    const requests = [get('a', '/{{user}}/{{plan}}')];
    const own = graphOf(requests, {
      formatVersion: 2,
      data: [{ user: 'ada', plan: 'pro' }, { user: 'bob' }],
    });
    assert.deepEqual(own.nodes[0], { kind: 'data', key: 'data', name: '', rows: 2 });
    assert.deepEqual(shownEdges(own), ['data > request-0: user+plan, data, healthy']);
    const data = readDataSource('user,plan\nada,pro\n', 'files/users.csv');
    const [node] = graphOf(requests, { formatVersion: 2, data: 'files/users.csv' }, { data }).nodes;
    assert.deepEqual(node, { kind: 'data', key: 'data', name: 'users.csv', rows: 1 });
    assert.ok(node !== undefined);
    assert.equal(nodeTitle(node), 'Rows of users.csv: 1');
  });

  it('gives the authentication of the chain to the requests that inherit it', () => {
    const none = { auth: { type: 'none' } };
    const graph = graphOf([get('a'), get('b', '/', none)], bearer('password'));
    assert.deepEqual(shownEdges(graph), ['environment > request-0: password, authentication, healthy']);
  });

  it('groups the requests of a required chain', () => {
    const required = [readChain([get('in', '/', takes('token'))], { name: 'Login' }, 'login.chain.json')];
    const graph = graphOf([get('a', '/', bearer('token'))], { requires: ['login.chain.json'] }, { required });
    assert.deepEqual(graph.nodes.slice(0, 2), [
      { kind: 'required-chain', key: 'required-0', name: 'Login', file: 'login.chain.json' },
      {
        kind: 'inner-request',
        key: 'required-0-0',
        group: 'required-0',
        index: 0,
        id: 'in',
        name: 'IN',
        method: 'GET',
        disabled: false,
      },
    ]);
    assert.deepEqual(shownEdges(graph), ['required-0-0 > request-0: token, authentication, healthy']);
  });

  const odd: readonly (readonly [title: string, requests: readonly object[]])[] = [
    ['requests without an id', [{ url: '/{{x}}' }, takes('x')]],
    ['requests with the same id', [get('a', '/', takes('x')), get('a', '/{{x}}'), get('b', '/{{x}}')]],
    [
      'names every object inherits',
      [get('__proto__', '/', takes('constructor')), get('b', '/{{constructor}}')],
    ],
    ['a request that needs itself', [get('a', '/{{x}}', takes('x'))]],
    ['wrong types', [{ id: 5, name: [], url: {}, extract: 'x' }]],
    ['nothing', []],
  ];
  for (const [title, requests] of odd) {
    it(`gives every edge two nodes: ${title}`, () => {
      const graph = graphOf(requests);
      const keys = graph.nodes.map(({ key }) => key);
      assert.equal(new Set(keys).size, keys.length);
      assert.equal(graph.nodes.filter(({ kind }) => kind === 'request').length, requests.length);
      assert.deepEqual(
        graph.edges.filter(({ from, to }) => !keys.includes(from) || !keys.includes(to)),
        [],
      );
    });
  }
});
