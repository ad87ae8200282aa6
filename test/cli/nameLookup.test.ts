/** How the built program ends while the system looks up a host name. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createWorkspace } from '../node/workspace';
import { cli, ended } from './program';

/** A loopback address that nothing else listens on. */
const NAME_SERVER = '127.53.0.1';

/** Starts a program that asks the name server above; its own mounts hide the system's. */
const WITH_NAME_SERVER = ['-m', 'sh', '-c', 'mount --bind "$0" /etc/resolv.conf && exec "$@"'];

describe('a host name whose name server does not answer', function () {
  it('keeps no cancelled run from ending', async function () {
    const workspace = await createWorkspace();
    const settings = path.join(workspace.folder, 'resolv.conf');
    await writeFile(settings, `nameserver ${NAME_SERVER}\noptions timeout:20 attempts:3\n`);
    const server = await silentServer();
    const mayMount = spawnSync('unshare', [...WITH_NAME_SERVER, settings, 'true']).status === 0;
    try {
      if (server === undefined || !mayMount) {
        this.skip();
      }
      const request = {
        id: 'read',
        method: 'GET',
        url: 'http://slow.example.test/',
        expect: { status: 200 },
      };
      await workspace.write({ 'slow.chain.json': { formatVersion: 1, name: 'Slow', requests: [request] } });
      const program = spawn(
        'unshare',
        [...WITH_NAME_SERVER, settings, process.execPath, cli, 'run', 'slow.chain.json', '--include-drafts'],
        { cwd: workspace.folder, timeout: 25_000, killSignal: 'SIGKILL' },
      );
      server.once('message', () => program.kill('SIGINT'));
      const { code, stdout } = await ended(program);
      assert.ok(code === 130 || program.signalCode === 'SIGINT', `${code ?? program.signalCode}`);
      assert.match(stdout, /cancelled/);
    } finally {
      server?.close();
      await workspace.dispose();
    }
  });
});

/** Takes what names are asked for, and answers nothing; absent where the port of name servers is not to be had. */
async function silentServer(): Promise<Socket | undefined> {
  const server = createSocket('udp4');
  try {
    server.bind(53, NAME_SERVER);
    await once(server, 'listening');
    return server;
  } catch {
    server.close();
    return undefined;
  }
}
