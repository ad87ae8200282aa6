/**
 * Types into the URL of a request in a chain of 1,000 and takes the processor time that the editor needs for the preview after
 * each character. Tells what the views of the chain are given, too. Arguments: the folder of the built sources, one to work in, and how many
 * requests there are. Writes JSON to the output.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chainText } from '../keystroke/chainText.mjs';

const requests = Number(process.argv[4] ?? 1000);
const CHARACTERS = 60;
const INDEX = Math.floor(requests / 2);

const [sources, folder] = process.argv.slice(2);
const load = (module) => import(pathToFileURL(path.join(sources, module)).href);
const { analyzeChain } = await load('core/analysis/analyzeChain.mjs');
const { createChainReader } = await load('core/analysis/readSource.mjs');
const { chainForm } = await load('protocol/chainForm.mjs');
const { chainView } = await load('protocol/chainView.mjs');
const { draftedChain } = await load('core/form/draftedChain.mjs');
const { previewSegments } = await load('node/preview/previewSegments.mjs');

const text = chainText(requests);
const file = path.join(folder, 'bench.chain.json');
await writeFile(file, text);
const source = createChainReader()(text, 'bench.chain.json');
const analysis = analyzeChain(source, { required: [], requiresFaults: [] });
const graph = chainView(analysis, { of: () => undefined, values: new Map() });
const view = chainForm(analysis, {
  revision: 1,
  file: 'bench.chain.json',
  trusted: true,
  environments: [],
  environment: undefined,
  chosen: INDEX,
  exchange: undefined,
  running: undefined,
  of: () => undefined,
  values: new Map(),
  fixes: () => [],
});
const request = JSON.parse(view.chosen.text);
const settings = {
  overrides: new Map(),
  secrets: { environment: {}, granted: [], bindings: new Map() },
  remedies: {},
  approval: 'all',
  maskingKey: new Uint8Array(32),
  userAgent: 'bench',
};
// What the last run left in memory: a value of each variable.
const values = Array.from({ length: requests }, (_, at) => [`id${at}`, { value: 9000 + at, derived: [] }]);
const known = {
  environment: undefined,
  extracted: new Map([['bench.chain.json', new Map(values)]]),
  cookies: { header: () => undefined },
};
const previews = [];
for (let count = 0; count < CHARACTERS; count += 1) {
  const began = process.cpuUsage();
  const drafted = draftedChain(source, INDEX, { ...request, url: `${request.url}/${'x'.repeat(count)}` });
  const preview = await previewSegments(
    { ...drafted, file, workspace: folder, shown: new Map(), trusted: true, known },
    settings,
  );
  const { user, system } = process.cpuUsage(began);
  previews.push({ ms: (user + system) / 1000, preview });
}
process.stdout.write(
  JSON.stringify({
    view,
    graph,
    preview: previews.at(-1).preview,
    previewMs: previews.slice(5).map(({ ms }) => ms),
  }),
);
