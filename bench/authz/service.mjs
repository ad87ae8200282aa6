/** Servers of the benchmark: each is started on a free loopback port and ended by its number. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const START_DEADLINE_MS = 120_000;
const STOP_DEADLINE_MS = 10_000;
const POLL_MS = 100;

/** A port of this machine that nothing listens on. */
export async function freePort() {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * Starts a server and waits until `ready` answers true; rejects with the end of its output if it ends before.
 *
 * @param {{
 *   readonly command: string,
 *   readonly args: readonly string[],
 *   readonly folder: string,
 *   readonly environment?: Readonly<Record<string, string>>,
 *   readonly name: string,
 *   readonly account?: { readonly uid?: number, readonly gid?: number },
 *   readonly ready: () => Promise<boolean>,
 * }} server `name` is that of its log in `folder`
 * @returns {Promise<{ stop(): Promise<void> }>}
 */
export async function startServer({ command, args, folder, environment = {}, name, account = {}, ready }) {
  const log = path.join(folder, `${name}.log`);
  const output = await open(log, 'w');
  const child = spawn(command, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, LANG: 'C.UTF-8', ...environment },
    stdio: ['ignore', output.fd, output.fd],
    ...account,
  });
  let failure;
  child.once('error', (error) => (failure = error.message));
  await output.close();
  const stop = () => stopProcess(child);
  const deadline = Date.now() + START_DEADLINE_MS;
  while (!(await ready().catch(() => false))) {
    if (failure !== undefined || child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`${name} did not start: ${failure ?? (await lastLines(log))}`);
    }
    await sleep(POLL_MS);
  }
  return { stop };
}

/** Whether a request is answered with any status below 500. */
export async function answers(url, headers = {}) {
  const response = await fetch(url, { headers, redirect: 'manual' });
  await response.arrayBuffer();
  return response.status < 500;
}

/**
 * The JSON answer of a request that has to succeed.
 *
 * @param {string} url
 * @param {{ readonly method?: string, readonly headers?: Readonly<Record<string, string>>, readonly body?: unknown }} request
 */
export async function requestJson(url, { method = 'GET', headers = {}, body } = {}) {
  const response = await fetch(url, {
    method,
    headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) {
    throw new Error(
      `${method} ${new URL(url).pathname} was answered with ${response.status}: ${text.slice(0, 300)}`,
    );
  }
  return text === '' ? undefined : JSON.parse(text);
}

async function stopProcess(child) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) {
    return;
  }
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const isEnded = await Promise.race([
    ended.then(() => true),
    sleep(STOP_DEADLINE_MS, false, { ref: false }),
  ]);
  if (!isEnded) {
    child.kill('SIGKILL');
    await ended;
  }
}

async function lastLines(log) {
  return (await readFile(log, 'utf8')).trim().split('\n').slice(-5).join(' | ').slice(0, 600);
}
