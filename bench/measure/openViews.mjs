/**
 * The memory that a browser still has after each view was opened and closed fifty times, compared with after
 * the first five: what was shown must be given back.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { withPages } from '../page/servedPage.mjs';
import { buildSources } from '../process/buildSources.mjs';
import { runNode } from '../process/runProcess.mjs';
import { judged } from '../table.mjs';

const PREVIEWING = fileURLToPath(new URL('../form/previewing.mjs', import.meta.url));
const WARM = 5;
const OPENINGS = 50;
const REQUESTS = '50';
const BUDGET = { most: 1.1, text: '≤ 1.1 ×' };

/** Measures every view in a browser; where there is none they are skipped. */
export async function measureOpenViews({ root, folder }) {
  const where = { cwd: folder, outputFile: path.join(folder, 'views.json') };
  const args = [PREVIEWING, await buildSources({ root, folder }), folder, REQUESTS];
  const { view, preview, graph } = JSON.parse((await runNode(args, where)).output);
  const subject = 'file:///bench.chain.json';
  const views = [
    ['form', 'editor', '.url-preview', { ready: view, preview, suggest: [] }],
    ['viewer', 'viewer', '#cy canvas', { ready: { subject, view: graph } }],
    ['results', 'results', '.results-nothing', { ready: { subject, view: null } }],
  ];
  return withPages(root, `memory after ${OPENINGS} openings of each view`, async (pages) => {
    const rows = [];
    for (const [name, bundle, seen, answers] of views) {
      rows.push(await rowOf(`memory after ${OPENINGS} openings: ${name}`, { pages, bundle, seen, answers }));
    }
    return rows;
  });
}

async function rowOf(what, { pages, bundle, seen, answers }) {
  const page = await pages.blank(answers);
  const session = await page.context().newCDPSession(page);
  const openTimes = async (times) => {
    for (let count = 0; count < times; count += 1) {
      await page.goto(pages.address(bundle));
      await page.locator(seen).first().waitFor();
    }
    await page.goto('about:blank');
    await session.send('HeapProfiler.collectGarbage');
    return (await session.send('Runtime.getHeapUsage')).usedSize / 1e6;
  };
  const before = await openTimes(WARM);
  const after = await openTimes(OPENINGS);
  await page.close();
  const figure = `${(after / before).toFixed(2)} × (${before.toFixed(1)} → ${after.toFixed(1)} MB)`;
  return judged({ what, figure, value: after / before }, BUDGET);
}
