import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as vscode from 'vscode';
import { ChainViewers } from '../../../src/host/viewer/chainViewers';
import { Channel } from '../../../src/protocol/channel';
import type { ViewerEditor, ViewerPage } from '../../../src/protocol/viewerContract';
import { fakePanel } from '../fakePanel';
import { ownForms } from '../formPage';
import { ownService } from '../ownRuns';
import { viewServices, writeChain } from '../viewFakes';

const WARM = 5;
const OPENINGS = 50;
const TIMES = 3;
/** Bytes that are held after the openings beyond what was held after the first ones; a view of this chain has 200 KB. */
const MOST = 2_000_000;

describe('what the editor holds after fifty openings of a view', function () {
  it('is what it held before, of a form', async () => {
    const forms = ownForms();
    const chain = await longChain();
    try {
      const held = await heldAfter(async () => {
        const form = await forms.open(chain);
        form.close();
      });
      assert.ok(held < MOST, `${held} bytes`);
    } finally {
      forms.dispose();
    }
  });

  it('is what it held before, of a Chain Viewer', async () => {
    const services = viewServices(() => []);
    const { runs } = ownService();
    const log = vscode.window.createOutputChannel('Viewers of a test', { log: true });
    const extension = vscode.extensions.getExtension('chainwright.chainwright')?.extensionUri;
    assert.ok(extension !== undefined);
    const viewers = new ChainViewers({ ...services, extension, runs, log });
    const chain = await longChain();
    try {
      const held = await heldAfter(() => showOnce(viewers, chain));
      assert.ok(held < MOST, `${held} bytes`);
    } finally {
      vscode.Disposable.from(viewers, runs, services, log).dispose();
    }
  });
});

/** Opens a viewer, has its page ask for what it shows, and closes it. */
async function showOnce(viewers: ChainViewers, chain: vscode.Uri): Promise<void> {
  const fake = fakePanel();
  viewers.restore(fake.panel, { subject: chain.toString() });
  const page = new Channel<ViewerPage, ViewerEditor>({
    port: fake.port,
    session: fake.session(),
    name: 'page',
    implementation: { show: () => undefined, progress: () => undefined },
    log: () => undefined,
  });
  const { view } = await page.call('ready');
  assert.equal(view.graph.nodes.length, 500);
  page.dispose();
  fake.close();
}

/** A chain whose views are large enough to be missed when they stay. */
function longChain(): Promise<vscode.Uri> {
  const requests = Array.from({ length: 500 }, (_, at) => ({
    id: `request-${at}`,
    method: 'GET',
    url: at === 0 ? 'http://127.0.0.1/' : `http://127.0.0.1/{{v${at - 1}}}`,
    extract: [{ variable: `v${at}`, from: 'body', path: '$.id' }],
  }));
  return writeChain('openings', { formatVersion: 1, name: 'Openings', requests });
}

/**
 * Bytes of the heap that openings leave behind, the first ones aside, which load what is needed once. The least of
 * several times: the editor does other things meanwhile, but what is kept of views is kept every time.
 */
async function heldAfter(open: () => Promise<void>): Promise<number> {
  const held = [await heldAfterMany(open, WARM)];
  for (let time = 0; time < TIMES; time += 1) {
    held.push(await heldAfterMany(open, OPENINGS));
  }
  return Math.min(...held.slice(1).map((bytes, at) => bytes - (held[at] ?? 0)));
}

async function heldAfterMany(open: () => Promise<void>, count: number): Promise<number> {
  for (let opened = 0; opened < count; opened += 1) {
    await open();
  }
  return heldBytes();
}

function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return process.memoryUsage().heapUsed;
}
