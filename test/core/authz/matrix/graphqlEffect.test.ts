import assert from 'node:assert/strict';
import { onlyQueries } from '../../../../src/core/authz/matrix/graphqlEffect';

describe('onlyQueries', () => {
  const documents: readonly (readonly [document: string, expected: boolean])[] = [
    ['{ me { id } }', true],
    ['query Q($text: String = "mutation M") { me(text: $text) { id mutation } }', true],
    ['# mutation M { a }\nquery { me }', true],
    ['"""\nmutation "M" \\""" { a }\n"""\nquery { me }', true],
    ['query { me(mutation: [1, 2], note: "}") { ...F } } fragment F on User { id }', true],
    ['query { me(id: "{{userId}}") { id } }', true],
    ['', true],
    ['mutation { drop { id } }', false],
    ['fragment F on U { id } mutation M { deleteAll { ...F } }', false],
    ['query Q { me { id } } mutation M { deleteAll }', false],
    ['query Q { me(note: "}") { id } } mutation M { deleteAll }', false],
    ['query Q { a(note: """"}""") } mutation M { deleteAll }', false],
    ['subscription { orders { id } }', false],
    ['query Q { me } {{more}}', false],
    ['{{document}}', false],
    ['query Q { me(note: "', false],
    ['query Q { me', false],
  ];
  for (const [document, expected] of documents) {
    it(`${expected ? 'sees no change' : 'expects a change'} in ${JSON.stringify(document)}`, () => {
      assert.equal(onlyQueries(document), expected);
    });
  }
});
