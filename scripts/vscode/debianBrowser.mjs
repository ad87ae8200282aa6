/**
 * A browser that loads extensions, for the tests of the recorder: no npm package has one, Debian does.
 *
 * Only a machine of continuous integration gets it, where it may be installed: elsewhere nobody expects tests to
 * install programs, and those of the recorder are skipped, visibly, where there is no such browser.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Unavailable } from './cache.mjs';
import { extensionBrowserPath } from './parts.mjs';

const MINUTE_MS = 60_000;

/**
 * Installs Debian's Chromium where tests run by themselves, may do so, and have none; reports the outcome.
 */
export async function ensureExtensionBrowser() {
  const there = await extensionBrowserPath().catch((error) => {
    if (error instanceof Unavailable) {
      return undefined;
    }
    throw error;
  });
  if (there !== undefined) {
    return `there is one: ${there}`;
  }
  if (!process.env.CI || process.getuid?.() !== 0) {
    return 'there is none, and none is installed outside of CI';
  }
  try {
    await aptGet(['update'], 2 * MINUTE_MS);
    await aptGet(['install', '--yes', '--no-install-recommends', 'chromium'], 8 * MINUTE_MS);
    return "Debian's Chromium was installed";
  } catch (error) {
    return `there is none, and it could not be installed: ${error.message.split('\n')[0]}`;
  }
}

function aptGet(args, timeout) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return promisify(execFile)('apt-get', args, { env, timeout, maxBuffer: 10_000_000 });
}
