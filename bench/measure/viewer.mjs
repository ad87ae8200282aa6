/**
 * The Chain Viewer with a chain of 1,000 requests, in a browser: how long until it is drawn, and how long a
 * frame takes while one zooms.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chainText } from '../keystroke/chainText.mjs';
import { processorTime } from '../page/processorTime.mjs';
import { withPages } from '../page/servedPage.mjs';
import { buildSources } from '../process/buildSources.mjs';
import { formatSpread, spreadOf } from '../statistics.mjs';
import { judged } from '../table.mjs';
import { firstPaint, zoomFrames } from '../viewer/drawing.mjs';

const REQUESTS = 1000;
const FRAMES = 60;
const MILLISECONDS = { unit: 'ms', digits: 0 };
const PAINT = { most: 1000, text: '≤ 1 s' };
/** Half of what a screen can show, which the eye takes for motion. */
const FRAME = { most: 33, text: '≤ 33 ms' };

/** Measures the page in a browser; where there is none it is skipped. */
export async function measureViewer({ root, folder, rounds }) {
  const what = `viewer, first paint of ${REQUESTS} requests`;
  return withPages(root, what, async (pages) => {
    const runs = await measureRounds({ root, folder, rounds, pages });
    const paint = spreadOf(runs.map(({ paintMs }) => paintMs));
    const computing = spreadOf(runs.map(({ computeMs }) => computeMs));
    const frames = spreadOf(runs.flatMap(({ frameMs }) => frameMs));
    return [
      judged({ what, figure: formatSpread(paint, MILLISECONDS), value: paint.median }, PAINT),
      { what: '  of which the page computes', figure: formatSpread(computing, MILLISECONDS) },
      judged(
        {
          what: '  a frame while zooming',
          figure: formatSpread(frames, MILLISECONDS),
          value: frames.median,
        },
        FRAME,
      ),
    ];
  });
}

async function measureRounds({ root, folder, rounds, pages }) {
  const ready = { subject: 'file:///bench.chain.json', view: await viewOf({ root, folder }) };
  const runs = [];
  for (let round = 0; round < rounds; round += 1) {
    const page = await pages.blank({ ready });
    const computeTime = await processorTime(page);
    await page.goto(pages.address('viewer'));
    const paintMs = await page.evaluate(firstPaint);
    const computeMs = await computeTime();
    const frameMs = await page.evaluate(zoomFrames, FRAMES);
    await page.close();
    runs.push({ paintMs, computeMs, frameMs });
  }
  return runs;
}

/** What the editor gives the page. */
async function viewOf(places) {
  const sources = await buildSources(places);
  const load = (module) => import(pathToFileURL(path.join(sources, module)).href);
  const { analyzeChain } = await load('core/analysis/analyzeChain.mjs');
  const { createChainReader } = await load('core/analysis/readSource.mjs');
  const { chainView } = await load('protocol/chainView.mjs');
  const source = createChainReader()(chainText(REQUESTS), 'bench.chain.json');
  const analysis = analyzeChain(source, { required: [], requiresFaults: [] });
  return chainView(analysis, { of: () => undefined, values: new Map() });
}
