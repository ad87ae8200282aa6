import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { storeImported } from '../../../src/host/import/importedSecrets';
import { importRequests } from '../../../src/host/import/importRequests';
import { answering } from '../answers';
import { writeInWorkspace } from '../chainFiles';
import { importPorts, picking, postmanCollection } from '../importing';
import { tidyEditors } from '../viewFakes';

describe('an import in an untrusted workspace', () => {
  it('reads and writes files', async () => {
    const source = await writeInWorkspace('untrusted-shop.json', postmanCollection);
    const { ports } = importPorts();
    let chain = '';
    await answering({ pick: picking('$(new-file)', 'Tags') }, async () => {
      chain = (await importRequests(ports, [source]))?.fsPath ?? '';
    });
    assert.match(await readFile(chain, 'utf8'), /"name": "Shop"/);
    await tidyEditors();
    await Promise.all([source.fsPath, chain].map((file) => rm(file)));
  });

  it('keeps no secrets', async () => {
    const { ports, kept } = importPorts();
    await assert.rejects(
      storeImported(ports, [{ name: 'A', value: 'b', origins: [] }]),
      /workspace is not trusted/,
    );
    assert.equal(kept.size, 0);
  });
});
