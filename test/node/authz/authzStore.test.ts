import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AuthzResult } from '../../../src/core/authz/model/authzResult';
import { latestAuthzResult, readAuthzResult, writeAuthzResult } from '../../../src/node/authz/authzStore';
import { sampleAuthz } from '../../formats/reporters/authz/sampleAuthz';

const MATRIX = sampleAuthz.matrix.file;

/** The sample as if it had begun some minutes later. */
function at(minute: number, changes: Partial<AuthzResult> = {}): AuthzResult {
  return { ...sampleAuthz, startedAt: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(), ...changes };
}

describe('the store of authorization results', () => {
  let workspace = '';
  const folder = () => path.join(workspace, '.chainwright/authz/security/orders');
  beforeEach(async () => {
    workspace = await mkdtemp(path.join(tmpdir(), 'chainwright-'));
  });
  afterEach(() => rm(workspace, { recursive: true, force: true }));

  it('keeps a result under the name of its matrix and the time of its run', async () => {
    const file = await writeAuthzResult(workspace, at(1), 5);
    assert.equal(file, path.join(folder(), '2026-01-01T00-01-00.000Z.json'));
    assert.deepEqual(await readAuthzResult(file), at(1));
  });

  it('is for its owner alone, and out of version control', async () => {
    const file = await writeAuthzResult(workspace, at(1), 5);
    assert.equal((await stat(file)).mode & 0o077, 0);
    assert.equal(await readFile(path.join(workspace, '.chainwright/.gitignore'), 'utf8'), '*\n');
  });

  it('keeps the newest, and two of one millisecond apart', async () => {
    for (const minute of [1, 3, 2, 3]) {
      await writeAuthzResult(workspace, at(minute), 3);
    }
    assert.deepEqual((await readdir(folder())).sort(), [
      '2026-01-01T00-02-00.000Z.json',
      '2026-01-01T00-03-00.000Z-2.json',
      '2026-01-01T00-03-00.000Z.json',
    ]);
  });

  it('has no latest result of a matrix that was never run', async () => {
    assert.equal(await latestAuthzResult(workspace, MATRIX), undefined);
  });

  it('finds the latest result of a matrix, and passes over what is none', async () => {
    await writeAuthzResult(workspace, at(1), 5);
    const file = await writeAuthzResult(workspace, at(2, { seed: 'last' }), 5);
    await writeAuthzResult(workspace, at(9, { matrix: { file: 'other.authz.json', name: 'Other' } }), 5);
    await writeFile(path.join(folder(), '2026-01-01T00-08-00.000Z.json'), '{"formatVersion":1}');
    await mkdir(path.join(folder(), '2026-01-01T00-07-00.000Z.json'));
    await writeFile(path.join(folder(), 'notes.json'), '{}');
    const latest = await latestAuthzResult(workspace, MATRIX);
    assert.equal(latest?.file, file);
    assert.equal(latest?.result.seed, 'last');
  });

  it('writes and reads nothing through a link to somewhere else', async () => {
    const elsewhere = await mkdtemp(path.join(tmpdir(), 'chainwright-'));
    await mkdir(path.join(workspace, '.chainwright'));
    await symlink(elsewhere, path.join(workspace, '.chainwright/authz'));
    await assert.rejects(writeAuthzResult(workspace, at(1), 5), /is a link to somewhere else/);
    assert.deepEqual(await readdir(elsewhere), []);
    await mkdir(path.join(elsewhere, 'security/orders'), { recursive: true });
    await writeFile(path.join(elsewhere, 'security/orders/2026-01-01T00-01-00.000Z.json'), '{}');
    assert.equal(await latestAuthzResult(workspace, MATRIX), undefined);
    await rm(elsewhere, { recursive: true });
  });

  it('writes nothing for a matrix that claims to lie outside of the workspace', async () => {
    const matrix = { file: '../../../outside/x.authz.json', name: 'x' };
    await assert.rejects(writeAuthzResult(workspace, at(1, { matrix }), 5), /is no longer there/);
    assert.ok(!(await readdir(path.dirname(workspace))).includes('outside'));
  });

  const unreadable: [title: string, make: (file: string) => Promise<unknown>][] = [
    ['missing', () => Promise.resolve()],
    ['a folder', (file) => mkdir(file)],
    ['a link', (file) => symlink('/dev/zero', file)],
  ];
  for (const [title, make] of unreadable) {
    it(`refuses a named result that is ${title}`, async () => {
      const file = path.join(workspace, 'result.json');
      await make(file);
      await assert.rejects(readAuthzResult(file), {
        message: `${file} cannot be read: it does not exist, is not an ordinary file, or is too large. Name a file that "authz run" wrote.`,
      });
    });
  }
});
