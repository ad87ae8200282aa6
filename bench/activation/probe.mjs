/**
 * Loads and activates the extension once, in this fresh process, and prints how long that took and which
 * modules it loaded, as JSON. Argument: the extension's main file.
 */
import { register } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { MessageChannel } from 'node:worker_threads';
import { anything } from './fakeVscode.mjs';

const [main = ''] = process.argv.slice(2);
const { port1: hooks, port2: theirs } = new MessageChannel();
const modules = new Set();
hooks.on('message', (module) => modules.add(module));
hooks.unref();
// As VS Code does it: a hook gives the module `vscode`, which is installed nowhere.
register('./vscodeHook.mjs', {
  parentURL: import.meta.url,
  data: { port: theirs },
  transferList: [theirs],
});

const context = anything();
context.subscriptions = [];
const started = performance.now();
const extension = await import(pathToFileURL(main).href);
const loaded = performance.now();
await extension.activate(context);
const activated = performance.now();
// Work that activation started asks the fake for answers that it does not have.
process.on('uncaughtException', () => undefined);
await new Promise((resolve) => setTimeout(resolve, 50));

process.stdout.write(
  JSON.stringify({
    loadMs: loaded - started,
    activateMs: activated - loaded,
    registered: context.subscriptions.length,
    files: [...modules].filter((module) => module.startsWith('file:')).map((url) => path.basename(url)),
    modules: [...modules].filter((module) => module.startsWith('node:')),
  }),
);
// Nothing disposes of what the extension registered, which may keep the process alive.
process.exit();
