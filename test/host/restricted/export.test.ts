import assert from 'node:assert/strict';
import { answering } from '../answers';
import { twoRequests, writeInWorkspace } from '../chainFiles';
import { command } from '../commands';

describe('exports in an untrusted workspace', () => {
  it('are refused in code, and ask nothing', async () => {
    const chain = await writeInWorkspace('exported.chain.json', twoRequests('http://127.0.0.1:9'));
    const pick = (): readonly string[] => ['Artillery load test'];
    const asked = await answering({ pick }, async () => {
      assert.equal(await command('exportChain', chain), undefined);
      assert.equal(await command('exportResult', chain), undefined);
    });
    assert.deepEqual(asked, []);
  });
});
