import assert from 'node:assert/strict';
import { suggestMappings } from '../../../../src/core/mapping/decide/suggestMappings';
import { sessionOf, type StepSpec } from '../session';
import { suggestionLines } from '../suggestionLines';

const seasons = [
  { name: 'season', legalValues: [{ value: 'winter' }, { value: 'summer' }] },
  { name: 'town', legalValues: [] },
];
const contexts: StepSpec = { line: 'GET /context', answer: seasons };

describe('a thing that has a name and no id', () => {
  it('is meant by a field that is called after the thing and its name', () => {
    assert.deepEqual(
      suggestionLines(sessionOf(contexts, { line: 'POST /rules', sent: { contextName: 'season' } })),
      ["contextName: 0 body $[?@.name == 'season'].name -> 1 body $.contextName"],
    );
  });

  it('is meant by the word that ends an address', () => {
    const steps = sessionOf(
      { line: 'GET /flags', answer: { flags: [{ name: 'tolls' }, { name: 'orders' }] } },
      { line: 'DELETE /flags/orders' },
    );
    assert.deepEqual(suggestionLines(steps), [
      "flagName: 0 body $.flags[?@.name == 'orders'].name -> 1 path 1",
    ]);
  });

  const others: [title: string, contexts: unknown][] = [
    ['has an id', seasons.map((season, index) => ({ ...season, id: 70 + index }))],
    ['shares its name', [...seasons, { name: 'season', legalValues: [] }]],
  ];
  for (const [title, answer] of others) {
    it(`is not meant by its name where one ${title}`, () => {
      const steps = sessionOf(
        { line: 'GET /context', answer },
        { line: 'POST /rules', sent: { contextName: 'season' } },
      );
      assert.deepEqual(suggestionLines(steps), []);
    });
  }
});

describe('a word that an answer lists to choose from', () => {
  const types = { types: [{ id: 'release' }, { id: 'experiment' }] };
  const countries = { allowedCountries: [{ value: 'CA' }, { value: 'US' }] };
  const chosen: [title: string, answer: unknown, sent: unknown, line: string][] = [
    ['is taken as an id', types, { type: 'experiment' }, 'typeId: 0 body $.types[1].id -> 1 body $.type'],
    [
      'is taken as the value of an option',
      countries,
      { country: 'US' },
      'allowedCountryValue: 0 body $.allowedCountries[1].value -> 1 body $.country',
    ],
  ];
  for (const [title, answer, sent, line] of chosen) {
    it(title, () => {
      assert.deepEqual(
        suggestionLines(sessionOf({ line: 'GET /choices', answer }, { line: 'POST /items', sent })),
        [line],
      );
    });
  }
});

describe('a small number under the name of things that an answer lists', () => {
  const roles = {
    rootRoles: [
      { id: 1, name: 'Admin' },
      { id: 2, name: 'Editor' },
    ],
  };
  const isTicked = (answer: unknown, sent: unknown): boolean =>
    suggestMappings(sessionOf({ line: 'GET /lists', answer }, { line: 'POST /members', sent }))
      .flatMap(({ consumers }) => consumers)
      .some(({ autoApply }) => autoApply);

  it('is the id of one', () => {
    assert.ok(isTicked(roles, { rootRole: 2 }));
  });

  it('is left to a person where the name is one of counts as well', () => {
    assert.ok(
      !isTicked(
        {
          orders: [
            { id: 1, name: 'Oak' },
            { id: 2, name: 'Elm' },
          ],
        },
        { order: 2 },
      ),
    );
  });
});

describe('the name of a thing that has no id', () => {
  const flags = (about: string) => ({
    flags: [
      { name: 'tolls', about },
      { name: 'orders', about: 'Bread' },
    ],
  });
  const rules = (answer: unknown): readonly string[] =>
    suggestionLines(sessionOf({ line: 'GET /flags', answer }, { line: 'DELETE /flags/orders' }));

  it('tells it, and not what is said of it', () => {
    assert.deepEqual(rules(flags('Boats')), [
      "flagName: 0 body $.flags[?@.name == 'orders'].name -> 1 path 1",
    ]);
  });

  it('tells it less than another name', () => {
    const { flags: plain } = flags('Boats');
    assert.deepEqual(rules({ flags: plain.map((flag) => ({ ...flag, shown_title: `The ${flag.about}` })) }), [
      "flagName: 0 body $.flags[?@.shown_title == 'The Bread'].name -> 1 path 1",
    ]);
  });
});

describe('an id of one of two lists that an answer has', () => {
  it('is that of the list that shares a word with the address', () => {
    const people = [
      { id: 2, name: 'Bruno' },
      { id: 3, name: 'Salma' },
    ];
    const steps = sessionOf(
      { line: 'GET /admin/user-admin', answer: { users: people, rootRoles: people } },
      { line: 'GET /admin/user-admin/2' },
    );
    const [suggestion, ...others] = suggestMappings(steps);
    assert.deepEqual(others, []);
    assert.deepEqual(
      suggestion?.consumers.map(({ autoApply }) => [suggestion.variable, autoApply]),
      [['userId', true]],
    );
  });
});
