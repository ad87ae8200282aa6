import assert from 'node:assert/strict';
import { echoedTexts } from '../../../../src/core/authz/request/echoedTexts';
import type { Body } from '../../../../src/core/model';
import { answer } from '../answers';

describe('echoedTexts', () => {
  const cases: readonly [title: string, sent: object, seen: object, expected: readonly string[]][] = [
    [
      'a text that comes back',
      { content: 'All that I wrote' },
      { content: 'All that I wrote' },
      ['$.content'],
    ],
    ['no text that does not', { content: 'All that I wrote' }, { content: 'Something' }, []],
    ['a text inside an envelope', { doc: { body: 'A b' } }, { data: [{ body: 'A b' }] }, ['$.doc.body']],
    ['names that need quotes', { 'the note': 'A b' }, { note: 'A b' }, ['$["the note"]']],
    ['items of lists', { notes: ['A b'] }, { notes: ['A b'] }, ['$.notes[0]']],
    [
      'sentences before words',
      { a: 'x', b: 'longer', c: 'A b' },
      { x: ['x', 'longer', 'A b'] },
      ['$.c', '$.b', '$.a'],
    ],
    ['no reference', { name: '{{user}}' }, { name: '{{user}}' }, []],
  ];
  for (const [title, sent, seen, expected] of cases) {
    it(`names ${title}`, () => {
      assert.deepEqual(echoedTexts({ kind: 'json', value: sent as never }, answer(seen)), expected);
    });
  }

  const formed: readonly [name: string, value: string][] = [
    ['status', 'open'],
    ['customerId', 'some text'],
    ['email', 'x y'],
    ['contact', 'alice@example.com'],
    ['site', 'https://example.com/a'],
    ['place', '/a/b'],
    ['since', '2027-01-31T10:00:00Z'],
    ['amount', '12.50'],
    ['code1', 'ABC-1'],
    ['shade', '#ff0000'],
    ['ref', '0b5a3c1e-1111-4222-8333-444455556666'],
    ['flag', 'true'],
  ];
  for (const [name, value] of formed) {
    it(`leaves ${name}: ${value} alone, which has a form`, () => {
      assert.deepEqual(
        echoedTexts({ kind: 'json', value: { [name]: value } }, answer({ [name]: value })),
        [],
      );
    });
  }

  it('reads forms and texts that are JSON', () => {
    const fields = [{ name: 'about', value: 'A b', disabled: false }];
    const bodies: readonly Body[] = [
      { kind: 'form', fields },
      { kind: 'text', text: '{"about":"A b"}', contentType: 'application/json' },
    ];
    assert.deepEqual(
      bodies.map((body) => echoedTexts(body, answer({ about: 'A b' }))),
      [['about'], ['$.about']],
    );
  });
});
