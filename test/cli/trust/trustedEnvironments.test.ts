import assert from 'node:assert/strict';
import { mkdtemp, readFile, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createEnvironmentTrust, trustMemory } from '../../../src/cli/trust/trustedEnvironments';
import type { EnvironmentClaim } from '../../../src/node/run/environmentTrust';

const depending = { destinations: [{ origin: 'https://api.test', labels: ['secret KEY'] }] };

describe('createEnvironmentTrust', () => {
  let folder: string;
  let memory: string;
  beforeEach(async () => {
    folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'chainwright-trust-')));
    memory = path.join(folder, 'state/deep/trusted.json');
    await writeFile(path.join(folder, 'a.environment.json'), '{}');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const claim = (more: Partial<EnvironmentClaim> = {}): EnvironmentClaim => ({
    file: path.join(folder, 'a.environment.json'),
    workspace: path.join(folder, 'workspace'),
    origins: ['https://api.test'],
    digest: 'd1',
    ...more,
  });
  const trust = (answers: readonly boolean[], files: readonly string[] = []) => {
    const asked: string[] = [];
    const ask = (question: string): Promise<boolean> => {
      asked.push(question);
      return Promise.resolve(answers[asked.length - 1] ?? false);
    };
    return { asked, ...createEnvironmentTrust({ files, folder, memory, ask }) };
  };

  it('asks once, and remembers the answer for the same file that says the same', async () => {
    const first = trust([true]);
    await Promise.all([first.ask(claim(), depending), first.ask(claim(), depending)]);
    assert.equal(first.asked.length, 1);
    assert.equal(
      first.asked[0],
      `This run uses secrets, and ${claim().file} decides where they go:\n  https://api.test gets secret KEY\n`,
    );
    const later = trust([]);
    assert.ok(await later.isRemembered(claim()));
    assert.ok(!(await later.isRemembered(claim({ digest: 'd2' }))));
    assert.ok(!(await later.isRemembered(claim({ file: path.join(folder, 'b.environment.json') }))));
    assert.deepEqual(JSON.parse(await readFile(memory, 'utf8')), { [claim().file]: ['d1'] });
    if (process.platform !== 'win32') {
      assert.equal((await stat(memory)).mode & 0o777, 0o600);
    }
  });

  it('takes no for an answer, and does not remember it', async () => {
    const { ask } = trust([false]);
    await assert.rejects(ask(claim(), depending), { name: 'UserError' });
    assert.ok(!(await trust([]).isRemembered(claim())));
  });

  it('remembers several environments of one file', async () => {
    const { ask } = trust([true, true]);
    await ask(claim(), depending);
    await ask(claim({ digest: 'd2' }), depending);
    const { isRemembered } = trust([]);
    assert.deepEqual(
      [await isRemembered(claim()), await isRemembered(claim({ digest: 'd2' }))],
      [true, true],
    );
  });

  it('believes no memory inside of the workspace, which may have come with it', async () => {
    const { ask } = trust([true]);
    await ask(claim(), depending);
    assert.ok(!(await trust([]).isRemembered(claim({ workspace: folder }))));
  });

  it('believes no memory in a folder of the workspace whose name begins with two dots', async () => {
    memory = path.join(folder, '..state/trusted.json');
    const { ask } = trust([true]);
    await ask(claim(), depending);
    assert.ok(!(await trust([]).isRemembered(claim({ workspace: folder }))));
  });

  it('trusts a file that is named by a link', async () => {
    await symlink(path.join(folder, 'a.environment.json'), path.join(folder, 'link.json'));
    assert.ok(await trust([], ['link.json']).isNamed(claim().file));
  });

  it('trusts nothing by a damaged memory', async () => {
    await writeFile(path.join(folder, 'memory.json'), '{"');
    const { isRemembered } = createEnvironmentTrust({
      files: [],
      folder,
      memory: path.join(folder, 'memory.json'),
    });
    assert.ok(!(await isRemembered(claim())));
  });

  it('says everything that a trusted file decides', async () => {
    const { asked, ask } = trust([true]);
    const other = { origins: ['https://api.test', 'https://b.test'], proxy: 'http://proxy.test:1' };
    await ask(claim({ ...other, authority: 'ca.pem', clientCertificate: 'client.pem' }), depending);
    assert.deepEqual(asked[0]?.split('\n').slice(1), [
      '  https://api.test gets secret KEY',
      '  later runs may send secrets to https://b.test',
      '  everything goes through the proxy http://proxy.test:1',
      '  certificates of the authority ca.pem are trusted',
      '  the client certificate client.pem is presented',
      '',
    ]);
  });
});

describe('trustMemory', () => {
  it('is where each system keeps the state of programs', () => {
    assert.equal(
      trustMemory({ XDG_STATE_HOME: '/state' }, 'linux'),
      path.join('/state', 'chainwright', 'trusted-environments.json'),
    );
    assert.equal(
      trustMemory({ LOCALAPPDATA: '/local' }, 'win32'),
      path.join('/local', 'chainwright', 'trusted-environments.json'),
    );
    assert.equal(trustMemory({ XDG_STATE_HOME: '' }, 'linux', ''), undefined);
    assert.equal(trustMemory({ XDG_STATE_HOME: 'state' }, 'linux', 'home'), undefined);
    assert.match(
      trustMemory({}, 'darwin') ?? '',
      /Library.Application Support.chainwright.trusted-environments\.json$/,
    );
  });
});
