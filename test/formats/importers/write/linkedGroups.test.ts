/** How chains of one source share values. */
import assert from 'node:assert/strict';
import type { KeptRequest } from '../../../../src/formats/importers/shape/imported';
import { groupRequests } from '../../../../src/formats/importers/write/folderGroups';
import { linkGroups, type LinkedGroup } from '../../../../src/formats/importers/write/linkedGroups';

import { collection, request } from '../collections';
import { createDraw } from '../mutate';

/** A request in a folder that extracts some variables and uses others. */
interface Flow {
  readonly folder: string;
  readonly gives?: readonly string[];
  readonly takes?: readonly string[];
}

function requestOf({ folder, gives = [], takes = [] }: Flow, index: number): KeptRequest {
  const extract = gives.map((variable) => ({ variable, from: 'body', path: '$.id' }));
  const url = `https://a.test/${takes.map((name) => `{{${name}}}`).join('/')}`;
  const one = request(`r${index}`, { url, ...(extract.length === 0 ? {} : { extract }) }, [folder]);
  assert.ok(one.kind === 'kept');
  return one;
}

function linked(flows: readonly Flow[], constants: readonly string[] = []): readonly LinkedGroup[] {
  const requests = flows.map(requestOf);
  const variables = constants.map((name) => ({ name, value: 'x', isSecret: false }));
  return linkGroups(groupRequests(requests, 'chains'), collection(requests, { variables }));
}

/** Each group with its requests, and the positions of what it requires. */
const shown = (groups: readonly LinkedGroup[]): readonly string[] =>
  groups.map(({ folders, isShared, requests, requires }) =>
    [
      isShared ? 'shared' : folders.join('/'),
      ...requests.map(({ name }) => name),
      ...(requires.length === 0 ? [] : [`< ${requires.join(' ')}`]),
    ].join(' '),
  );

describe('the chains of one source', () => {
  const ordersAfter = (login: KeptRequest['request']): readonly string[] => {
    const first = request('r', login, ['Auth']);
    assert.ok(first.kind === 'kept');
    const others = ['A', 'B'].map((folder, index) => requestOf({ folder }, index));
    const requests = [first, ...others];
    return shown(linkGroups(groupRequests(requests, 'chains'), collection(requests)));
  };

  it('share a login that only sets a cookie', () => {
    const body = { form: [{ name: 'password', value: 'x' }] };
    assert.deepEqual(ordersAfter({ method: 'POST', url: 'https://a.test/login', body }), [
      'shared r',
      'A r0 < 0',
      'B r1 < 0',
    ]);
    const changed = { method: 'POST', url: 'https://a.test/me', body };
    assert.deepEqual(ordersAfter(changed), ['Auth r', 'A r0', 'B r1']);
  });

  const login = { folder: 'Auth', gives: ['token'], takes: ['realm'] };
  const cases: [title: string, flows: readonly Flow[], groups: readonly string[]][] = [
    ['require nothing where they share no values', [{ folder: 'A' }, { folder: 'B' }], ['A r0', 'B r1']],
    [
      'share the login, with what it needs',
      [
        { folder: 'Auth', gives: ['realm'] },
        { folder: 'Auth' },
        login,
        { folder: 'A', takes: ['token'] },
        { folder: 'B', takes: ['token'] },
        { folder: 'C' },
      ],
      ['shared r0 r2', 'Auth r1', 'A r3 < 0', 'B r4 < 0', 'C r5'],
    ],
    [
      'share what else gives the value before the login, where something uses that of the login',
      [
        { folder: 'Auth', gives: ['token'] },
        login,
        { folder: 'Auth', takes: ['token'] },
        { folder: 'A', takes: ['token'] },
        { folder: 'B', takes: ['token'] },
      ],
      ['shared r0 r1', 'Auth r2 < 0', 'A r3 < 0', 'B r4 < 0'],
    ],
    [
      'require each other in a row, so that each request is sent once',
      [
        { folder: 'A', gives: ['order'] },
        { folder: 'B', gives: ['item'] },
        { folder: 'C', takes: ['order'], gives: ['user'] },
        { folder: 'D', takes: ['user', 'item'] },
        { folder: 'E' },
      ],
      ['A r0', 'B r1 < 0', 'C r2 < 1', 'D r3 < 2', 'E r4'],
    ],
    [
      'do not share what only few of those that need the login use',
      [
        login,
        { folder: 'A', takes: ['token'], gives: ['order'] },
        { folder: 'B', takes: ['token', 'order'] },
        { folder: 'C', takes: ['token', 'order'] },
        { folder: 'D', takes: ['token'] },
        { folder: 'E', takes: ['token'] },
      ],
      ['shared r0', 'A r1 < 0', 'B r2 < 0 1', 'C r3 < 0 2', 'D r4 < 0', 'E r5 < 0'],
    ],
    [
      'are cut where two need values of each other',
      [
        { folder: 'A', gives: ['a'] },
        { folder: 'B', takes: ['a'], gives: ['b'] },
        { folder: 'A', takes: ['b'] },
      ],
      ['A r0', 'B r1 < 0', 'A r2 < 1'],
    ],
    [
      'are cut where a later request of the required one would give another value',
      [
        { folder: 'A', gives: ['a'] },
        { folder: 'B', takes: ['a'] },
        { folder: 'A', gives: ['a'] },
      ],
      ['A r0', 'B r1 < 0', 'A r2'],
    ],
    [
      'do not require a login where an earlier request uses a constant of that name',
      [
        { folder: 'A', takes: ['key'] },
        { folder: 'Auth', gives: ['key'] },
        { folder: 'B', takes: ['key'] },
        { folder: 'C', takes: ['key'] },
      ],
      ['shared r1', 'A r0', 'B r2 < 0', 'C r3 < 0'],
    ],
    [
      'have a login first that another request needs earlier',
      [
        { folder: 'A', takes: ['token'] },
        { folder: 'B', takes: ['token'] },
        { folder: 'Auth', gives: ['token'] },
        { folder: 'C', takes: ['token'] },
        { folder: 'D', takes: ['token'] },
      ],
      ['shared r2', 'A r0 < 0', 'B r1 < 0', 'C r3 < 0', 'D r4 < 0'],
    ],
  ];
  for (const [title, flows, groups] of cases) {
    it(title, () => assert.deepEqual(shown(linked(flows, ['key'])), groups));
  }

  it('have the constants that they use, one that a required chain extracts only there, and idle ones once', () => {
    const groups = linked(
      [
        { folder: 'A', gives: ['token'], takes: ['host'] },
        { folder: 'B', takes: ['token', 'host'] },
      ],
      ['token', 'host', 'idle'],
    );
    assert.deepEqual(
      groups.map(({ leftOut }) => [...leftOut]),
      [[], ['token', 'idle']],
    );
  });

  it('give every reference the value that it has in one chain, and have each request once', () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const draw = createDraw(seed);
      const some = (most: number): readonly string[] =>
        Array.from({ length: draw(most + 1) }, () => `v${draw(5)}`);
      const flows = Array.from({ length: 4 + draw(20) }, () => ({
        folder: `f${draw(5)}`,
        gives: some(1),
        takes: some(2),
      }));
      const constants = ['v0', 'v3'];
      const groups = linked(flows, constants);
      const names = groups.flatMap(({ requests }) => requests.map(({ name }) => name));
      assert.deepEqual(names.toSorted(), flows.map((_flow, index) => `r${index}`).toSorted(), `seed ${seed}`);
      const inOne = valuesIn(
        linked(
          flows.map((flow) => ({ ...flow, folder: '' })),
          constants,
        ),
        constants,
      );
      const now = valuesIn(groups, constants);
      for (const [use, value] of inOne) {
        assert.equal(now.get(use), value, `seed ${seed}: ${use}`);
      }
    }
  });
});

/**
 * What each reference takes when every chain is run with those that it requires, by request and variable; the name of a
 * request, `constant`, and nothing for what has no value.
 */
function valuesIn(groups: readonly LinkedGroup[], constants: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const run = (index: number): ReadonlyMap<string, string> => {
    const group = groups[index];
    const scope = new Map<string, string>();
    group?.requires.forEach((one) => {
      assert.ok(one < index, 'it requires earlier ones only');
      run(one).forEach((value, name) => scope.set(name, value));
    });
    constants.forEach((name) => group?.leftOut.has(name) === false && scope.set(name, 'constant'));
    for (const { name: id, request: members } of group?.requests ?? []) {
      for (const [, name = ''] of members.url.matchAll(/\{\{(\w+)\}\}/g)) {
        const value = scope.get(name) ?? '';
        if (value !== '') {
          found.set(`${id} ${name}`, value);
        }
      }
      members.extract?.forEach(({ variable }) => scope.set(variable, id));
    }
    return scope;
  };
  groups.forEach((_group, index) => run(index));
  return found;
}
