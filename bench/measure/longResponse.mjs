/**
 * A response of 50 MB in the results panel: how long until it is shown, and whether the page freezes on the
 * way. The longest one that a page gets whole is measured, too: it is read and laid out there. The tree of a
 * longer one is made in a thread of the editor.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { processorTime } from '../page/processorTime.mjs';
import { withPages } from '../page/servedPage.mjs';
import { buildSources } from '../process/buildSources.mjs';
import { runNode } from '../process/runProcess.mjs';
import { untilShown, watchFrames } from '../results/showing.mjs';
import { formatSpread, spreadOf } from '../statistics.mjs';
import { judged } from '../table.mjs';

const BODIES = fileURLToPath(new URL('../results/longBody.mjs', import.meta.url));
const MILLISECONDS = { unit: 'ms', digits: 0 };
/** What a person takes for immediate. */
const FRAME = { most: 100, text: '≤ 100 ms' };

/** Measures both in a browser; where there is none they are skipped. */
export async function measureLongResponse({ root, folder, rounds }) {
  const where = { cwd: folder, outputFile: path.join(folder, 'bodies.json') };
  const { long, whole, tree, treeMs, searchMs } = JSON.parse(
    (await runNode([BODIES, await buildSources({ root, folder }), path.join(root, 'dist'), folder], where))
      .output,
  );
  return withPages(root, 'response of 50 MB, longest frame', async (pages) => {
    const [inParts, atOnce] = [
      figuresOf(await measureRounds(pages, rounds, { details: long, bodyTree: tree })),
      figuresOf(await measureRounds(pages, rounds, { details: whole })),
    ];
    const { figure, value } = inParts.frame;
    return [
      judged({ what: 'response of 50 MB, longest frame', figure, value }, FRAME),
      { what: '  until it is shown', figure: inParts.shown },
      { what: '  the page computes, loading included', figure: inParts.computing },
      {
        what: '  its tree in the thread of the editor',
        figure: formatSpread(spreadOf([treeMs]), MILLISECONDS),
      },
      { what: '  a search in the whole body', figure: formatSpread(spreadOf([searchMs]), MILLISECONDS) },
      { what: '  the same for 1 MB, shown whole', figure: atOnce.computing },
    ];
  });
}

function figuresOf(runs) {
  const frames = spreadOf(runs.map(({ frameMs }) => frameMs));
  const written = (pick) => formatSpread(spreadOf(runs.map(pick)), MILLISECONDS);
  return {
    frame: { figure: formatSpread(frames, MILLISECONDS), value: frames.median },
    shown: written(({ shownMs }) => shownMs),
    computing: written(({ computeMs }) => computeMs),
  };
}

async function measureRounds(pages, rounds, answers) {
  const runs = [];
  for (let round = 0; round < rounds; round += 1) {
    const page = await pages.blank({
      ready: { subject: 'file:///bench.chain.json', view: viewOf(answers.details) },
      ...answers,
    });
    await page.addInitScript(watchFrames);
    const computeTime = await processorTime(page);
    await page.goto(pages.address('results'));
    const shown = await page.evaluate(untilShown);
    runs.push({ ...shown, computeMs: await computeTime() });
    await page.close();
  }
  return runs;
}

/** A run of one request. */
function viewOf({ request, name, method, outcome, startedAt, durationMs }) {
  const summary = { outcome, durationMs, attempts: 1, status: 200 };
  return {
    run: 1,
    chain: { file: request.chain, name: 'Bench' },
    startedAt,
    durationMs,
    outcome,
    notes: [],
    requests: [{ planned: { request, name, method }, progress: { state: 'finished', summary } }],
  };
}
