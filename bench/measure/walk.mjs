/**
 * The walk of an import: through how many files of ours a Postman collection goes on its way to a chain on the disk. A file
 * counts when one of its functions is called; what is done once, when modules are loaded, does not count.
 */
import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildTests } from '../../esbuild.mjs';
import { runNode } from '../process/runProcess.mjs';
import { judged } from '../table.mjs';

/** Measures once, for every round is the same; lists the files. */
export async function measureWalk({ root, folder, details }) {
  await buildTests();
  const sources = pathToFileURL(path.join(root, 'out/src/')).href;
  const coverage = path.join(folder, 'walk');
  await mkdir(coverage);
  await runNode(
    [
      path.join(root, 'bench/walk/importTwice.mjs'),
      `${sources}cli/program.js`,
      path.join(root, 'bench/walk/orders.postman_collection.json'),
    ],
    { cwd: folder, outputFile: path.join(folder, 'walk.txt'), environment: { NODE_V8_COVERAGE: coverage } },
  );
  const files = await calledFiles(coverage, sources);
  details.push(`Files from a Postman collection to a chain:\n${files.join('\n')}`);
  return [
    judged(
      {
        what: 'files from a Postman collection to a chain',
        figure: String(files.length),
        value: files.length,
      },
      { most: 40, text: '≤ 40' },
    ),
  ];
}

/** Files with a function that was called since the first report of a process. */
async function calledFiles(coverage, sources) {
  const reports = (await readdir(coverage)).sort((one, other) => numberOf(one) - numberOf(other));
  const called = new Set();
  for (const report of reports.slice(1)) {
    const { result } = JSON.parse(await readFile(path.join(coverage, report), 'utf8'));
    for (const { url, functions } of result.filter((one) => one.url.startsWith(sources))) {
      if (functions.some((one) => !isModule(one) && one.ranges[0].count > 0)) {
        called.add(url.slice(sources.length).replace(/\.js$/, '.ts'));
      }
    }
  }
  return [...called].sort();
}

/** Whether a function stands for the module as a whole. */
function isModule({ functionName, ranges }) {
  return functionName === '' && ranges[0].startOffset === 0;
}

/** `coverage-<process>-<time>-<number>.json` */
function numberOf(report) {
  return Number(/(\d+)\.json$/.exec(report)?.[1]);
}
