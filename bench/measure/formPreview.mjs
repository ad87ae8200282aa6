/**
 * A key pressed in a form: how long until what will be sent is shown, in a chain of 1,000 requests. The editor
 * prepares the request in a fresh process with the bundles of the extension; the page takes the key and draws, in a
 * browser. Waiting for the next frame of the screen is not computing and does not count.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { typeIntoUrl } from '../form/typing.mjs';
import { processorTime } from '../page/processorTime.mjs';
import { withPages } from '../page/servedPage.mjs';
import { buildSources } from '../process/buildSources.mjs';
import { runNode } from '../process/runProcess.mjs';
import { formatSpread, spreadOf } from '../statistics.mjs';
import { judged } from '../table.mjs';

const PREVIEWING = fileURLToPath(new URL('../form/previewing.mjs', import.meta.url));
const KEYS = 40;
const MILLISECONDS = { unit: 'ms', digits: 1 };
const BUDGET = { most: 16, text: '≤ 16 ms' };

/** Measures the editor's part and the page's. */
export async function measureFormPreview({ root, folder, rounds }) {
  const what = 'keystroke to preview in a form, 1,000 requests';
  const where = { cwd: folder, outputFile: path.join(folder, 'previewing.json') };
  const args = [PREVIEWING, await buildSources({ root, folder }), folder];
  const runs = [];
  for (let round = 0; round < rounds; round += 1) {
    runs.push(JSON.parse((await runNode(args, where)).output));
  }
  const editor = spreadOf(runs.flatMap(({ previewMs }) => previewMs));
  return withPages(root, what, async (pages) => {
    const { computing, waiting } = await measurePage({ pages, rounds, ...runs[0] });
    const both = spreadOf(computing.map((ms) => ms + editor.median));
    return [
      judged({ what, figure: formatSpread(both, MILLISECONDS), value: both.median }, BUDGET),
      { what: '  of which the editor prepares', figure: formatSpread(editor, MILLISECONDS) },
      { what: '  the page, frames waited for', figure: formatSpread(spreadOf(waiting), MILLISECONDS) },
    ];
  });
}

/** Milliseconds that a key costs the page, and that pass until the answer is shown. */
async function measurePage({ pages, rounds, view, preview }) {
  const computing = [];
  const waiting = [];
  for (let round = 0; round < rounds; round += 1) {
    const page = await pages.blank({
      ready: view,
      preview,
      change: { kind: 'done', revision: 2 },
      suggest: [],
    });
    await page.goto(pages.address('editor'));
    await page.locator('.url-preview').waitFor();
    const computeTime = await processorTime(page);
    const before = await computeTime();
    waiting.push(...(await page.evaluate(typeIntoUrl, KEYS)));
    computing.push(((await computeTime()) - before) / KEYS);
    await page.close();
  }
  return { computing, waiting };
}
