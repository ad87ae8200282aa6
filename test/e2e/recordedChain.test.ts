/** From a person's clicks to a chain that runs: the order desk recorded, imported, and run on a fresh server. */
import assert from 'node:assert/strict';
import { startOrdersApi, type OrdersApi } from '../../examples/orders-api/ordersApi';
import { ended, start } from '../cli/program';
import { createWorkspace, type Workspace } from '../node/workspace';
import { violationsOn } from './accessibility';
import { startRecorderBrowser, type RecorderBrowser } from './recorderBrowser';

const EMAIL = 'alice@example.com';
const PASSWORD = 'alice-demo-password';

describe('a recording of the order desk', function () {
  let recorder: RecorderBrowser;
  let workspace: Workspace;
  let api: OrdersApi;

  // Ids and tokens of the sample depend on its seed and its clock: a fresh server gives the recorded ones again.
  const now = Date.UTC(2026, 10, 21, 12);
  const freshApi = (port: number): Promise<OrdersApi> => startOrdersApi({ port, flaws: [], now: () => now });

  before(async function () {
    recorder = await startRecorderBrowser(this);
    workspace = await createWorkspace();
    api = await freshApi(0);
  });
  after(async () => {
    await recorder?.close();
    await api?.close();
    await workspace?.dispose();
  });

  it('becomes a chain that runs green on a fresh server, its credentials secrets', async () => {
    const recording = await recordDesk();
    assert.ok(!recording.includes(PASSWORD) && !recording.includes('eyJ'), 'a credential is in the file');
    await workspace.write({ 'desk.har': recording });
    const imported = await ended(start(['import', 'desk.har', '-o', 'chains'], workspace.folder));
    assert.equal(imported.code, 0, imported.stderr);
    assert.match(imported.stderr, /Enter these secrets before a run: PASSWORD, TOKEN\./);

    const { port } = api;
    const token = await tokenOfFirstLogin();
    await api.close();
    api = await freshApi(port);
    const hosts = ['PASSWORD', 'TOKEN'].flatMap((name) => ['--secret-host', `${name}=${api.origin}`]);
    const run = await ended(
      start(['run', 'chains', '--include-drafts', ...hosts], workspace.folder, {
        CHAINWRIGHT_SECRET_PASSWORD: PASSWORD,
        CHAINWRIGHT_SECRET_TOKEN: token,
      }),
    );
    assert.equal(run.code, 0, `${run.stdout}${run.stderr}`);
    // the list of orders is read again after each change, and answered differently
    assert.match(run.stdout, /8 requests in 1 chain {2}8 passed/);
    assert.match(await ordersOf(token), /Ring twice/);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`is of a page that axe and its own policy have nothing against, in ${colorScheme} colours`, async () => {
      const page = await recorder.context.newPage();
      const problems: string[] = [];
      page.on('console', (message) => problems.push(message.text()));
      await page.emulateMedia({ colorScheme });
      await page.goto(`${api.origin}/desk`);
      await page.fill('#sign-in [name=email]', EMAIL);
      await page.fill('#sign-in [name=password]', PASSWORD);
      await page.click('#sign-in button');
      await page.click('#list button');
      await page.locator('#details').waitFor();
      assert.deepEqual(await violationsOn(page), []);
      assert.deepEqual(problems, []);
      await page.close();
    });
  }

  /** Signs in, creates an order, reads it and changes it, as a person does; gives the download. */
  async function recordDesk(): Promise<string> {
    const page = await recorder.context.newPage();
    await page.goto('about:blank');
    const popup = await recorder.openPopup(page);
    await popup.click('start');
    await popup.until('document.body.dataset.phase === "recording"');
    await popup.close();
    await page.goto(`${api.origin}/desk`);
    await page.fill('#sign-in [name=email]', EMAIL);
    await page.fill('#sign-in [name=password]', PASSWORD);
    await page.click('#sign-in button');
    await page.selectOption('#order [name=sku]', 'B-2');
    await page.fill('#order [name=quantity]', '2');
    await page.fill('#order [name=note]', 'Back door');
    await page.click('#order button');
    await page.locator('#message', { hasText: 'was created' }).waitFor();
    await page.fill('#details [name=note]', 'Ring twice');
    await page.click('#details button');
    await page.locator('#message', { hasText: 'was saved' }).waitFor();
    const again = await recorder.openPopup(page);
    await again.click('stop');
    await again.until('document.body.dataset.phase === "stopped"');
    await again.click('api-only');
    const text = await recorder.download(again);
    await again.close();
    await page.close();
    return text;
  }

  /** What a fresh server answers to its first login: the recording does not say yet that the login gives it. */
  async function tokenOfFirstLogin(): Promise<string> {
    const other = await freshApi(0);
    const { token } = (await (await post(other, '/login', { email: EMAIL, password: PASSWORD })).json()) as {
      token: string;
    };
    await other.close();
    return token;
  }

  async function ordersOf(token: string): Promise<string> {
    const headers = { Authorization: `Bearer ${token}` };
    return (await fetch(`${api.origin}/api/orders?pageSize=20`, { headers })).text();
  }
});

function post({ origin }: OrdersApi, target: string, value: object): Promise<Response> {
  const headers = { 'Content-Type': 'application/json' };
  return fetch(`${origin}${target}`, { method: 'POST', headers, body: JSON.stringify(value) });
}
