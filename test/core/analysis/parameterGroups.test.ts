import assert from 'node:assert/strict';
import { analyzeChain } from '../../../src/core/analysis/analyzeChain';
import { createChainReader } from '../../../src/core/analysis/readSource';
import type { Surroundings } from '../../../src/core/analysis/analysis';
import type { KnownValues } from '../../../src/core/language/available';
import { troubledCount } from '../../../src/core/analysis/parameter';
import { parameterGroups } from '../../../src/core/analysis/parameterGroups';

const groupsOf = (
  chain: object | string,
  known: KnownValues = new Map(),
  around: Partial<Surroundings> = {},
) => {
  const text = typeof chain === 'string' ? chain : JSON.stringify(chain);
  const groups = parameterGroups(
    analyzeChain(createChainReader()(text, 'f'), { required: [], requiresFaults: [], ...around }),
    known,
  );
  return { text, groups };
};

const chain = {
  formatVersion: 1,
  name: 'x',
  auth: { type: 'bearer', token: '{{token}}' },
  variables: { greeting: 'Hi {{who}}', who: 'you', spare: 1 },
  requests: [
    {
      id: 'create',
      method: 'POST',
      url: '/{{notMissed}}',
      body: { text: '{{greeting}}' },
      extract: [{ variable: 'token', from: 'header', name: 'X-Token' }],
      disabled: true,
    },
    {
      id: 'read',
      method: 'GET',
      url: '/{{missing}}',
      headers: [{ name: 'If-Match', value: '{{greeting}}' }],
    },
  ],
};

describe('parameterGroups', () => {
  const { text, groups } = groupsOf(chain);
  const places = Object.fromEntries(
    groups.flatMap(({ parameters }) =>
      parameters.map((parameter) => [
        parameter.name,
        parameter.places.map(({ role, owner, part, fails }) =>
          [role, owner, part, fails ? 'fails' : ''].filter((word) => word !== '').join(' '),
        ),
      ]),
    ),
  );

  it('puts what is broken first, then what nobody uses', () => {
    assert.deepEqual(
      groups.map(({ health, parameters }) => [health, parameters.map(({ name }) => name).sort()]),
      [
        ['broken', ['missing', 'token']],
        ['unused', ['spare']],
        ['healthy', ['greeting', 'notMissed', 'who']],
      ],
    );
  });

  it('names producers and consumers, and their texts', () => {
    assert.deepEqual(places['greeting'], ['constant', 'use create body', 'use read header If-Match']);
    assert.deepEqual(places['who'], ['constant', 'use greeting']);
    assert.deepEqual(places['missing'], ['use read path fails']);
    assert.deepEqual(places['notMissed'], ['use create path']);
    assert.equal(places['token']?.[0], 'extraction create header X-Token fails');
  });

  it('has the position of each place', () => {
    const [place] =
      groups.flatMap(({ parameters }) => parameters).find(({ name }) => name === 'missing')?.places ?? [];
    assert.equal(text.slice(place?.range.start, place?.range.end), '{{missing}}');
  });

  it('brings the problems of a variable along', () => {
    const [missing] = groups[0]?.parameters.filter(({ name }) => name === 'missing') ?? [];
    assert.ok((missing?.problems.length ?? 0) > 0);
  });

  const faults: [title: string, around: Partial<Surroundings>][] = [
    ['the environment does not exist', { environmentFault: 'There is no "gone".' }],
    ['a required chain does not exist', { requiresFaults: [{ index: 0, message: 'There is no "gone".' }] }],
  ];
  for (const [title, around] of faults) {
    it(`calls what nothing defines broken while ${title}, and says so`, () => {
      const [broken, ...others] = groupsOf(chain, new Map(), around).groups;
      assert.equal(broken?.health, 'broken');
      const missing = broken.parameters.find(({ name }) => name === 'missing');
      assert.deepEqual(missing?.problems, ['There is no "gone".']);
      assert.deepEqual(others.flatMap(({ parameters }) => parameters.map(({ name }) => name)).sort(), [
        'greeting',
        'notMissed',
        'spare',
        'who',
      ]);
    });
  }

  it('leaves open what nobody could look for', () => {
    const [broken] = groupsOf(chain, new Map(), { isUnknown: true }).groups;
    assert.deepEqual(
      broken?.parameters.map(({ name }) => name),
      ['token'],
    );
  });

  it('shows the last values, and those that files state', () => {
    const shown = groupsOf(chain, new Map([['token', { shown: '"‹secret:7f3a›"' }]])).groups;
    const values = shown.flatMap(({ parameters }) =>
      parameters.map(({ name, value = 'none' }) => [name, value]),
    );
    assert.deepEqual(Object.fromEntries(values), {
      missing: 'none',
      token: '"‹secret:7f3a›"',
      greeting: '"Hi you"',
      notMissed: 'none',
      who: '"you"',
      spare: '1',
    });
  });

  it('counts what needs attention', () => {
    assert.equal(troubledCount(groups), 3);
  });

  for (const odd of ['', '[]', '{', '{ "requests": [1, null] }']) {
    it(`has no groups for ${JSON.stringify(odd)}`, () => {
      assert.deepEqual(groupsOf(odd).groups, []);
    });
  }
});

describe('variables of requests', () => {
  const request = (id: string, more: object) => ({ id, method: 'GET', url: '/', ...more });
  const { groups } = groupsOf({
    formatVersion: 2,
    name: 'x',
    auth: { type: 'bearer', token: '{{signed}}' },
    variables: { key: 'k' },
    requests: [
      request('one', { variables: { signed: '{{key}}-1', idle: 1 } }),
      request('two', { variables: { signed: 2 }, auth: { type: 'none' }, url: '/{{signed}}' }),
      request('three', { variables: { circle: '{{circle}}', signed: 3 } }),
    ],
  });
  const shown = groups.flatMap(({ health, parameters }) =>
    parameters.map(({ name, request: of, value, places }) =>
      [health, of?.id ?? 'chain', name, value, places.map(({ role, part }) => `${role} ${part}`.trim())].join(
        ' | ',
      ),
    ),
  );

  it('are listed for each request, with the authentication of the chain that uses them', () => {
    assert.deepEqual(shown, [
      'broken | three | circle | "{{circle}}" | own,use variables circle',
      'unused | one | idle | 1 | own',
      'healthy | chain | key | "k" | constant,use variables signed',
      'healthy | one | signed | "k-1" | own,use auth token',
      'healthy | two | signed | 2 | own,use path',
      'healthy | three | signed | 3 | own,use auth token',
    ]);
  });

  it('tell what is wrong', () => {
    assert.match(groups[0]?.parameters[0]?.problems.join() ?? '', /circle refers to itself/);
  });
});
