/** A process that runs a matrix until it ends or is killed: `node matrixProcess.js <matrix> <workspace> <origin>`. */
import { runMatrix } from '../../../src/node/authz/runMatrix';
import { matrixSettings } from './matrixRun';

async function main([file = '', workspace = '', origin = '']: readonly string[]): Promise<void> {
  for await (const event of runMatrix(
    { file, workspace },
    matrixSettings(origin),
    new AbortController().signal,
  )) {
    process.stdout.write(`${event.type}\n`);
  }
}

void main(process.argv.slice(2));
