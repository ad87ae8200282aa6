import assert from 'node:assert/strict';
import { authzEditorGuards, authzPanelGuards, type AuthzEditor } from '../../src/protocol/authzPanel';

describe('what the authorization panel may ask', () => {
  const names: readonly (readonly [name: keyof AuthzEditor, numbers: number])[] = [
    ['ready', 0],
    ['runAll', 0],
    ['cancel', 0],
    ['evidence', 2],
    ['runCell', 2],
    ['copyCurl', 2],
    ['raiseIssue', 2],
    ['openIssue', 2],
    ['reveal', 3],
  ];
  for (const [name, numbers] of names) {
    it(`${name} takes ${numbers} numbers, and nothing else`, () => {
      const { takes } = authzEditorGuards[name];
      const right = Array.from({ length: numbers }, (_none, index) => index);
      assert.equal(takes(right), true);
      const wrong = [
        [...right, 0],
        [...right, 'file:///etc/passwd'],
        right.map(() => '0'),
        right.map(() => -1),
        right.map(() => 1.5),
        right.map(() => ({ __proto__: null })),
      ].filter((args) => args.length !== numbers || numbers > 0);
      assert.deepEqual(
        wrong.map((args) => takes(args)),
        wrong.map(() => false),
      );
    });
  }

  it('is answered with a view, with evidence, or with nothing', () => {
    const { ready, evidence, runAll } = authzEditorGuards;
    assert.equal(ready.gives({ subject: 'file:///a', view: null }), true);
    assert.equal(ready.gives({ subject: 'file:///a', view: {} }), false);
    assert.equal(ready.gives(null), false);
    assert.equal(evidence.gives({ title: '', facts: [], result: {}, links: [] }), true);
    assert.equal(evidence.gives([]), false);
    assert.equal(runAll.gives(undefined), true);
    assert.equal(runAll.gives('text'), false);
  });
});

describe('what the editor tells the authorization panel', () => {
  it('is a run and its steps, whole', () => {
    const view = {
      run: 1,
      matrix: { file: 'a', name: 'A' },
      startedAt: '',
      durationMs: 0,
      outcome: 'running',
      notes: [],
      users: [],
      cells: [],
    };
    const { run: _run, ...rest } = view;
    assert.equal(authzPanelGuards.show.takes([view]), true);
    assert.equal(authzPanelGuards.show.takes([rest]), false);
    assert.equal(authzPanelGuards.update.takes([{ type: 'cell-started', run: 1, index: 0 }]), true);
    assert.equal(authzPanelGuards.update.takes([{ type: 'cell-started', run: '1' }]), false);
  });
});
