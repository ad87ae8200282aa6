/**
 * Activation of the extension: loading its files and calling `activate`, in a fresh process each time and
 * with nothing of VS Code behind the API.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runNode } from '../process/runProcess.mjs';
import { formatSpread, spreadOf } from '../statistics.mjs';
import { judged } from '../table.mjs';

const PROBE = fileURLToPath(new URL('../activation/probe.mjs', import.meta.url));
const MILLISECONDS = { unit: 'ms', digits: 1 };

/** Measures activation and lists what it loads. */
export async function measureActivation({ root, folder, rounds }) {
  const main = path.join(root, 'dist/extension.js');
  const where = { cwd: folder, outputFile: path.join(folder, 'activation.json') };
  const findings = [];
  for (let round = 0; round < 2 * rounds; round += 1) {
    findings.push(JSON.parse((await runNode([PROBE, main], where)).output));
  }
  const whole = spreadOf(findings.map(({ loadMs, activateMs }) => loadMs + activateMs));
  const activating = spreadOf(findings.map(({ activateMs }) => activateMs));
  const [{ files, modules, registered }] = findings;
  return [
    judged(
      { what: 'extension activation', figure: formatSpread(whole, MILLISECONDS), value: whole.median },
      { most: 30, text: '≤ 30 ms' },
    ),
    {
      what: '  of which activate()',
      figure: `${formatSpread(activating, MILLISECONDS)}, registers ${registered}`,
    },
    { what: '  own files loaded', figure: String(files.length) },
    { what: '  modules of Node loaded', figure: modules.join(', ') },
  ];
}
