import assert from 'node:assert/strict';
import {
  availableVariables,
  shownText,
  valueText,
  variablesAt,
  type KnownValues,
} from '../../../src/core/language/available';
import { knownValues, sceneOf, type Around } from './insight';

function requestThat(id: string, variables: readonly string[], more: object = {}): object {
  const extract = variables.map((variable) => ({ variable, from: 'body' }));
  return { id, method: 'GET', url: '/', extract, ...more };
}

function chainOf(requests: readonly object[], more: object = {}): object {
  return { formatVersion: 1, name: 'main', ...more, requests };
}

/** `name: kind of definition, producer, shown value` of everything available. */
function available(
  chain: object,
  { index = 99, known = new Map(), ...around }: Around & { index?: number; known?: KnownValues } = {},
): readonly string[] {
  return availableVariables(sceneOf(chain, around).analysis, index, known).map(
    ({ name, definition, producer, value }) =>
      [`${name}:`, definition.kind, producer, value?.shown].filter((part) => part !== undefined).join(' '),
  );
}

describe('availableVariables', () => {
  it('offers what earlier requests extract, the last one first, then constants, requires, environment', () => {
    const chain = chainOf(
      [requestThat('a', ['x', 'y']), requestThat('b', ['z'], { name: 'Bee' }), requestThat('c', ['later'])],
      { variables: { quantity: 2 } },
    );
    const required = [{ formatVersion: 1, name: 'login', requests: [requestThat('login', ['token'])] }];
    const environment = { formatVersion: 1, name: 'local', variables: { baseUrl: 'http://a.test' } };
    assert.deepEqual(available(chain, { index: 2, required, environment }), [
      'z: extraction Bee',
      'x: extraction a',
      'y: extraction a',
      'quantity: constant 2',
      'token: required login',
      'baseUrl: environment "http://a.test"',
    ]);
  });

  it('leaves out what switched off requests extract', () => {
    assert.deepEqual(available(chainOf([requestThat('a', ['x'], { disabled: true })])), []);
  });

  it('takes the innermost of several definitions', () => {
    const chain = chainOf([requestThat('a', ['x']), requestThat('b', ['x'])], { variables: { x: 1, c: 1 } });
    const required = [{ formatVersion: 1, name: 'r', variables: { c: 2, r: 2 }, requests: [] }];
    const environment = { formatVersion: 1, name: 'local', variables: { r: 3, e: '' } };
    assert.deepEqual(available(chain, { index: 1, required, environment }), [
      'x: extraction a',
      'c: constant 1',
      'r: required 2',
      'e: environment ""',
    ]);
  });

  it('tells the last value, and none of what was never extracted', () => {
    const chain = chainOf([requestThat('a', ['x', 'y', 'z'])]);
    assert.deepEqual(available(chain, { known: knownValues({ x: '', y: null }) }), [
      'x: extraction a ""',
      'y: extraction a null',
      'z: extraction a',
    ]);
  });

  const constants: [title: string, variables: object, shown: readonly string[]][] = [
    [
      'resolves constants that refer to others',
      { host: 'a.test', base: 'http://{{host}}', copy: '{{base}}' },
      ['"a.test"', '"http://a.test"', '"http://a.test"'],
    ],
    [
      'leaves references without a value in the text',
      { base: '{{scheme}}://{{host}}', id: '{{$guid}}' },
      ['"{{scheme}}://{{host}}"', '"{{$guid}}"'],
    ],
    ['gives up on constants in a circle', { a: '{{b}}', b: '{{a}}' }, ['"{{a}}"', '"{{a}}"']],
    ['keeps the digits of numbers', { n: 1, o: { p: [true, null] } }, ['1', '{"p":[true,null]}']],
    ['hides a credential that is written out', { password: 's3cret', pin: 1 }, ['"••••••"', '1']],
  ];
  for (const [title, variables, shown] of constants) {
    it(title, () => {
      const { analysis } = sceneOf(chainOf([], { variables }));
      assert.deepEqual(
        availableVariables(analysis, 0, new Map()).map(({ value }) => value?.shown),
        shown,
      );
    });
  }

  const items: [title: string, list: unknown, shown: readonly (string | undefined)[]][] = [
    [
      'the last value of what it reads',
      '{{orders}}',
      ['{"id":7,"by":{"name":"Ann"},"password":"x"}', '7', '"Ann"', undefined, '"••••••"'],
    ],
    [
      'a list that is written out',
      [{ id: 1 }, { id: 2 }],
      ['{"id":1}', '1', undefined, undefined, undefined],
    ],
    ['a list with references', ['{{wanted}}'], ['"{{wanted}}"', undefined, undefined, undefined, undefined]],
    ['an empty list', '{{none}}', [undefined, undefined, undefined, undefined, undefined]],
    ['what is no list', '{{text}}', [undefined, undefined, undefined, undefined, undefined]],
    ['what has a masked part', '{{masked}}', [undefined, undefined, undefined, undefined, undefined]],
    ['what nobody extracted', '{{never}}', [undefined, undefined, undefined, undefined, undefined]],
    ['itself', '{{order}}', ['1', undefined, undefined, undefined, undefined]],
  ];
  for (const [title, list, shown] of items) {
    it(`takes the first item of a loop over ${title}`, () => {
      const variables = ['orders', 'none', 'text', 'masked', 'never', 'order'];
      const chain = chainOf([
        requestThat('a', variables),
        requestThat('b', [], { forEach: { in: list, as: 'order' }, variables: { order: 'hidden' } }),
      ]);
      const known = new Map([
        ...knownValues({
          orders: [{ id: 7, by: { name: 'Ann' }, password: 'x' }, { id: 8 }],
          none: [],
          text: 'a',
          order: [1],
        }),
        ['masked', { shown: '[{"id":••••••}]', raw: [{ id: 1 }] }],
      ]);
      const find = variablesAt(sceneOf(chain).analysis, 1, known);
      assert.deepEqual(
        ['order', 'order.id', 'order.by.name', 'order.id.x', 'order.password'].map(
          (name) => find(name)?.value?.shown,
        ),
        shown,
      );
    });
  }

  it('is not misled by names that every object inherits', () => {
    const chain = '{ "variables": { "__proto__": "x", "constructor": 1 }, "requests": [] }';
    const found = availableVariables(sceneOf(chain).analysis, 0, new Map());
    assert.deepEqual(
      found.map(({ name, value }) => [name, value?.shown]),
      [
        ['__proto__', '"x"'],
        ['constructor', '1'],
      ],
    );
  });

  it('copes with constants that hold each other several times', () => {
    const variables = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`v${index}`, `{{v${index + 1}}}`.repeat(10)]),
    );
    const found = availableVariables(
      sceneOf(chainOf([], { variables: { ...variables, v40: 'lol' } })).analysis,
      0,
      new Map(),
    );
    assert.ok(found.every(({ value }) => (value?.shown.length ?? 0) < 20_000));
  });

  it('copes with constants that refer to each other without end', () => {
    const variables = Object.fromEntries(
      Array.from({ length: 2000 }, (_, index) => [`v${index}`, `{{v${index + 1}}}`]),
    );
    assert.equal(availableVariables(sceneOf(chainOf([], { variables })).analysis, 0, new Map()).length, 2000);
  });
});

describe('shown values', () => {
  const texts: [shown: string, text: string][] = [
    ['"a\\nb"', 'a\nb'],
    ['7', '7'],
    ['{"a":1}', '{"a":1}'],
    ['"broken', '"broken'],
    ['"bad \\x"', 'bad \\x'],
    ['', ''],
    ['"', '"'],
  ];
  for (const [shown, text] of texts) {
    it(`read ${shown} as ${JSON.stringify(text)}`, () => assert.equal(shownText(shown), text));
  }

  it('compare by the value itself where it is known', () => {
    assert.equal(valueText({ shown: '"‹secret:abcd›"', raw: 'abc' }), 'abc');
    assert.equal(valueText({ shown: '7' }), '7');
  });
});
