import assert from 'node:assert/strict';
import { ownForms, type Forms } from '../formPage';
import { tidyEditors, writeChain } from '../viewFakes';

const READ = { index: 0, id: 'read' };

describe('a form in Restricted Mode', () => {
  let forms: Forms;
  beforeEach(() => {
    forms = ownForms();
  });
  afterEach(async () => {
    forms.dispose();
    await tidyEditors();
  });

  it('views and edits, and sends nothing', async () => {
    const request = { ...READ, index: undefined, method: 'GET', url: 'http://127.0.0.1:9/{{$secret KEY}}' };
    const form = await forms.open(
      await writeChain('restricted', { formatVersion: 1, name: 'Chain', requests: [request] }),
    );
    assert.equal(form.shown[0]?.trusted, false);
    const edits = [{ kind: 'set', path: ['name'], before: null, value: '"Read"' }] as const;
    assert.equal((await form.call('change', { target: READ, edits })).kind, 'done');
    const { url } = await form.call('preview', READ, null);
    assert.deepEqual(url.at(-1)?.kind, 'missing');
    for (const run of ['runRequest', 'runWithDependencies', 'runFromHere'] as const) {
      await assert.rejects(form.call(run, READ), /not trusted/);
    }
    await assert.rejects(form.call('runAll'), /not trusted/);
  });
});
