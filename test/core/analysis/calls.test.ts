/** What the analyzer says of the steps of a chain that run another one. */
import assert from 'node:assert/strict';
import type { CalledSource, ChainAnalysis, Surroundings } from '../../../src/core/analysis/analysis';
import { analyzeChain } from '../../../src/core/analysis/analyzeChain';
import { defined } from '../../../src/core/defined';
import { readEnvironmentSources } from '../../../src/core/language/environmentSources';
import { createChainReader } from '../../../src/core/analysis/readSource';

const chain = (requests: readonly object[], more: object = {}) =>
  JSON.stringify({ formatVersion: 2, name: 'c', ...more, requests });
const send = (id: string, url: string, ...variables: readonly string[]) => ({
  ...{ id, method: 'GET', url },
  extract: variables.map((variable) => ({ variable, from: 'body', path: `$.${variable}` })),
});
const call = (more: object = {}) => ({ id: 'pay', chain: 'pay.chain.json', ...more });

/** A chain of these requests, around it what `pay.chain.json` is. */
function analyzed(
  requests: readonly object[],
  pay: CalledSource,
  around: Partial<Surroundings> = {},
): ChainAnalysis {
  const source = createChainReader()(chain(requests), 'main.chain.json');
  const called = new Map([['pay.chain.json', pay]]);
  return analyzeChain(source, { required: [], requiresFaults: [], called, ...around });
}

/** Code of each problem, the text that it points at, and its message. */
function problemsOf({ source: { text }, problems }: ChainAnalysis): readonly string[] {
  return problems.map(
    ({ code, range, message }) => `${code} ${text.slice(range.start, range.end)}: ${message}`,
  );
}

describe('the analysis of steps that run a chain', () => {
  it('says why one cannot be run, and nothing more', () => {
    const requests = [
      call({ with: { x: 1 }, take: ['receipt'] }),
      send('show', 'http://h/{{receipt}}'),
      { ...call(), id: 'again' },
    ];
    const analysis = analyzed(requests, { required: [], fault: 'It does not exist.' });
    assert.deepEqual(problemsOf(analysis), [
      'called-chain pay.chain.json: It does not exist.',
      'called-chain pay.chain.json: It does not exist.',
    ]);
    assert.deepEqual(
      analysis.problems.map(({ request, severity }) => `${request ?? ''} ${severity}`),
      ['pay error', 'again error'],
    );
  });

  /** A chain that is called, with its own surroundings. */
  const pay = (
    requests: readonly object[],
    more: object = {},
    required: readonly object[] = [],
  ): CalledSource => ({
    source: createChainReader()(chain(requests, more), 'pay.chain.json'),
    required: required.map((head) =>
      createChainReader()(chain([send('login', '/', 'token')], head), 'login.chain.json'),
    ),
  });
  const charge = send('charge', 'http://h/{{orderId}}/{{currency}}', 'receiptId', 'total');

  it('says what the chain needs and is not given', () => {
    assert.deepEqual(problemsOf(analyzed([call()], pay([charge], { variables: { currency: 'EUR' } }))), [
      'missing-with pay.chain.json: pay.chain.json needs orderId. Give it in "with", or give it a default in the variables of that chain.',
    ]);
    const given = { orderId: 1, currency: '' };
    assert.deepEqual(problemsOf(analyzed([call({ with: given })], pay([charge]))), []);
  });

  it('knows what else defines a variable of the chain', () => {
    const uses = send('use', 'http://h/{{token}}/{{region}}/{{base}}');
    const [first] = readEnvironmentSources(
      '{ "name": "e", "variables": { "base": "" } }',
      'e.environment.json',
    );
    const called = pay([uses], { variables: { inner: '{{deep}}' } }, [{ variables: { region: '{{zone}}' } }]);
    assert.deepEqual(
      analyzed([call()], called, defined({ environment: first })).problems.map(({ variable }) => variable),
      ['zone'],
      'what a required constant refers to; nothing uses inner',
    );
    assert.deepEqual(
      problemsOf(analyzed([call({ with: { region: 1 } })], called, defined({ environment: first }))),
      [],
      'what is given hides what needs more',
    );
  });

  it('says nothing of what it needs while its environment cannot be read, or the step is switched off', () => {
    const codes = ({ problems }: ChainAnalysis) => problems.map(({ code }) => code);
    assert.deepEqual(codes(analyzed([call()], pay([charge]), { environmentFault: 'None.' })), [
      'environment',
    ]);
    assert.deepEqual(codes(analyzed([call({ disabled: true })], pay([charge]))), []);
  });

  it('says which names of "with" have no effect', () => {
    const given = { orderID: 1, note: '{{$guid}}', orderId: 2, currency: 3 };
    assert.deepEqual(problemsOf(analyzed([call({ with: given })], pay([charge]))), [
      'unused-with orderID: pay.chain.json does not use orderID. Did you mean orderId?',
      'unused-with note: pay.chain.json does not use note. Remove it, or use it there.',
    ]);
  });

  it('says which names of "take" the chain does not extract', () => {
    const off = { ...send('off', '/', 'old'), disabled: true };
    const inner = { id: 'inner', chain: 'more.chain.json', take: ['code'] };
    const take = ['recieptId', 'old', 'total', 'code'];
    const show = send('show', 'http://h/{{recieptId}}{{old}}{{total}}{{code}}');
    assert.deepEqual(
      problemsOf(analyzed([call({ take }), show], pay([send('s', '/', 'receiptId', 'total'), off, inner]))),
      [
        'unknown-take recieptId: pay.chain.json does not extract recieptId. Did you mean receiptId?',
        'unknown-take old: pay.chain.json does not extract old. It extracts receiptId, total and code. Take one of these, or extract it there.',
      ],
    );
    assert.deepEqual(
      problemsOf(analyzed([call({ take: ['code'] }), send('s', 'http://h/{{code}}')], pay([]))),
      [
        'unknown-take code: pay.chain.json does not extract code. It extracts nothing. Extract it there, or remove it here.',
      ],
    );
  });

  it('lets a step give on what is called so in its caller, also the item of a loop', () => {
    const forEach = { in: '{{ids}}', as: 'orderId' };
    const given = { orderId: '{{orderId}}', currency: '{{currency}}' };
    const list = send('list', 'http://h/', 'ids', 'currency');
    assert.deepEqual(problemsOf(analyzed([list, call({ forEach, with: given })], pay([charge]))), []);
  });

  it('lets a step give a secret under the name of an item that decides about it', () => {
    const when = { value: '{{orderId}}', notEquals: '' };
    const forEach = { in: '{{ids}}', as: 'orderId', when };
    const given = { orderId: '{{$secret KEY}}', currency: 1 };
    const list = send('list', 'http://h/', 'ids');
    assert.deepEqual(problemsOf(analyzed([list, call({ forEach, with: given })], pay([charge]))), []);
  });

  it('finds secrets that decide about requests of the chain', () => {
    const when = { value: '{{plan}}', equals: 'pro' };
    const called = pay([{ ...send('charge', 'http://h/{{key}}'), when }], {
      variables: { plan: '{{tier}}' },
    });
    const problems = (given: object) => problemsOf(analyzed([call({ with: given })], called));
    const said = (name: string) =>
      `secret-in-flow ${name}: ${name} is a secret, and decides whether or when pay.chain.json sends a request. That would tell something about it. Use a value that is not secret.`;
    assert.deepEqual(problems({ key: '{{$secret KEY}}', tier: 'x-{{$secret TIER}}' }), [said('tier')]);
    assert.deepEqual(problems({ key: 1, tier: 1, plan: '{{$secret TIER}}' }), [said('plan')]);
    assert.deepEqual(problems({ key: '{{$secret KEY}}', tier: 'pro' }), []);
  });

  it('finds secrets that decide by way of variables of a request', () => {
    const when = { value: '{{plan}}', equals: 'pro' };
    const variables = { plan: '{{level}}', level: 'x-{{tier}}', other: '{{key}}' };
    const charge = { ...send('charge', 'http://h/{{other}}'), variables, when };
    const problems = (given: object) =>
      problemsOf(analyzed([call({ with: given })], pay([charge]))).map((text) => text.split(':')[0]);
    assert.deepEqual(problems({ key: '{{$secret KEY}}', tier: '{{$secret TIER}}' }), ['secret-in-flow tier']);
    assert.deepEqual(problems({ key: '{{$secret KEY}}', tier: 1 }), []);
  });

  it('finds secrets that decide behind further steps', () => {
    const when = { value: '{{plan}}', equals: 'pro' };
    const last = pay([{ ...send('last', 'http://h/{{note}}'), when }]);
    const middle = (disabled: boolean): CalledSource => {
      const given = { plan: 'x-{{level}}', note: '{{key}}' };
      const steps = ['one', 'two'].map((id) => ({ id, chain: 'last.chain.json', with: given, disabled }));
      const { source, required } = pay(steps, { variables: { level: '{{tier}}' } });
      return { ...defined({ source }), required, called: new Map([['last.chain.json', last]]) };
    };
    const outer: CalledSource = {
      ...pay([call({ chain: 'middle.chain.json', with: { tier: '{{kind}}', key: '{{key}}' } })]),
      called: new Map([['middle.chain.json', middle(false)]]),
    };
    const problems = (given: object, called: CalledSource) =>
      problemsOf(analyzed([call({ with: given })], called)).map((text) => text.split(':')[0]);
    const secrets = { key: '{{$secret KEY}}', tier: '{{$secret TIER}}' };
    assert.deepEqual(problems(secrets, middle(false)), ['secret-in-flow tier']);
    assert.deepEqual(problems({ key: '{{$secret KEY}}', kind: '{{$secret TIER}}' }, outer), [
      'secret-in-flow kind',
    ]);
    assert.deepEqual(problems(secrets, middle(true)), []);
  });

  it('knows no parts of a request in a step', () => {
    const given = { orderId: '{{$request.path}}', currency: 1 };
    assert.deepEqual(problemsOf(analyzed([call({ with: given })], pay([charge]))), [
      'request-order {{$request.path}}: $request.path is known in a request only. Write it in a request of the chain that this step runs.',
    ]);
  });
});
