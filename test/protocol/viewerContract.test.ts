import assert from 'node:assert/strict';
import { viewerEditorGuards, viewerPageGuards } from '../../src/protocol/viewerContract';

describe('what the Chain Viewer may ask', () => {
  it('ready takes nothing', () => {
    assert.equal(viewerEditorGuards.ready.takes([]), true);
    assert.equal(viewerEditorGuards.ready.takes(['file:///etc/passwd']), false);
  });

  it('reveal names one node', () => {
    assert.equal(viewerEditorGuards.reveal.takes(['request-0']), true);
    for (const args of [[], [0], [null], ['request-0', 'request-1'], [{ key: 'request-0' }]]) {
      assert.equal(viewerEditorGuards.reveal.takes(args), false);
    }
  });

  for (const name of ['copyMermaid', 'saveSvg'] as const) {
    it(`${name} says what is seen, and sends no drawing`, () => {
      const { takes } = viewerEditorGuards[name];
      assert.equal(takes([{ open: [], outside: 'hidden' }]), true);
      assert.equal(takes([{ open: ['required-0'], outside: 'shown', variable: '__proto__' }]), true);
      for (const part of [
        undefined,
        '<svg/>',
        {},
        { open: [0], outside: 'shown' },
        { open: [], outside: 'all' },
        { open: [], outside: 'shown', variable: 1 },
        JSON.parse('{"__proto__":{"open":[],"outside":"shown"}}') as unknown,
      ]) {
        assert.equal(takes([part]), false);
      }
    });
  }

  const pictures: [title: string, picture: unknown, allowed: boolean][] = [
    ['base64', 'iVBORw0KGgo=', true],
    ['nothing', '', false],
    ['an address', 'data:image/png;base64,iVBORw0KGgo=', false],
    ['a path', '../../etc/passwd', false],
    ['bytes', [137, 80], false],
    ['more than a picture has', 'A'.repeat(2 ** 24 + 1), false],
  ];
  for (const [title, picture, allowed] of pictures) {
    it(`savePng ${allowed ? 'takes' : 'refuses'} ${title}`, () => {
      assert.equal(viewerEditorGuards.savePng.takes([picture]), allowed);
    });
  }
});

describe('what the editor tells the Chain Viewer', () => {
  it('is a chain and how its requests go on, whole', () => {
    const view = { graph: { name: '', nodes: [], edges: [] }, progress: [], values: [] };
    assert.equal(viewerPageGuards.show.takes([view]), true);
    assert.equal(viewerPageGuards.show.takes([{ graph: view.graph }]), false);
    assert.equal(viewerEditorGuards.ready.gives({ subject: 'file:///a.chain.json', view }), true);
    assert.equal(viewerEditorGuards.ready.gives({ subject: 'file:///a.chain.json', view: null }), false);
    const changed = { node: 'request-0', progress: { state: 'waiting' } };
    assert.equal(viewerPageGuards.progress.takes([changed]), true);
    assert.equal(viewerPageGuards.progress.takes([{ node: 'request-0' }]), false);
  });
});
