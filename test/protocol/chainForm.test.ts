import assert from 'node:assert/strict';
import { analyzeChain } from '../../src/core/analysis/analyzeChain';
import { createChainReader } from '../../src/core/analysis/readSource';
import { syntaxProblem } from '../../src/core/form/partProblems';
import { inEnglish } from '../../src/core/say';
import { brokenForm, chainForm, followTarget, partOf, type FormFacts } from '../../src/protocol/chainForm';
import type { FormTarget } from '../../src/protocol/formEdit';
import { resultOf } from '../e2e/sampleRun';

const CHAIN = `{
  "formatVersion": 1,
  "name": "Orders", // what it is called
  "auth": { "type": "bearer", "token": "{{token}}" },
  "requests": [
    { "id": "read", "method": "GET", "url": "{{baseUrl}}/{{orderId}}", "query": [{ "name": "t", "value": "{{$guid}}" }] },
    {
      // made here
      "id": "create-order", "name": "Create", "method": "POST", "url": "http://127.0.0.1/{{$secret KEY}}", "disabled": false,
      "body": { "json": { "big": 9007199254740993, "__proto__": { "a": 1 } } },
      "extract": [{ "variable": "orderId", "from": "body", "path": "$.id" }]
    },
    { "id": "last", "method": "FETCH IT", "url": "http://127.0.0.1/{{orderId}}", "disabled": true }
  ]
}
`;

const analysisOf = (text: string) =>
  analyzeChain(createChainReader()(text, 'main.chain.json'), { required: [], requiresFaults: [] });

const FACTS: FormFacts = {
  revision: 3,
  file: 'main.chain.json',
  trusted: true,
  isSample: false,
  environments: ['local'],
  environment: 'local',
  chosen: undefined,
  exchange: undefined,
  running: undefined,
  of: () => undefined,
  values: new Map([['orderId', { shown: '"a"' }]]),
  say: inEnglish,
  fixes: ({ code }) => [code],
};

const show = (facts: Partial<FormFacts> = {}, text = CHAIN) =>
  chainForm(analysisOf(text), { ...FACTS, ...facts });

describe('a chain as the form gets it', () => {
  it('has its first rows of data, without their credentials', () => {
    const rows = Array.from({ length: 12 }, (_one, index) => ({
      user: `u${index}`,
      password: 'hush',
      n: index,
    }));
    const text = JSON.stringify({ formatVersion: 2, name: 'Rows', data: rows, requests: [] });
    const { data } = show({}, text);
    assert.deepEqual(data?.columns, ['user', 'password', 'n']);
    assert.deepEqual(data.rows.slice(0, 2), [
      ['u0', '••••••', '0'],
      ['u1', '••••••', '1'],
    ]);
    assert.deepEqual([data.rows.length, data.count], [10, 12]);
    assert.equal(show().data, undefined);
  });

  it('has a line for each request, with the number of its problems', () => {
    assert.deepEqual(show().requests, [
      { id: 'read', name: '', method: 'GET', disabled: false, errors: 3, warnings: 0 },
      { id: 'create-order', name: 'Create', method: 'POST', disabled: false, errors: 1, warnings: 0 },
      { id: 'last', name: '', method: 'FETCH IT', disabled: true, errors: 1, warnings: 0 },
    ]);
  });

  it('has the settings without the requests and without comments', () => {
    const { chain, chosen, variables } = show();
    assert.equal(chain, '{"formatVersion":1,"name":"Orders","auth":{"type":"bearer","token":"{{token}}"}}');
    assert.equal(chosen, undefined);
    assert.deepEqual(
      variables.map(({ name, state }) => [name, state]),
      [['token', 'unresolved']],
    );
  });

  it('has the chosen request digit for digit, names that objects inherit included', () => {
    assert.equal(
      show({ chosen: 1 }).chosen?.text,
      '{"id":"create-order","name":"Create","method":"POST","url":"http://127.0.0.1/{{$secret KEY}}",' +
        '"disabled":false,"body":{"json":{"big":9007199254740993,"__proto__":{"a":1}}},' +
        '"extract":[{"variable":"orderId","from":"body","path":"$.id"}]}',
    );
  });

  it('shows problems at their places in the chosen request, with their fixes', () => {
    const { problems } = show({ chosen: 0 });
    assert.deepEqual(
      problems.map(({ path, severity, fixes }) => ({ path, severity, fixes })),
      [
        // The token of the chain's authentication, which the request inherits.
        { path: ['id'], severity: 'error', fixes: ['unresolved'] },
        { path: ['url'], severity: 'error', fixes: ['unresolved'] },
        { path: ['url'], severity: 'error', fixes: ['used-before-produced'] },
      ],
    );
  });

  it('says what references lead to', () => {
    assert.deepEqual(show({ chosen: 2 }).variables, [
      { name: 'orderId', state: 'resolved', explanation: 'Create', shown: '"a"', producer: 1 },
    ]);
    assert.deepEqual(
      [...show({ chosen: 0 }).variables, ...show({ chosen: 1 }).variables].map(({ name, state }) => [
        name,
        state,
      ]),
      [
        ['baseUrl', 'unresolved'],
        ['orderId', 'unresolved'],
        ['$guid', 'builtIn'],
        ['$secret KEY', 'secret'],
      ],
    );
  });

  it('says which requests need a value of a later one', () => {
    const { orderProblems } = show();
    assert.equal(orderProblems.length, 1);
    assert.match(orderProblems[0] ?? '', /orderId/);
  });

  it('says how each request ended last, and the progress of a current run', () => {
    const result = resultOf('create-order');
    const view = show({
      of: (id) => (id === 'create-order' ? result : undefined),
      exchange: { run: 4, index: 7 },
      chosen: 1,
    });
    assert.equal(view.requests[1]?.progress?.state, 'finished');
    assert.deepEqual([view.running, view.chosen?.run, view.chosen?.runIndex], [false, 4, 7]);
    const running = show({
      of: () => result,
      running: {
        run: 1,
        chain: { file: 'main.chain.json', name: 'Orders' },
        startedAt: '2026-01-01T00:00:00Z',
        durationMs: 0,
        outcome: 'running',
        notes: [],
        requests: [
          {
            planned: { request: { chain: 'login.chain.json', id: 'read' }, name: 'r', method: 'GET' },
            progress: { state: 'waiting' },
          },
          {
            planned: { request: { chain: 'main.chain.json', id: 'last' }, name: 'l', method: 'GET' },
            progress: { state: 'running', attempt: 1 },
          },
        ],
      },
    });
    assert.deepEqual(
      [running.running, running.requests.map(({ progress }) => progress?.state)],
      [true, ['finished', 'finished', 'running']],
    );
  });
});

describe('a text that cannot be shown as a form', () => {
  const torn: [title: string, text: string][] = [
    ['is empty', ''],
    ['is not an object', '[]'],
    ['has a bracket too few', '{ "formatVersion": 1, "name": "a", "requests": ['],
    ['lacks a value', CHAIN.replace('"GET"', '')],
    ['has no list of requests', '{ "formatVersion": 1, "name": "a", "requests": {} }'],
    ['has a request that is none', '{ "formatVersion": 1, "name": "a", "requests": [null] }'],
    ['is nested too deep', `{ "requests": [${'['.repeat(600)}${']'.repeat(600)}] }`],
  ];
  for (const [title, text] of torn) {
    it(title, () => {
      assert.notEqual(syntaxProblem(analysisOf(text).source), undefined);
    });
  }

  const readable: [title: string, text: string][] = [
    ['a request lacks its method', '{ "formatVersion": 1, "name": "a", "requests": [{ "id": "a" }] }'],
    ['there are no requests yet', '{ "formatVersion": 1, "name": "a" }'],
    ['a member is duplicate', '{ "formatVersion": 1, "name": "a", "name": "b", "requests": [] }'],
    ['two requests have one id', CHAIN.replace('"last"', '"read"')],
  ];
  for (const [title, text] of readable) {
    it(`is shown although ${title}`, () => {
      assert.equal(syntaxProblem(analysisOf(text).source), undefined);
    });
  }

  it('is shown as it was before, with the place', () => {
    const problem = syntaxProblem(analysisOf(CHAIN.replace('"GET",', '"GET"')).source);
    assert.ok(problem !== undefined);
    const before = show({ chosen: 0 });
    assert.deepEqual(brokenForm(problem, { ...FACTS, revision: 9 }, before), {
      ...before,
      revision: 9,
      broken: { message: problem.message, line: 6, column: 37 },
    });
    assert.deepEqual(brokenForm(problem, FACTS, undefined).requests, []);
  });
});

describe('the chosen request', () => {
  const { source } = analysisOf(CHAIN);
  const follows: [title: string, before: FormTarget, after: FormTarget][] = [
    ['stays', { index: 1, id: 'create-order' }, { index: 1, id: 'create-order' }],
    ['is followed to another place', { index: 0, id: 'last' }, { index: 2, id: 'last' }],
    ['is the same under another id', { index: 2, id: 'end' }, { index: 2, id: 'last' }],
    ['is the last one when it is gone', { index: 9, id: 'gone' }, { index: 2, id: 'last' }],
    ['is none while the settings are shown', null, null],
  ];
  for (const [title, before, after] of follows) {
    it(title, () => {
      assert.deepEqual(followTarget(source, before), after);
    });
  }

  it('is asked for by its place and its id', () => {
    assert.equal(partOf(source, { index: 0, id: 'read' })?.part?.id, 'read');
    assert.deepEqual(partOf(source, null), { part: undefined });
    assert.equal(partOf(source, { index: 0, id: 'last' }), undefined);
    assert.equal(partOf(source, { index: 7, id: '' }), undefined);
  });
});
