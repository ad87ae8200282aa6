/**
 * Applications on the loopback: installed from the registry into a temporary folder, started on an empty store.
 *
 * A folder that has the package already is used again, so that several recordings install it once.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

const READY_WITHIN = 60_000;

/**
 * Installs the package (`name@version`) and resolves to the folder that holds its `node_modules`.
 *
 * @param {object} overrides versions of packages below it that ask for none, as npm has them
 * @param {readonly string[]} others packages (`name@version`) that it needs and does not ask for, or options of npm
 */
export async function installed(name, version, overrides = {}, others = []) {
  const folder = path.join(tmpdir(), 'mapping-applications', name.replace(/[@/]/g, '_'));
  if (!existsSync(path.join(folder, 'node_modules', name))) {
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'package.json'), JSON.stringify({ private: true, overrides }));
    const install = [
      'install',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      `${name}@${version}`,
      ...others,
    ];
    const child = spawn('npm', install, { cwd: folder, stdio: 'inherit' });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`${name} could not be installed`);
  }
  return folder;
}

/** The path of a program of Debian. Throws when it is not installed, and says which package has it. */
export function debianProgram(command, name) {
  if (existsSync(command)) return command;
  throw new Error(`${command} is not installed: it is in Debian's package ${name} (apt-get install ${name})`);
}

/** The folder that holds the files of a package of Debian, which is unpacked there and not configured. */
export async function debianFiles(name) {
  const folder = path.join(tmpdir(), 'mapping-applications', name);
  if (!existsSync(path.join(folder, 'usr'))) {
    await mkdir(folder, { recursive: true });
    await finished({ command: 'apt-get', args: ['download', name], cwd: folder });
    const [file] = (await readdir(folder)).filter((entry) => entry.endsWith('.deb'));
    await finished({ command: 'dpkg', args: ['-x', file, '.'], cwd: folder });
  }
  return folder;
}

/** Runs a program to its end. Throws, with what it wrote, when it fails. */
export async function finished({ command, args, cwd, env = {} }) {
  await promisify(execFile)(command, args, { cwd, env: { ...process.env, ...env } });
}

/** A new empty folder for one run of an application. */
export async function emptyFolder() {
  return mkdtemp(path.join(tmpdir(), 'mapping-run-'));
}

/**
 * Starts a program and resolves when its port answers.
 *
 * @param {{ command: string, args: readonly string[], cwd: string, port: number, env?: object }} program
 * @returns {Promise<{ origin: string, stop: () => Promise<void> }>} `stop` also removes the folder it ran in
 */
export async function running({ command, args, cwd, port, env = {} }) {
  if (await answers(port)) throw new Error(`port ${port} is taken`);
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => (output = `${output}${text}`.slice(-4000)));
  const exited = once(child, 'exit');
  const until = Date.now() + READY_WITHIN;
  while (!(await answers(port))) {
    if (child.exitCode !== null || Date.now() > until)
      throw new Error(`${command} did not start:\n${output}`);
    await pause(100);
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGKILL');
      await exited;
      await rm(cwd, { recursive: true, force: true });
    },
  };
}

function answers(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true) || socket.destroy());
    socket.once('error', () => resolve(false));
  });
}

/**
 * A server with its database, which ends with the server, also where that does not start.
 *
 * @param {{ stop: () => Promise<void> }} database
 * @param {() => ReturnType<typeof running>} start
 */
export async function withDatabase(database, start) {
  try {
    const server = await start();
    return {
      ...server,
      async stop() {
        await server.stop();
        await database.stop();
      },
    };
  } catch (error) {
    await database.stop();
    throw error;
  }
}
