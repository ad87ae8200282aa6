import assert from 'node:assert/strict';
import type { OutcomeClass } from '../../../src/core/authz/model/verdict';
import { runToy, toyNotes, type ToyAnswer, type ToyRequest } from './toyApi';

/** An API where each writer lists the own notes alone, and somebody without credentials may create none. */
describe('a creation without credentials that is refused with 401', () => {
  const CREATE = { resource: 'note', request: 'notes.chain.json#create' };
  const COUNT = { id: 'count', method: 'GET', url: '{{baseUrl}}/count' };

  interface Case {
    readonly title: string;
    readonly expected: OutcomeClass;
    /** Whether the note is there all the same. */
    readonly creates?: boolean;
    readonly operation?: object;
    readonly isPublic?: boolean;
  }
  const cases: readonly Case[] = [
    { title: 'nobody may list all', expected: 'INCONCLUSIVE_STATE' },
    {
      title: 'a probe counts as many as before',
      expected: 'PASS_401',
      operation: { probe: 'notes.chain.json#count' },
    },
    {
      title: 'a probe counts one more',
      expected: 'FLAW_WRITE',
      creates: true,
      operation: { probe: 'notes.chain.json#count' },
    },
    { title: 'everybody may see the list, which does not show it', expected: 'PASS_401', isPublic: true },
    {
      title: 'everybody may see the list, and it is there',
      expected: 'FLAW_WRITE',
      creates: true,
      isPublic: true,
    },
  ];
  for (const { title, expected, creates = false, operation = {}, isPublic = false } of cases) {
    it(`is ${expected} where ${title}`, async () => {
      const notes = toyNotes({ open: isPublic });
      let count = 0;
      const answer = (request: ToyRequest): ToyAnswer => {
        const { method, url, token } = request;
        const isRefused = method === 'POST' && token === undefined;
        if (url === '/count') {
          return { status: 200, body: { count } };
        }
        if (isRefused && !creates) {
          return { status: 401, body: {} };
        }
        count += method === 'POST' ? 1 : method === 'DELETE' ? -1 : 0;
        const done = notes.answer(token ?? (isRefused || isPublic ? 'somebody' : undefined), request);
        return isRefused ? { status: 401, body: {} } : done;
      };
      const { cell, result } = await runToy({
        answer,
        resource: { list: 'notes.chain.json#list' },
        requests: [COUNT],
        operations: {
          'note.create': { ...CREATE, ...operation },
          'note.list': { resource: 'note', request: 'notes.chain.json#list' },
        },
        policy: { writer: { 'note.*': 'own' }, public: isPublic ? ['note.list'] : [] },
        only: ['ANON note.create*'],
      });
      const { class: found, reasons } = cell('ANON note.create');
      assert.equal(found, expected, reasons.join(' '));
      if (expected === 'INCONCLUSIVE_STATE') {
        assert.match(reasons[1] ?? '', /or note\.create a "probe" that shows how many there are/);
      }
      if (expected === 'PASS_401') {
        assert.deepEqual(result.leftovers, []);
      }
    });
  }
});
