/** What the analyzer says of conditions, pauses, loops and streams. */
import assert from 'node:assert/strict';
import type { Surroundings } from '../../../src/core/analysis/analysis';
import { analyzeChain } from '../../../src/core/analysis/analyzeChain';
import { readEnvironmentSource } from '../../../src/core/analysis/environmentSource';
import { createChainReader } from '../../../src/core/analysis/readSource';

const list = {
  id: 'list',
  method: 'GET',
  url: 'http://h/',
  extract: [{ variable: 'ids', from: 'body', path: '$' }],
};
const request = { id: 'r', method: 'GET', url: 'http://h/' };

/** Code of each problem, and the text that it points at; `r` is the request with these members, after one that extracts `ids`. */
function problemsOf(
  members: object,
  more: object = {},
  surroundings: Partial<Surroundings> = {},
): readonly string[] {
  const text = JSON.stringify({
    formatVersion: 2,
    name: 'c',
    ...more,
    requests: [list, { ...request, ...members }],
  });
  const { problems } = analyzeChain(createChainReader()(text, 'a.chain.json'), {
    required: [],
    requiresFaults: [],
    ...surroundings,
  });
  return problems.map(({ code, range }) => `${code} ${text.slice(range.start, range.end)}`);
}

describe('a loop', () => {
  const forEach = { in: '{{ids}}', as: 'order', when: { value: '{{order.state}}', equals: 'open' } };
  const page = { next: 'cursor', until: { path: '$.next', exists: false } };
  const extract = [{ variable: 'cursor', from: 'body', path: '$.next' }];

  it('has no problem where its request uses the item, its members and its position', () => {
    const url = 'http://h/{{order}}/{{order.customer.id}}/{{$index}}';
    assert.deepEqual(problemsOf({ forEach, url, delayMs: '{{order.pause}}' }), []);
  });

  it('has no problem where pages lead from one to the next', () => {
    assert.deepEqual(
      problemsOf({ forEach: { page }, url: 'http://h/?c={{cursor}}', extract, delayMs: '{{ids}}' }),
      [],
    );
  });

  const problems: readonly [title: string, members: object, expected: readonly string[]][] = [
    ['the item in its own list', { forEach: { in: '{{order}}', as: 'order' } }, ['unresolved {{order}}']],
    [
      'the item in the condition next to it',
      { forEach, when: { value: '{{order}}', equals: 1 } },
      ['unresolved {{order}}'],
    ],
    ['a list that nothing gives', { forEach: { in: '{{lost}}', as: 'order' } }, ['unresolved {{lost}}']],
    ['$index outside of it', { url: 'http://h/{{$index}}' }, ['unknown-built-in {{$index}}']],
    [
      'pages without a next one',
      { forEach: { page }, url: 'http://h/?c={{cursor}}' },
      ['page-without-next cursor'],
    ],
    [
      'a path of its last page',
      { forEach: { page: { ...page, until: { path: '$.[', exists: true } } }, extract },
      ['invalid-path $.['],
    ],
    [
      'an expression of its filter',
      { forEach: { ...forEach, when: [{ value: '{{order}}', matches: '(' }] } },
      ['invalid-regex ('],
    ],
    [
      'a secret as its list',
      { forEach: { in: ['{{$secret A}}'], as: 'order' } },
      ['secret-in-flow {{$secret A}}'],
    ],
  ];
  for (const [title, members, expected] of problems) {
    it(`has a problem with ${title}`, () => {
      assert.deepEqual(
        problemsOf({ ...members }).filter((problem) => !problem.startsWith('unused')),
        expected,
      );
    });
  }

  it('has no position in a constant of the chain', () => {
    assert.deepEqual(problemsOf({ url: 'http://h/{{at}}', forEach }, { variables: { at: '{{$index}}' } }), [
      'unknown-built-in {{$index}}',
    ]);
  });
});

describe('a condition', () => {
  it('has no problem with a value that is there', () => {
    assert.deepEqual(problemsOf({ when: { any: [{ value: '{{ids}}', exists: true }] }, delayMs: 5 }), []);
  });

  it('may ask whether there is a value, and needs one everywhere else', () => {
    const when = [{ value: '{{lost}}', exists: true }];
    assert.deepEqual(
      problemsOf({ when }).filter((problem) => !problem.startsWith('unused')),
      [],
    );
    for (const members of [
      { when, url: 'http://h/{{lost}}' },
      { when: [...when, { value: '{{lost}}', equals: 1 }] },
      { when: { value: '{{lost}}', exists: true, matches: 'a' } },
      { when: { value: 'a{{lost}}', exists: true } },
    ]) {
      assert.deepEqual(
        problemsOf(members).filter((problem) => !problem.startsWith('unused')),
        ['unresolved {{lost}}'],
      );
    }
  });

  const problems: readonly [title: string, members: object, expected: string][] = [
    ['a secret', { when: { value: '{{$secret A}}', equals: 1 } }, 'secret-in-flow {{$secret A}}'],
    [
      'a secret as operand',
      { when: { any: [{ value: 1, equals: '{{$dotenv A}}' }] } },
      'secret-in-flow {{$dotenv A}}',
    ],
    [
      'a list that is a secret',
      { forEach: { in: '{{$processEnv A}}', as: 'one' } },
      'secret-in-flow {{$processEnv A}}',
    ],
    ['a pause that is a secret', { delayMs: '{{$secret A}}' }, 'secret-in-flow {{$secret A}}'],
    [
      'a part of the request',
      { when: { value: '{{$request.url}}', equals: 1 } },
      'request-order {{$request.url}}',
    ],
    ['an expression that is none', { when: { value: 'a', matches: '(' } }, 'invalid-regex ('],
  ];
  for (const [title, members, expected] of problems) {
    it(`has a problem with ${title}`, () => {
      assert.deepEqual(
        problemsOf(members).filter((problem) => !problem.startsWith('unused')),
        [expected],
      );
    });
  }
});

describe('a stream', () => {
  const until = { path: '$.events[-1].data', equals: '{{ids}}' };

  it('has no problem where its condition uses what is extracted before', () => {
    assert.deepEqual(problemsOf({ stream: { until } }), []);
  });

  it('has problems in its condition', () => {
    assert.deepEqual(problemsOf({ stream: { until: { path: '$.events[', matches: '{{none}}' } } }), [
      'unused ids',
      'invalid-path $.events[',
      'unresolved {{none}}',
    ]);
    assert.deepEqual(problemsOf({ stream: { until: { path: '$', matches: '(' } } }), [
      'unused ids',
      'invalid-regex (',
    ]);
  });

  it('is not read by a program of version 1', () => {
    assert.deepEqual(problemsOf({ stream: {} }, { formatVersion: 1 }), ['later-feature 1', 'unused ids']);
  });
});

describe('a secret by way of variables', () => {
  const variables = {
    key: '{{$secret A}}',
    outer: 'x{{key}}',
    signed: "{{$hmac 'sha256' key 'a'}}",
    order: '{{$secret B}}',
    plan: 'pro',
  };
  const when = (variable: string): object => ({ when: { value: `{{${variable}}}`, equals: 1 } });
  const secretsIn = (...given: Parameters<typeof problemsOf>): readonly string[] =>
    problemsOf(...given).filter((problem) => problem.startsWith('secret-in-flow'));

  const found: readonly [title: string, members: object, place: string][] = [
    ['a constant', when('key'), '{{key}}'],
    ['a constant made from another one', when('outer'), '{{outer}}'],
    ['a constant with a function', when('signed'), '{{signed}}'],
    ['a function of a condition', { when: { value: '{{$hex key}}', equals: 1 } }, 'key'],
    ['the list of a loop', { forEach: { in: ['{{key}}'], as: 'one' } }, '{{key}}'],
    ['a list of the name of the item', { forEach: { in: ['{{order}}'], as: 'order' } }, '{{order}}'],
    ['the filter of a loop', { forEach: { in: '{{ids}}', as: 'one', ...when('key') } }, '{{key}}'],
    ['a pause', { delayMs: '{{key}}' }, '{{key}}'],
    ['a variable of the request', { variables: { own: '{{$dotenv A}}' }, ...when('own') }, '{{own}}'],
    [
      'a variable of the request made from a constant',
      { variables: { own: '{{outer}}' }, ...when('own') },
      '{{own}}',
    ],
  ];
  for (const [title, members, place] of found) {
    it(`is found in ${title}`, () => {
      assert.deepEqual(secretsIn(members, { variables }), [`secret-in-flow ${place}`]);
    });
  }

  it('is found in constants of required chains and of the environment', () => {
    const library = { formatVersion: 2, name: 'l', variables: { far: '{{$secret A}}' }, requests: [] };
    const required = [createChainReader()(JSON.stringify(library), 'l.chain.json')];
    const far = JSON.stringify({ formatVersion: 1, name: 'e', variables: { near: '{{$secret A}}' } });
    const environment = readEnvironmentSource(far, 'e.environment.json') ?? assert.fail();
    assert.deepEqual(secretsIn(when('far'), {}, { required }), ['secret-in-flow {{far}}']);
    assert.deepEqual(secretsIn(when('near'), {}, { environment }), ['secret-in-flow {{near}}']);
  });

  const none: readonly [title: string, members: object][] = [
    ['a constant that is none', when('plan')],
    ['a secret that is sent', { ...when('plan'), url: 'http://h/{{key}}' }],
    ['an item of the name of a constant', { forEach: { in: '{{ids}}', as: 'order', ...when('order') } }],
    ['a variable of the request that hides a constant', { variables: { key: 1 }, ...when('key') }],
    ['an extracted value that hides a constant', when('ids')],
  ];
  for (const [title, members] of none) {
    it(`is not found in ${title}`, () => {
      assert.deepEqual(secretsIn(members, { variables: { ...variables, ids: '{{$secret A}}' } }), []);
    });
  }

  it('is named with the variable that leads to it', () => {
    const text = JSON.stringify({
      formatVersion: 2,
      name: 'c',
      variables,
      requests: [{ ...request, ...when('outer') }],
    });
    const { problems } = analyzeChain(createChainReader()(text, 'a.chain.json'), {
      required: [],
      requiresFaults: [],
    });
    assert.deepEqual(
      problems
        .filter(({ code }) => code === 'secret-in-flow')
        .map(({ message, request: id }) => [message, id]),
      [
        [
          '"when" uses a secret through outer. Whether and when the request arrives would tell something about it. Use a value that is not secret.',
          'r',
        ],
      ],
    );
  });
});
