import assert from 'node:assert/strict';
import { analyzeChain } from '../../../src/core/analysis/analyzeChain';
import type { ChainAnalysis, Definition, Surroundings } from '../../../src/core/analysis/analysis';
import { readEnvironmentSource } from '../../../src/core/analysis/environmentSource';
import { createChainReader } from '../../../src/core/analysis/readSource';
import { consumersOf } from '../../../src/core/analysis/variables';

const read = (chain: object, file = 'main.chain.json') =>
  createChainReader()(
    JSON.stringify(
      { formatVersion: 1, name: 'Test', variables: {}, auth: { type: 'none' }, requests: [], ...chain },
      null,
      2,
    ),
    file,
  );

/** An environment with these variables. */
const environmentOf = (variables: object) => {
  const text = JSON.stringify({ formatVersion: 1, name: 'local', variables });
  const environment = readEnvironmentSource(text, 'local.environment.json');
  assert.ok(environment !== undefined);
  return environment;
};

const nothing: Surroundings = {
  required: [],
  requiresFaults: [],
  environment: environmentOf({ baseUrl: 'http://h' }),
};

function analyze(
  requests: readonly object[],
  more: object = {},
  around: Partial<Surroundings> = {},
): ChainAnalysis {
  return analyzeChain(read({ ...more, requests }), { ...nothing, ...around });
}

const get = (id: string, target: string, more: object = {}) => ({
  id,
  name: id.toUpperCase(),
  method: 'GET',
  url: `{{baseUrl}}/${target}`,
  ...more,
});
const takes = (...names: readonly string[]) => ({
  extract: names.map((variable) => ({ variable, from: 'body', path: `$.${variable}` })),
});
const maybe = (...names: readonly string[]) => ({
  extract: names.map((variable) => ({ variable, from: 'body', path: `$.${variable}`, optional: true })),
});
const bearer = (token: string) => ({ auth: { type: 'bearer', token } });

/** Problems as `code variable request: marked text`. */
const shown = ({ problems, source }: ChainAnalysis) =>
  problems.map(
    ({ code, variable = '-', request = '-', range }) =>
      `${code} ${variable} ${request}: ${source.text.slice(range.start, range.end)}`,
  );
const messages = ({ problems }: ChainAnalysis) => problems.map(({ message }) => message);
const edges = ({ dependencies }: ChainAnalysis) =>
  dependencies.map(
    ({ from, to, variable, kind, broken }) => `${from} → ${to} ${variable} ${kind}${broken ? ' broken' : ''}`,
  );

describe('analyzeChain', () => {
  it('finds nothing wrong with a chain that is fine', () => {
    const analysis = analyze([get('make', '', takes('id')), get('use', '{{id}}')]);
    assert.deepEqual(analysis.problems, []);
    assert.deepEqual(edges(analysis), ['make → use id data']);
  });

  const order = 'used-before-produced';
  const findings: [
    title: string,
    requests: readonly object[],
    more: object,
    problems: readonly string[],
    message?: string,
  ][] = [
    [
      'a reference to nothing',
      [get('a', '{{nope}}')],
      {},
      ['unresolved nope a: {{nope}}'],
      'Nothing defines nope. Extract it from an earlier response, or add it to the variables of the chain or the environment.',
    ],
    [
      'a reference before its extraction',
      [get('a', '{{id}}'), get('b', '', takes('id'))],
      {},
      [`${order} id a: {{id}}`],
      'id is used before B extracts it. Move B before A.',
    ],
    [
      'a producer that needs others to move along',
      [get('a', '{{id}}'), get('l', '', takes('t')), get('b', '{{t}}', takes('id')), get('z', '{{id}}')],
      {},
      [`${order} id a: {{id}}`],
      'id is used before B extracts it. Move A after B.',
    ],
    [
      'requests that need each other',
      [get('a', '{{y}}', takes('x')), get('b', '{{x}}', takes('y'))],
      {},
      [`${order} y a: {{y}}`],
      'y is used before B extracts it. B needs A in turn, so no order works: take y from somewhere else.',
    ],
    [
      'a reference in the request that extracts it',
      [get('a', '{{id}}', takes('id'))],
      {},
      [`${order} id a: {{id}}`],
      'id is used by the request that extracts it. Extract it from an earlier response.',
    ],
    [
      'an extraction of a request that is switched off',
      [get('a', '', { ...takes('id'), disabled: true }), get('b', '{{id}}')],
      {},
      ['broken-producer id b: {{id}}'],
      'id comes from A, which is switched off. Switch A on, or define id elsewhere.',
    ],
    [
      'an extraction that nobody uses',
      [get('a', '', takes('spare'))],
      {},
      ['unused spare a: spare'],
      'Nothing in this chain uses spare. Remove it unless a chain that requires or runs this one needs it.',
    ],
    ['a constant that nobody uses', [get('a', '')], { variables: { spare: 1 } }, ['unused spare -: spare']],
    [
      'a reference in an expectation',
      [get('a', '', { expect: { body: [{ path: '$.x', equals: '{{nope}}' }] } })],
      {},
      ['unresolved nope a: {{nope}}'],
    ],
    [
      'a variable once for a request that uses it twice',
      [get('a', '{{nope}}/{{nope}}')],
      {},
      ['unresolved nope a: {{nope}}'],
    ],
    [
      'what a constant needs',
      [get('a', '{{outer}}')],
      { variables: { outer: 'x{{inner}}' } },
      ['unresolved inner a: {{outer}}'],
      'inner, which outer needs, is defined nowhere. Extract it from an earlier response, or add it to the variables of the chain or the environment.',
    ],
    [
      'what a constant needs too early',
      [get('a', '{{outer}}'), get('b', '', takes('inner'))],
      { variables: { outer: 'x{{inner}}' } },
      [`${order} inner a: {{outer}}`],
      'inner, which outer needs, is used before B extracts it. Move B before A.',
    ],
    [
      'what the inherited authentication needs too early, at the id',
      [get('a', ''), get('login', '', { ...takes('token'), auth: { type: 'none' } })],
      bearer('{{token}}'),
      [`${order} token a: a`],
      'token for the inherited authentication is used before LOGIN extracts it. Move LOGIN before A.',
    ],
    [
      'an extraction that is overwritten before anybody used it',
      [get('a', '', takes('id')), get('b', '', takes('id')), get('c', '{{id}}')],
      {},
      ['duplicate-extraction id b: id'],
      'id is extracted already by A, and nothing uses it in between. Remove one of the two, or give it another name.',
    ],
    [
      'a variable that a request extracts twice',
      [get('a', '', takes('id', 'id')), get('c', '{{id}}')],
      {},
      ['duplicate-extraction id a: id'],
      'id is extracted already by an extraction before this one. Remove one of the two, or give it another name.',
    ],
    [
      'nothing in extractions that are alternatives of each other',
      [get('a', '', maybe('id', 'id')), get('b', '', maybe('id')), get('c', '{{id}}')],
      {},
      [],
    ],
    [
      'an extraction that replaces what may be found before it',
      [get('a', '', maybe('id')), get('b', '', takes('id')), get('c', '{{id}}')],
      {},
      ['duplicate-extraction id b: id'],
    ],
    [
      'an extraction that hides a constant',
      [get('a', '{{id}}', {}), get('b', '', takes('id')), get('c', '{{id}}')],
      { variables: { id: 1 } },
      ['shadowing id b: id'],
      'From here on id hides the id of this chain. Rename one of the two if they are not meant to be the same.',
    ],
    [
      'a constant that hides a variable of the environment',
      [get('a', '')],
      { variables: { baseUrl: 'x' } },
      ['shadowing baseUrl -: baseUrl'],
      'baseUrl hides the baseUrl of the environment local. Rename one of the two, or remove one if they are meant to be the same.',
    ],
    [
      'constants that go round in a circle, once',
      [get('a', '{{x}}{{y}}')],
      { variables: { x: '{{y}}', y: 'y{{z}}', z: '{{x}}' } },
      ['circular x -: {{y}}'],
      'The variable x refers to itself: x → y → z → x. Give one of them a value without a reference.',
    ],
    [
      'a constant that refers to itself',
      [get('a', '{{x}}')],
      { variables: { x: '{{x}}' } },
      ['circular x -: {{x}}'],
    ],
    ['a built-in that there is not', [get('a', '{{$guidd}}')], {}, ['unknown-built-in - a: {{$guidd}}']],
    [
      'a built-in with wrong arguments, in constants too',
      [get('a', '{{$randomInt 5 1}}{{x}}')],
      { variables: { x: '{{$secret}}' } },
      ['unknown-built-in - -: {{$secret}}', 'unknown-built-in - a: {{$randomInt 5 1}}'],
      '$secret takes one name. Write it like {{$secret NAME}}.',
    ],
    [
      'paths and expressions that cannot work',
      [
        get('a', '{{x}}', {
          extract: [
            { variable: 'x1', from: 'body', path: 'id' },
            { variable: 'x2', from: 'body', regex: '(' },
            { variable: 'x3', from: 'body', decode: { as: 'jwt', path: 'sub' } },
          ],
          expect: { body: [{ path: '$[', exists: true }, { matches: '(?=x)' }, { matches: '({{x}}' }] },
        }),
        get('b', '{{x1}}{{x2}}{{x3}}'),
      ],
      { variables: { x: 1 } },
      [
        'invalid-path - a: id',
        'invalid-regex - a: (',
        'invalid-path - a: sub',
        'invalid-path - a: $[',
        'invalid-regex - a: (?=x)',
      ],
      'The path `id` does not begin with `$`; write for example `$.id`. Correct it.',
    ],
    [
      'a credential that is written out',
      [get('a', '', bearer('abc.def'))],
      {},
      ['hard-coded-credential - a: abc.def'],
      '"token" of the authentication is written out in this file. Store it as a secret, and write {{$secret NAME}} in its place.',
    ],
  ];
  for (const [title, requests, more, problems, message] of findings) {
    it(`finds ${title}`, () => {
      const analysis = analyze(requests, more);
      assert.deepEqual(shown(analysis), problems);
      if (message !== undefined) {
        assert.equal(messages(analysis)[0], message);
      }
    });
  }

  const fine: [title: string, requests: readonly object[], more: object, around?: Partial<Surroundings>][] = [
    [
      'a use inside another constant',
      [get('a', '{{outer}}')],
      { variables: { outer: 'x{{inner}}', inner: 1 } },
    ],
    [
      'a use inside a variable of the environment',
      [get('a', '', takes('token')), get('b', '{{header}}')],
      {},
      { environment: environmentOf({ baseUrl: 'h', header: 'Bearer {{token}}' }) },
    ],
    [
      'a use inside a constant of a required chain',
      [get('a', '', takes('token')), get('b', '{{header}}')],
      {},
      { required: [read({ variables: { header: 'Bearer {{token}}' } }, 'login.chain.json')] },
    ],
    [
      'a use by the inherited authentication',
      [get('a', '', { ...takes('token'), auth: { type: 'none' } }), get('b', '')],
      bearer('{{token}}'),
    ],
    [
      'an extraction that is used before it is overwritten',
      [get('a', '', takes('etag')), get('b', '{{etag}}', takes('etag')), get('c', '{{etag}}')],
      {},
    ],
    [
      'an extraction of a required chain',
      [get('a', '{{token}}')],
      {},
      { required: [read({ requests: [get('login', '', takes('token'))] }, 'login.chain.json')] },
    ],
    [
      'what nothing defines in a request that is switched off',
      [get('a', '{{nope}}', { disabled: true })],
      {},
    ],
    [
      'what nothing defines in a row that is switched off',
      [get('a', '', { query: [{ name: 'q', value: '{{nope}}', disabled: true }] })],
      {},
    ],
  ];
  for (const [title, requests, more, around] of fine) {
    it(`is content with ${title}`, () => {
      assert.deepEqual(shown(analyze(requests, more, around)), []);
    });
  }

  it('keeps quiet about what unknown surroundings may define, and says why they are unknown', () => {
    const analysis = analyze(
      [get('a', '{{nope}}')],
      { environment: 'gone', requires: ['x.chain.json', 'y.chain.json'] },
      { environmentFault: 'There is none.', requiresFaults: [{ index: 1, message: 'It is broken.' }] },
    );
    assert.deepEqual(shown(analysis), ['environment - -: gone', 'requires - -: y.chain.json']);
    assert.deepEqual(messages(analysis), ['There is none.', 'It is broken.']);
  });

  it('calls nothing unresolved where nobody could look around', () => {
    const chain = [get('a', '{{token}}/{{late}}'), { ...get('b', ''), ...takes('late') }];
    assert.deepEqual(shown(analyze(chain, {}, { isUnknown: true })), [
      'used-before-produced late a: {{late}}',
    ]);
  });

  it('does not take extractions of a required chain that are switched off', () => {
    const required = [
      read({ requests: [get('login', '', { ...takes('token'), disabled: true })] }, 'l.chain.json'),
    ];
    assert.deepEqual(shown(analyze([get('a', '{{token}}')], {}, { required })), [
      'unresolved token a: {{token}}',
    ]);
  });

  it('finds circles outside the chain where it comes to them, and no others', () => {
    const environment = environmentOf({ baseUrl: 'h', x: '{{y}}', y: '{{x}}', p: '{{q}}', q: '{{p}}' });
    assert.deepEqual(shown(analyze([get('a', '{{x}}')], {}, { environment })), ['circular x -: {{x}}']);
  });

  it('gives the problems of reading the file as well, in the order of the file', () => {
    const analysis = analyze([get('a', '{{nope}}'), { id: 'a', method: 'GET', url: 5 }]);
    assert.deepEqual(
      analysis.problems.map(({ code }) => code),
      ['unresolved', 'duplicate-id', 'wrong-type'],
    );
  });

  it('analyzes what can be read of a broken file', () => {
    const source = createChainReader()(
      '{ "requests": [{ "id": "a", "url": "{{x}}" }, { "id": "b", "extract": [{ "variable": "x" }], }, { "id": ] }',
      'f',
    );
    const { variables, problems } = analyzeChain(source, { required: [], requiresFaults: [] });
    assert.deepEqual(
      variables.map(({ name, health }) => `${name} ${health}`),
      ['x broken'],
    );
    assert.ok(problems.some(({ code }) => code === 'syntax'));
  });
});

describe('the last run', () => {
  const lastRun = (
    outcome: 'passed' | 'failed' | 'blocked' | 'skipped',
    missed: Record<string, string> = {},
  ) => ({
    lastRun: new Map([['a', { outcome, missed: new Map(Object.entries(missed)) }]]),
  });
  const chain = (extract: object = {}) => [
    get('a', '', { extract: [{ variable: 'id', from: 'body', path: '$.id', ...extract }] }),
    get('b', '{{id}}'),
  ];

  it('tells of an extraction that found nothing', () => {
    const analysis = analyze(chain(), {}, lastRun('failed', { id: 'The body has no `id`.' }));
    assert.deepEqual(shown(analysis), ['broken-producer id a: id']);
    assert.deepEqual(messages(analysis), [
      'id was not found the last time: The body has no `id`. Correct the extraction, or what it reads.',
    ]);
    assert.equal(analysis.byName.get('id')?.health, 'broken');
    assert.deepEqual(edges(analysis), ['a → b id data broken']);
  });

  it('tells of a producer that failed or was blocked', () => {
    assert.deepEqual(messages(analyze(chain(), {}, lastRun('failed'))), [
      'A failed the last time, so id may have no value. Look at its result first.',
    ]);
    assert.deepEqual(messages(analyze(chain(), {}, lastRun('blocked'))), [
      'A was blocked the last time, so id may have no value. Look at its result first.',
    ]);
  });

  it('takes any of several producers for enough when each may find nothing', () => {
    const requests = [get('a', '', takes('id')), get('b', '', maybe('id')), get('c', '{{id}}')];
    const run = (...outcomes: readonly ('passed' | 'failed' | 'nothing')[]) => ({
      lastRun: new Map(
        outcomes.map((outcome, index) => [
          ['a', 'b'][index] ?? '',
          outcome === 'nothing'
            ? { outcome: 'passed' as const, missed: new Map([['id', 'absent']]) }
            : { outcome, missed: new Map<string, string>() },
        ]),
      ),
    });
    const both = ['b → c id data', 'a → c id data'];
    assert.deepEqual(edges(analyze(requests)), both);
    assert.deepEqual(edges(analyze(requests, {}, run('passed', 'nothing'))), both);
    assert.deepEqual(edges(analyze(requests, {}, run('passed', 'failed'))), [`${both[0]} broken`, both[1]]);
    const optional = [get('a', '', maybe('id')), ...requests.slice(1)];
    assert.deepEqual(edges(analyze(optional, {}, run('nothing', 'nothing'))), [
      `${both[0]} broken`,
      `${both[1]} broken`,
    ]);
  });

  it('says nothing about what passed, was skipped, or is optional', () => {
    for (const [extract, run] of [
      [{}, lastRun('passed')],
      [{}, lastRun('skipped')],
      [{ optional: true }, lastRun('passed', { id: 'nothing' })],
    ] as const) {
      const analysis = analyze(chain(extract), {}, run);
      assert.deepEqual(shown(analysis), []);
      assert.equal(analysis.byName.get('id')?.health, 'healthy');
    }
  });
});

describe('the variables', () => {
  const kinds = (definitions: readonly Definition[]) =>
    definitions.map((definition) =>
      definition.kind === 'extraction'
        ? `extraction ${definition.requestId}`
        : `${definition.kind} ${definition.file}`,
    );
  const required = [
    read({ variables: { id: 1 } }, 'first.chain.json'),
    read({ variables: { id: 2 }, requests: [get('r', '', takes('id'))] }, 'second.chain.json'),
  ];
  const analysis = analyze(
    [
      get('a', '{{id}}', takes('id')),
      get('b', '{{id}}', { ...takes('id'), disabled: true }),
      get('c', '{{id}}', bearer('{{id}}')),
    ],
    { variables: { id: 0, other: '{{id}}' } },
    { required, environment: environmentOf({ baseUrl: 'h', id: 3, spare: 4 }) },
  );
  const id = analysis.byName.get('id');

  it('have their definitions, innermost first', () => {
    assert.deepEqual(kinds(id?.definitions ?? []), [
      'extraction a',
      'extraction b',
      'constant main.chain.json',
      'required second.chain.json',
      'required second.chain.json',
      'required first.chain.json',
      'environment local.environment.json',
    ]);
  });

  it('have their uses in order, each with the definition that counts there', () => {
    assert.deepEqual(
      id?.uses.map(({ requestId, constant, location, definition }) => [
        requestId ?? constant,
        location.in,
        definition === undefined ? [] : kinds([definition])[0],
      ]),
      [
        ['other', 'body', 'extraction a'],
        ['a', 'path', 'constant main.chain.json'],
        ['b', 'path', 'extraction a'],
        ['c', 'path', 'extraction a'],
        ['c', 'auth', 'extraction a'],
      ],
    );
  });

  it('come in order of appearance, and then those that could be used', () => {
    assert.deepEqual(
      analysis.variables.map(({ name, health }) => `${name} ${health}`),
      ['id healthy', 'other unused', 'baseUrl healthy', 'spare healthy'],
    );
  });

  it('are consumed by the requests that use them, and by those that inherit an authentication with them', () => {
    const inheriting = analyze(
      [
        get('login', '', { ...takes('token'), auth: { type: 'none' } }),
        get('a', ''),
        get('b', '{{token}}', bearer('x')),
      ],
      bearer('{{token}}'),
    );
    const token = inheriting.byName.get('token');
    assert.ok(token !== undefined);
    assert.deepEqual(consumersOf(token, inheriting.source), ['a', 'b']);
    assert.deepEqual(edges(inheriting), ['login → a token authentication', 'login → b token data']);
  });
});

describe('the dependencies', () => {
  it('tell authentication from data', () => {
    const analysis = analyze([
      get('a', '', takes('t')),
      get('b', '{{t}}', bearer('{{t}}')),
      get('c', '', {
        headers: [
          { name: 'X-Api-Key', value: '{{t}}' },
          { name: 'X-Trace', value: '{{t}}' },
        ],
      }),
    ]);
    assert.deepEqual(edges(analysis), [
      'a → b t data',
      'a → b t authentication',
      'a → c t authentication',
      'a → c t data',
    ]);
  });

  it('go through constants, and to the last producer before', () => {
    const analysis = analyze(
      [get('a', '', takes('id')), get('b', '{{id}}', takes('id')), get('c', '{{outer}}')],
      { variables: { outer: '{{inner}}', inner: '{{id}}' } },
    );
    assert.deepEqual(edges(analysis), ['a → b id data', 'b → c id data']);
  });

  it('are broken when the producer comes too late or is switched off', () => {
    const analysis = analyze([
      get('a', '{{x}}{{y}}'),
      get('b', '', takes('x')),
      get('c', '', { ...takes('y'), disabled: true }),
    ]);
    assert.deepEqual(edges(analysis), ['b → a x data broken', 'c → a y data broken']);
  });
});

describe('an analysis of something huge', () => {
  it('takes bounded time for constants in a long row and requests in reverse order', () => {
    const count = 700;
    const variables = Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`c${index}`, `{{c${index + 1}}}`]),
    );
    const requests = Array.from({ length: count }, (_, index) =>
      get(`r${index}`, `{{c${index}}}/{{x${index + 1}}}`, takes(`x${index}`)),
    );
    const { problems } = analyze(requests, { variables });
    assert.equal(problems.filter(({ code }) => code === 'used-before-produced').length, count - 1);
  });
});
