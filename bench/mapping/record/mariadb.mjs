/** A MariaDB of Debian on the loopback with a folder of its own, and one empty database in it. */
import { writeFile } from 'node:fs/promises';
import { debianProgram, emptyFolder, finished, running } from './running.mjs';

const PACKAGE = 'mariadb-server-core';

/**
 * Starts it; it asks `root` for no password. Resolves when it answers at the port.
 *
 * @param {{ port: number, name: string }} database `name` of the empty database
 */
export async function emptyMariadb({ port, name }) {
  const cwd = await emptyFolder();
  const own = ['--no-defaults', `--datadir=${cwd}/data`, '--user=root'];
  await finished({
    command: debianProgram('/usr/bin/mariadb-install-db', PACKAGE),
    args: [...own, '--auth-root-authentication-method=normal', '--skip-test-db'],
    cwd,
  });
  await writeFile(`${cwd}/init.sql`, `CREATE DATABASE ${name};\n`);
  const place = [`--socket=${cwd}/socket`, `--port=${port}`, '--bind-address=127.0.0.1'];
  return running({
    command: debianProgram('/usr/sbin/mariadbd', PACKAGE),
    args: [...own, ...place, `--init-file=${cwd}/init.sql`],
    cwd,
    port,
  });
}
