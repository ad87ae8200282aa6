/**
 * Imports a file twice by the command line that was built file by file: `node importTwice.mjs <program.js> <file>`. What it
 * covers is written where `NODE_V8_COVERAGE` says: first everything that is done once for all imports, then one import.
 */
import { takeCoverage } from 'node:v8';

const [, , module, file] = process.argv;
const { createProgram } = await import(module);
const { signal } = new AbortController();

await importInto('first');
const second = programOf();
takeCoverage();
await importInto('second', second);

function programOf() {
  return createProgram({ folder: process.cwd(), environment: process.env, version: '0', signal });
}

async function importInto(folder, program = programOf()) {
  await program.parseAsync(['import', file, '-o', folder], { from: 'user' });
}
