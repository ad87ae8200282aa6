import assert from 'node:assert/strict';
import { decidedLines } from '../../../../src/core/authz/generate/decidedLines';
import { inExtraction, inMatrix, type DecidedPlace } from '../../../../src/core/authz/generate/questions';

const MATRIX = `{
  // A proposal.
  "mutate": false,
  "users": { "alice": { "role": "member", "variables": { "email": "a@example.com" } }, "nobody": { "role": "anonymous" } },
  "policy": {
    "member": { "order.*": "own", "order.read": ["own", "tenant"], "orders": "none" },
    "admin": { "order.*": "any" },
    "public": []
  }
}`;
const CHAIN = `{
  "variables": { "limit": 10 },
  "requests": [
    { "id": "login", "extract": [{ "variable": "token", "from": "body", "path": "$.token" }] },
    { "id": "list", "extract": [{ "variable": "id", "from": "body", "path": "$[0].id" }] }
  ]
}`;

describe('decidedLines', () => {
  const cases: readonly (readonly [title: string, place: DecidedPlace, expected: readonly string[]])[] = [
    ['a member of the matrix', inMatrix('mutate'), ['"mutate": false']],
    [
      'the rules of each role that a pattern covers',
      inMatrix('policy', '*', 'order.*'),
      ['"member": { "order.*": "own", "order.read": ["own", "tenant"] }', '"admin": { "order.*": "any" }'],
    ],
    ['an empty list', inMatrix('policy', 'public'), ['"public": []']],
    [
      'a value of each user who has it',
      inMatrix('users', '*', 'variables', 'email'),
      ['"alice": { "email": "a@example.com" }'],
    ],
    ['nothing that is not there', inMatrix('users', '*', 'attributes', 'tenant'), []],
    ['no member that every object inherits', inMatrix('constructor'), []],
    ['a constant of the chain', { in: 'chain', path: ['variables', 'limit'] }, ['"limit": 10']],
    [
      'the extraction of a variable',
      inExtraction('token'),
      ['{ "variable": "token", "from": "body", "path": "$.token" }'],
    ],
  ];
  for (const [title, place, expected] of cases) {
    it(`shows ${title}`, () => {
      assert.deepEqual(decidedLines({ matrix: MATRIX, chain: CHAIN })([place]), expected);
    });
  }

  it('shows nothing of a text that is not there', () => {
    assert.deepEqual(decidedLines({ matrix: MATRIX, chain: '' })([inExtraction('token')]), []);
  });
});
