/** Starts a run of a matrix in a process of its own, which tests kill. */
import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { build } from 'esbuild';
import type { MatrixJob } from '../../../src/node/authz/loadMatrix';

let program: Promise<string> | undefined;

/** Starts a run against the API at an origin; nobody reads what the process says. */
export async function startMatrix({ file, workspace }: MatrixJob, origin: string): Promise<ChildProcess> {
  program ??= bundleProgram();
  return spawn(process.execPath, [await program, file, workspace, origin], { stdio: 'ignore' });
}

/** In one piece, for loading its hundreds of modules would take longer than most runs. */
async function bundleProgram(): Promise<string> {
  const outdir = path.join(import.meta.dirname, 'bundled');
  await build({
    entryPoints: {
      matrixProcess: path.join(import.meta.dirname, 'matrixProcess.js'),
      // Found next to the module that starts it.
      longRuleProcess: path.resolve(import.meta.dirname, '../../../src/node/rules/longRuleProcess.js'),
    },
    outdir,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    mainFields: ['module', 'main'],
    // Packages in CommonJS ask for modules of Node with require(), which an ES module does not have.
    banner: {
      js: "import{createRequire as requireFrom}from'node:module';const require=requireFrom(import.meta.url);",
    },
    logLevel: 'warning',
  });
  return path.join(outdir, 'matrixProcess.js');
}
