import assert from 'node:assert/strict';
import { viewerContract } from '../../src/protocol/viewerContract';
import { accepts } from '../../src/protocol/schema';

describe('what the Chain Viewer may ask', () => {
  it('ready takes nothing', () => {
    assert.equal(accepts(viewerContract.editor.ready.takes, []), true);
    assert.equal(accepts(viewerContract.editor.ready.takes, ['file:///etc/passwd']), false);
  });

  it('reveal names one node', () => {
    assert.equal(accepts(viewerContract.editor.reveal.takes, ['request-0']), true);
    for (const args of [[], [0], [null], ['request-0', 'request-1'], [{ key: 'request-0' }]]) {
      assert.equal(accepts(viewerContract.editor.reveal.takes, args), false);
    }
  });

  for (const name of ['copyMermaid', 'saveSvg'] as const) {
    it(`${name} says what is seen, and sends no drawing`, () => {
      const { takes } = viewerContract.editor[name];
      assert.equal(accepts(takes, [{ open: [], outside: 'hidden' }]), true);
      assert.equal(accepts(takes, [{ open: ['required-0'], outside: 'shown', variable: '__proto__' }]), true);
      for (const part of [
        undefined,
        '<svg/>',
        {},
        { open: [0], outside: 'shown' },
        { open: [], outside: 'all' },
        { open: [], outside: 'shown', variable: 1 },
        JSON.parse('{"__proto__":{"open":[],"outside":"shown"}}') as unknown,
      ]) {
        assert.equal(accepts(takes, [part]), false);
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
      assert.equal(accepts(viewerContract.editor.savePng.takes, [picture]), allowed);
    });
  }
});
