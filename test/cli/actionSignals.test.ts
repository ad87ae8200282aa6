/** What the GitHub Action does when its job is cancelled: the run gets the time to delete what it created. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createWorkspace, type Workspace } from '../node/workspace';
import { ended, needsSignals } from './program';

/** In place of the command line: says that it runs, and ends with 3 once there is a file that says so. */
const PROGRAM = `
import { existsSync } from 'node:fs';
setInterval(() => {
  process.stdout.write('running\\n');
  if (existsSync('end')) process.exit(3);
}, 20);
`;

describe('an interruption of the GitHub Action', () => {
  let workspace: Workspace;
  beforeEach(async () => {
    workspace = await createWorkspace();
    await workspace.write({
      'package.json': { type: 'module' },
      'chainwright/node_modules/chainwright/package.json': { type: 'module' },
      'chainwright/node_modules/chainwright/dist/cli.js': PROGRAM,
      output: '',
      summary: '',
    });
  });
  afterEach(() => workspace.dispose());

  const systems: [platform: NodeJS.Platform, code: string][] = [
    ['linux', '130'],
    ['win32', '3'],
  ];
  for (const [platform, code] of systems) {
    it(`ends the run with ${code} on ${platform}`, async function () {
      needsSignals(this);
      const { folder } = workspace;
      const at = (name: string): string => path.join(folder, name);
      const preload = `Object.defineProperty(process, 'platform', { value: '${platform}' })`;
      const script = [
        '--import',
        `data:text/javascript,${encodeURIComponent(preload)}`,
        path.resolve('action/run.mjs'),
      ];
      const files = { GITHUB_OUTPUT: at('output'), GITHUB_STEP_SUMMARY: at('summary'), RUNNER_TEMP: folder };
      const action = spawn(process.execPath, script, { cwd: folder, env: { ...files, FILES: 'a' } });
      const end = ended(action);
      const runs = (): Promise<void> =>
        new Promise((resolve) => {
          action.stdout.on('data', (text: Buffer) => text.includes('running') && resolve());
        });
      await runs();
      action.kill('SIGINT');
      if (platform === 'win32') {
        await runs();
        await runs();
        await writeFile(at('end'), '');
      }
      const { stderr } = await end;
      assert.match(await readFile(at('output'), 'utf8'), new RegExp(`^exit-code=${code}$`, 'm'), stderr);
    });
  }
});
