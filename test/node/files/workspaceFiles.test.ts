import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { link, mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../../../src/core/errors';
import { createFiles, createTlsFiles, maxFileSize } from '../../../src/node/files/workspaceFiles';

const CHAIN = 'chains/orders.chain.json';

const CERTIFICATE = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
const PRIVATE_KEY = '-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n';

const KEYS: readonly (readonly [name: string, text: string])[] = [
  ['id_ed25519', 'key'],
  ['prod.env', 'token'],
  ['client.key', 'key'],
  ['client.p12', 'key'],
  ['ca.pem', CERTIFICATE],
  ['client.pem', `${CERTIFICATE}${PRIVATE_KEY}`],
  ['chains/order.txt', `${PRIVATE_KEY}`],
  ['chains/account.json', JSON.stringify({ type: 'service_account', private_key: PRIVATE_KEY })],
];

describe('createFiles', () => {
  let folder = '';
  let root = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chainwright-'));
    root = join(folder, 'workspace');
    await mkdir(join(root, 'chains', 'bodies'), { recursive: true });
    await mkdir(join(folder, 'workspace-evil'));
    await writeFile(join(folder, 'secret.txt'), 'secret');
    await writeFile(join(folder, 'workspace-evil', 'secret.txt'), 'secret');
    await writeFile(join(root, 'top.json'), 'top');
    await writeFile(join(root, 'chains', 'bodies', 'order.json'), 'order');
    await writeFile(join(root, 'chains', '..odd'), 'odd');
    await writeFile(join(root, 'chains', '%2e%2e'), 'literal');
    await writeFile(join(root, 'chains', 'empty'), '');
    await mkdir(join(root, '.git'));
    for (const name of [
      '.env',
      '.ENV.local',
      '.npmrc',
      '.git/config',
      '.environment',
      'http-client.private.env.json',
    ]) {
      await writeFile(join(root, name), 'token');
    }
    for (const [name, text] of KEYS) {
      await writeFile(join(root, name), text);
    }
    await link(join(folder, 'secret.txt'), join(root, 'chains', 'photo.png'));
    await writeFile(join(root, 'chains', 'huge'), '');
    await truncate(join(root, 'chains', 'huge'), maxFileSize + 1);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const read = async (path: string, from = CHAIN): Promise<string> =>
    new TextDecoder().decode(await createFiles(root).bytes(path, from));

  const found: [title: string, path: string, expected: string][] = [
    ['next to the naming file', 'bodies/order.json', 'order'],
    ['next to it, written with a dot', './bodies/./order.json', 'order'],
    ['above it, inside the workspace', '../top.json', 'top'],
    ['after a detour outside', '../../workspace/top.json', 'top'],
    ['whose name begins with two dots', '..odd', 'odd'],
    ['whose name looks percent-encoded', '%2e%2e', 'literal'],
    ['whose name only begins like one with secrets', '../.environment', 'token'],
    ['that is empty', 'empty', ''],
    ['of certificates alone', '../ca.pem', CERTIFICATE],
  ];
  for (const [title, path, expected] of found) {
    it(`reads a file ${title}`, async () => {
      assert.equal(await read(path), expected);
    });
  }

  it('takes a naming file by its absolute path, too', async () => {
    assert.equal(await read('bodies/order.json', join(root, CHAIN)), 'order');
  });

  const relative = 'Write a path relative to the file that names it, with / between its parts.';
  const outside = 'lies outside the workspace. Move it into the workspace and name it there.';
  const missing = 'does not exist. Create it, or correct the path; it is relative to the file that names it.';
  const device = 'has the name of a device on Windows. Rename it.';
  const secrets =
    'is one in which tools keep secrets. Refer to the value that is needed as {{$secret NAME}}.';
  const key =
    'holds a private key, which no request sends. Keep the key as a secret and refer to it as {{$secret NAME}}.';
  const hardLinks =
    'has several names on this disk (hard links), of which another can be that of a secret. Copy it and name the copy.';
  const refused: [path: string, expected: string][] = [
    ['../id_ed25519', secrets],
    ['../prod.env', secrets],
    ['../client.key', key],
    ['../client.p12', key],
    ['../client.pem', key],
    ['order.txt', key],
    ['account.json', key],
    ['photo.png', hardLinks],
    ['../.env', secrets],
    ['../.ENV.local', secrets],
    ['../.npmrc', secrets],
    ['bodies/../../.git/config', secrets],
    ['../http-client.private.env.json', secrets],
    ['', `has no name. ${relative}`],
    ['/etc/passwd', `is named by an absolute path. ${relative}`],
    ['//server/share/file', `is named by an absolute path. ${relative}`],
    ['C:/Windows/win.ini', `is named by an absolute path. ${relative}`],
    ['c:win.ini', `is named by an absolute path. ${relative}`],
    ['\\\\server\\share\\file', `has a backslash in its name. ${relative}`],
    ['..\\..\\secret.txt', `has a backslash in its name. ${relative}`],
    ['..\\/..\\/secret.txt', `has a backslash in its name. ${relative}`],
    ['../../secret.txt', outside],
    ['bodies/../../../secret.txt', outside],
    ['../../workspace-evil/secret.txt', outside],
    ['../..', outside],
    ['../../../../../etc/passwd', outside],
    ['order.json\0.png', 'has a control character in its name. Remove it.'],
    ['order\r\n.json', 'has a control character in its name. Remove it.'],
    ['%2e%2e/%2e%2e/secret.txt', missing],
    ['..%2f..%2fsecret.txt', missing],
    ['none.json', missing],
    ['bodies/order.json/more', missing],
    [`${'n'.repeat(300)}`, missing],
    ['bodies', 'is not an ordinary file. Name a file, not a folder, pipe or device.'],
    ['..', 'is not an ordinary file. Name a file, not a folder, pipe or device.'],
    ['huge', 'is larger than 100 MiB. Name a smaller file.'],
    ['CON', device],
    ['bodies/nul.json', device],
    ['aux /order.json', device],
    ['com1:', device],
  ];
  for (const [path, expected] of refused) {
    it(`refuses ${JSON.stringify(path.slice(0, 40))}`, async function () {
      if (path.endsWith('/etc/passwd') && process.platform === 'win32') {
        this.skip();
      }
      await assert.rejects(read(path), (error) => {
        assert.ok(error instanceof UserError);
        const shown = JSON.stringify(path);
        assert.equal(error.message, `${CHAIN}: The file ${shown} ${expected}`);
        return true;
      });
    });
  }

  it('refuses what a naming file outside the workspace names', async () => {
    await assert.rejects(read('secret.txt', '../evil.chain.json'), /lies outside the workspace/);
  });

  describe('for TLS', () => {
    const readForTls = async (path: string): Promise<string> =>
      new TextDecoder().decode(await createTlsFiles(root).bytes(path, CHAIN));

    for (const [path, expected] of [
      ['../client.key', 'key'],
      ['../client.p12', 'key'],
      ['../client.pem', `${CERTIFICATE}${PRIVATE_KEY}`],
      ['../ca.pem', CERTIFICATE],
      ['photo.png', 'secret'],
    ] as const) {
      it(`reads ${path}`, async () => {
        assert.equal(await readForTls(path), expected);
      });
    }

    for (const path of ['../prod.env', '../.git/config', '../../secret.txt']) {
      it(`refuses ${path}`, async () => {
        await assert.rejects(readForTls(path), UserError);
      });
    }
  });

  describe('with symbolic links', () => {
    before(async function () {
      if (process.platform === 'win32') {
        this.skip();
      }
      const links = join(root, 'chains', 'links');
      await mkdir(links);
      await symlink(join(folder, 'secret.txt'), join(links, 'file'));
      await symlink(folder, join(links, 'folder'));
      await symlink('../bodies/order.json', join(links, 'inside'));
      await symlink('../../.env', join(links, 'harmless.txt'));
      await symlink('file', join(links, 'chained'));
      await symlink('loop', join(links, 'loop'));
      await symlink('/dev/zero', join(links, 'device'));
      await symlink(root, join(folder, 'root-link'));
      execFileSync('mkfifo', [join(links, 'pipe')]);
    });

    it('follows one that stays inside', async () => {
      assert.equal(await read('links/inside'), 'order');
    });

    it('reads a workspace that is a link itself', async () => {
      const files = createFiles(join(folder, 'root-link'));
      assert.equal(new TextDecoder().decode(await files.bytes('../top.json', CHAIN)), 'top');
    });

    const links: [path: string, expected: RegExp][] = [
      ['links/file', /lies outside the workspace/],
      ['links/folder/secret.txt', /lies outside the workspace/],
      ['links/chained', /lies outside the workspace/],
      ['links/harmless.txt', /is one in which tools keep secrets/],
      ['links/device', /lies outside the workspace/],
      ['links/loop', /is a symbolic link that leads to itself/],
      ['links/pipe', /is not an ordinary file/],
    ];
    for (const [path, expected] of links) {
      it(`refuses ${path}`, async () => {
        await assert.rejects(read(path), expected);
      });
    }
  });
});
