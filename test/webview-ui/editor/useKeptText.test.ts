import assert from 'node:assert/strict';
import type { FormTarget } from '../../../src/protocol/formEdit';
import { draftName } from '../../../webview-ui/editor/useKeptText';

describe('draftName', () => {
  const nameIn = (target: FormTarget): string => draftName(target, ['body', 'content']);

  it('tells requests and the chain apart, those without an id by their positions', () => {
    const targets = [null, { index: 0, id: 'read' }, { index: 0, id: '' }, { index: 1, id: '' }];
    assert.equal(new Set(targets.map(nameIn)).size, targets.length);
  });

  it('is the same for a request that was moved', () => {
    assert.equal(nameIn({ index: 0, id: 'read' }), nameIn({ index: 4, id: 'read' }));
  });
});
