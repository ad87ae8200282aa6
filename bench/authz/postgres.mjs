/**
 * A PostgreSQL cluster for one application, in a folder of its own on a loopback port. PostgreSQL refuses to run as
 * root, so it runs as the user of Debian's package then.
 */
import { spawnSync } from 'node:child_process';
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Unavailable } from '../../scripts/vscode/cache.mjs';
import { freePort, startServer } from './service.mjs';

const VERSIONS = '/usr/lib/postgresql';
const USER = 'bench';
const ABSENT = 'Install the Debian package postgresql.';

/**
 * Starts a cluster with one empty database.
 *
 * @returns {Promise<{ readonly port: number, readonly user: string, readonly database: string, readonly uri: string,
 *   query(sql: string): readonly (readonly string[])[], stop(): Promise<void> }>} rejects with Unavailable without the package
 */
export async function startPostgres() {
  const programs = await newestPrograms();
  const account = process.getuid() === 0 ? accountOf('postgres') : {};
  const folder = await mkdtemp(path.join(os.tmpdir(), 'chainwright-postgres-'));
  if (account.uid !== undefined) {
    await chown(folder, account.uid, account.gid);
  }
  const data = path.join(folder, 'data');
  const run = (program, args) => runProgram(path.join(programs, program), args, { ...account, cwd: folder });
  run('initdb', ['-D', data, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync']);
  const port = await freePort();
  const connection = ['-h', '127.0.0.1', '-p', String(port), '-U', USER];
  const server = await startServer({
    name: 'postgres',
    folder,
    account,
    command: path.join(programs, 'postgres'),
    args: ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', '', '-F'],
    ready: async () => run('pg_isready', connection) !== undefined,
  });
  run('createdb', [...connection, 'bench']);
  return {
    ...{ port, user: USER, database: 'bench' },
    uri: `postgres://${USER}@127.0.0.1:${port}/bench`,
    query: (sql) =>
      run('psql', [...connection, '-d', 'bench', '-At', '-F', '\u001f', '-R', '\u001e', '-c', sql])
        .replace(/\n$/, '')
        .split('\u001e')
        .filter((line) => line !== '')
        .map((line) => line.split('\u001f')),
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * The rows of some tables by table and key, without the columns that move by themselves.
 *
 * @param {Pick<Awaited<ReturnType<typeof startPostgres>>, 'query'>} database
 * @param {{ readonly key: string, readonly moving: readonly string[], readonly tables: Readonly<Record<string, string>> }} which
 *   `tables`: names, with a condition on their rows
 */
export function rowsOf({ query }, { key, moving, tables }) {
  const row = ['to_jsonb(t)', ...moving.map((name) => `'${name}'`)].join(' - ');
  const rows = Object.entries(tables).flatMap(([table, condition]) =>
    query(`SELECT "${key}", ${row} FROM "${table}" t WHERE ${condition}`).map(([id, content]) => [
      `${table}/${id}`,
      content,
    ]),
  );
  return Object.fromEntries(rows);
}

async function newestPrograms() {
  const versions = await readdir(VERSIONS).catch(() => []);
  const newest = Math.max(...versions.map(Number).filter(Number.isInteger));
  if (!Number.isFinite(newest)) {
    throw new Unavailable(ABSENT);
  }
  return path.join(VERSIONS, String(newest), 'bin');
}

function accountOf(user) {
  const [uid, gid] = ['-u', '-g'].map((option) => Number(runProgram('id', [option, user], {})));
  return { uid, gid };
}

function runProgram(program, args, options) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { ...options, encoding: 'utf8' });
  if (error !== undefined || status !== 0) {
    throw new Error(`${path.basename(program)}: ${error?.message ?? stderr.trim()}`);
  }
  return stdout;
}
