/**
 * What a script starts, it stops: servers, browsers and temporary folders are stopped in reverse
 * order, exactly once, however the script ends (done, failed, Ctrl+C, terminated).
 */

const STOP_DEADLINE_MS = 10_000;

/** A list of things to stop. */
export class Cleanup {
  #stops = [];
  #running;

  /** Remembers how to stop something; called after everything that is deferred later. */
  defer(stop) {
    this.#stops.push(stop);
  }

  /** Stops everything; a second call waits for the first. One that fails does not keep the others. */
  run() {
    this.#running ??= this.#stopAll();
    return this.#running;
  }

  async #stopAll() {
    for (const stop of this.#stops.reverse()) {
      try {
        await withDeadline(Promise.resolve(stop()), STOP_DEADLINE_MS, 'Stopping took too long.');
      } catch (error) {
        console.error(`Could not stop cleanly: ${error.message}`);
      }
    }
  }
}

/**
 * Runs `work` and stops what it deferred afterwards, also on SIGINT and SIGTERM (which end the
 * process with 130 and 143, as shells expect).
 *
 * @template T
 * @param {(cleanup: Cleanup) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withCleanup(work) {
  const cleanup = new Cleanup();
  const onSignal = (signal) => {
    void cleanup.run().then(() => process.exit(signal === 'SIGINT' ? 130 : 143));
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  try {
    return await work(cleanup);
  } finally {
    await cleanup.run();
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
  }
}

/**
 * Settles as `promise` does, or rejects with `message` after `ms` milliseconds.
 *
 * @template T
 * @param {Promise<T>} promise
 * @returns {Promise<T>}
 */
export async function withDeadline(promise, ms, message) {
  let timer;
  const deadline = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(message)), ms);
  });
  try {
    return await Promise.race([promise, deadline]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Ends a child that was started with `detached: true`, and everything it started: a polite signal
 * to its process group, after three seconds a hard one.
 *
 * @param {import('node:child_process').ChildProcess} child
 */
export async function stopGroup(child) {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) {
    return;
  }
  const ended = new Promise((resolve) => child.once('exit', resolve));
  signalGroup(child.pid, 'SIGTERM');
  const hard = setTimeout(() => signalGroup(child.pid, 'SIGKILL'), 3_000);
  await ended;
  clearTimeout(hard);
}

function signalGroup(pid, signal) {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') {
      throw error;
    }
  }
}
