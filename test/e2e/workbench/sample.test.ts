import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ownSession, type Session } from './workbenchSession';

/** A port that nobody has now: the sample's own may be taken on this machine. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('the sample workspace', function () {
  this.timeout(300_000);
  let session: Session;
  let parent: string;

  before(async function () {
    session = await ownSession(this, {});
    parent = await mkdtemp(path.join(tmpdir(), 'chainwright-sample-'));
  });
  after(async () => {
    await session.close();
    await rm(parent, { recursive: true, force: true });
  });

  it('is made where the person likes, opened, and runs against an API in the extension host', async () => {
    const { page, actions } = session;
    await mkdir(path.join(parent, 'beside'));
    await actions.chooseCommand(page, 'Chainwright: Open Sample Workspace');
    const here = page.locator('.quick-input-widget').getByText('Make Sample Here');
    // the dialog writes its own path first, and lists what is there
    await actions.quickPickRow(page, 'auth').waitFor();
    await page.locator('.quick-input-widget input').fill(`${parent}/`);
    await actions.quickPickRow(page, 'beside').waitFor();
    await here.click();
    const question = page.locator('.monaco-dialog-box', { hasText: 'The sample is in' });
    await question.waitFor();
    const environment = path.join(parent, 'chainwright-sample/local.environment.json');
    const authored = await readFile(environment, 'utf8');
    await writeFile(environment, authored.replace('4010', String(await freePort())));
    await question.getByRole('button', { name: 'Open', exact: true }).click();
    await page.locator('.tab.active[data-resource-name="orders.chain.json"]').waitFor({ timeout: 120_000 });
    await page.locator('.statusbar-item', { hasText: 'Sample API' }).waitFor();
    await actions.lens(page, 'Run All').click();
    await page.locator('.statusbar-item', { hasText: '11 passed' }).waitFor();
    assert.deepEqual(session.answered, []);
  });
});
