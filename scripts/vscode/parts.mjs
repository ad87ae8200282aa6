/**
 * The parts of a real VS Code that needs no download page and no display: VS Code's own server with
 * its web workbench (npm package `code-server`), the Node version that server needs, and a browser.
 *
 * They are test machinery, not dependencies of the product, and none of their install scripts runs:
 * the native modules those would compile only cost the server a terminal and a few log lines.
 */
import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Unavailable, cached, exists, npmInstall } from './cache.mjs';

/** `4.139.1` carries VS Code 1.139.1. */
const CODE_SERVER = '4.139.1';
const NODE_MAJOR = 24;
const CHROMIUM = '153.0.0';

const BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/microsoft-edge',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/**
 * Path of the server's main script; installed at the first call (about 20 seconds, 600 MB).
 *
 * @returns {Promise<string>}
 */
export async function serverMain() {
  const folder = await cached(`code-server-${CODE_SERVER}`, async (partial) => {
    await npmInstall(partial, [`code-server@${CODE_SERVER}`]);
    const vscode = join(partial, 'node_modules/code-server/lib/vscode');
    await npmInstall(vscode, []);
    await npmInstall(join(vscode, 'extensions'), []);
  });
  return join(folder, 'node_modules/code-server/lib/vscode/out/server-main.js');
}

/**
 * Path of a Node the server runs on: this one when it is of the right major version.
 *
 * The platform package is installed directly; the npm package `node` would only choose it in an
 * install script.
 *
 * @returns {Promise<string>}
 */
export async function serverNode() {
  if (Number(process.versions.node.split('.')[0]) === NODE_MAJOR) {
    return process.execPath;
  }
  const appleSilicon = process.platform === 'darwin' && process.arch === 'arm64';
  const name = `${appleSilicon ? 'node-bin' : 'node'}-${process.platform}-${process.arch}`;
  const folder = await cached(`${name}-${NODE_MAJOR}`, (partial) =>
    npmInstall(partial, [`${name}@${NODE_MAJOR}`]),
  );
  return join(folder, 'node_modules', name, 'bin/node');
}

/**
 * Path of a Chromium for pages: `CHROME_PATH`, else on Linux (x64) the headless one inside the npm package
 * `@sparticuz/chromium`, which is the same everywhere, else an installed one.
 *
 * @returns {Promise<string>}
 */
export async function browserPath() {
  const given = await givenBrowser();
  if (given !== undefined || `${process.platform}-${process.arch}` !== 'linux-x64') {
    return given ?? installedBrowser();
  }
  return packagedBrowser().catch((error) => {
    if (error instanceof Unavailable) {
      return installedBrowser();
    }
    throw error;
  });
}

/**
 * Path of a browser that may load extensions, which the one in the npm package never does: `CHROME_PATH`, else an
 * installed one.
 *
 * @returns {Promise<string>}
 */
export async function extensionBrowserPath() {
  return (await givenBrowser()) ?? installedBrowser();
}

async function givenBrowser() {
  const given = process.env.CHROME_PATH;
  if (given === undefined || given === '') {
    return undefined;
  }
  await access(given, constants.X_OK);
  return given;
}

async function installedBrowser() {
  for (const path of BROWSERS) {
    if (await exists(path)) {
      return path;
    }
  }
  throw new Unavailable('No Chrome, Chromium or Edge is installed, and CHROME_PATH names none.');
}

async function packagedBrowser() {
  const name = '@sparticuz/chromium';
  const folder = await cached(`headless-chromium-${CHROMIUM}`, async (partial) => {
    await npmInstall(partial, [`${name}@${CHROMIUM}`]);
    // The package unpacks itself into the system's temporary folder; it needs a newer Node than we may run on.
    const script = `import c from '${name}'; await c.executablePath();`;
    await promisify(execFile)(await serverNode(), ['--input-type=module', '--eval', script], {
      cwd: partial,
      env: { ...process.env, TMPDIR: partial },
      timeout: 120_000,
    });
  });
  return join(folder, 'chromium');
}
