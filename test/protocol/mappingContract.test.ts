import assert from 'node:assert/strict';
import { mappingEditorGuards, mappingPageGuards } from '../../src/protocol/mappingContract';

describe('what a review may ask', () => {
  for (const name of ['ready', 'runAll', 'again', 'verify', 'unverify'] as const) {
    it(`${name} takes nothing`, () => {
      assert.equal(mappingEditorGuards[name].takes([]), true);
      assert.equal(mappingEditorGuards[name].takes(['file:///etc/passwd']), false);
    });
  }

  const picks: [title: string, picks: unknown, allowed: boolean][] = [
    ['nothing', [], true],
    ['a key and a position', [{ key: '["read","path",1]', choice: 0 }], true],
    ['a key that names what every object has', [{ key: '__proto__', choice: 0 }], true],
    ['a position that is none', [{ key: 'a', choice: -1 }], false],
    ['a position between two', [{ key: 'a', choice: 0.5 }], false],
    ['no key', [{ choice: 0 }], false],
    ['members of a prototype', [JSON.parse('{"__proto__":{"key":"a","choice":0}}')], false],
    ['an object', { key: 'a', choice: 0 }, false],
    ['more than any chain has', Array.from({ length: 100_001 }, () => ({ key: 'a', choice: 0 })), false],
  ];
  for (const [title, pick, allowed] of picks) {
    it(`apply ${allowed ? 'takes' : 'refuses'} ${title}`, () => {
      assert.equal(mappingEditorGuards.apply.takes([pick]), allowed);
    });
  }

  for (const name of ['applyGuesses', 'reject', 'restore'] as const) {
    it(`${name} names proposals by their keys`, () => {
      assert.equal(mappingEditorGuards[name].takes([['a', 'b']]), true);
      for (const args of [[], ['a'], [[1]], [[null]], [['a'], ['b']]]) {
        assert.equal(mappingEditorGuards[name].takes(args), false);
      }
    });
  }
});

describe('what the editor tells a review', () => {
  const view = {
    kind: 'review',
    chain: 'orders',
    source: 'run',
    startedAt: '2026-11-21T14:02:00.000Z',
    answered: 2,
    groups: [],
    copies: [],
  };
  const views: [title: string, view: unknown, allowed: boolean][] = [
    ['proposals', view, true],
    ['that there is no result', { kind: 'no-result', chain: 'orders', trusted: true, guesses: [] }, true],
    ['that it was stopped', { kind: 'stopped', chain: 'orders' }, true],
    ['half a review', { kind: 'review', chain: 'orders' }, false],
    ['nothing', null, false],
    ['a text', 'review', false],
  ];
  for (const [title, told, allowed] of views) {
    it(`${allowed ? 'is' : 'is never'} ${title}`, () => {
      assert.equal(mappingPageGuards.show.takes([told]), allowed);
      assert.equal(mappingEditorGuards.ready.gives({ subject: 'file:///a.chain.json', view: told }), allowed);
    });
  }
});
