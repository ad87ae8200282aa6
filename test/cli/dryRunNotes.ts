/** What the dry run of a matrix has to say before it lists its requests; a clean one says nothing. */
import assert from 'node:assert/strict';
import { ended, start } from './program';

/** Its notes, a line each; fails unless the dry run itself does what it should. */
export async function dryRunNotes(matrix: string, folder: string): Promise<readonly string[]> {
  const dry = await ended(start(['authz', 'run', matrix, '--dry-run', '--allow-mutations'], folder));
  assert.equal(dry.code, 0, dry.stderr);
  const [first, second, ...rest] = dry.stdout.split('\n');
  assert.match(first ?? '', /^Dry run of /);
  assert.match(second ?? '', /^\d+ cells, /);
  return rest.slice(0, rest.indexOf(''));
}
