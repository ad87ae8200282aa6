/**
 * Loads and activates the extension once, in this fresh process, and prints how long that took and which
 * modules it loaded, as JSON. Argument: the extension's bundle.
 */
import Module, { createRequire } from 'node:module';
import { anything, fakeVscode } from './fakeVscode.mjs';

const [bundle = ''] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const modules = new Set();
const load = Module._load;
const vscode = fakeVscode();

// The loader that `require` goes through is the only place where a module nobody installed can be given.
Module._load = (request, ...rest) => {
  if (request === 'vscode') {
    return vscode;
  }
  modules.add(request);
  return load(request, ...rest);
};

const context = anything();
context.subscriptions = [];
const started = performance.now();
const extension = require(bundle);
const loaded = performance.now();
await extension.activate(context);
const activated = performance.now();

modules.delete(bundle);
process.stdout.write(
  JSON.stringify({
    loadMs: loaded - started,
    activateMs: activated - loaded,
    registered: context.subscriptions.length,
    modules: [...modules],
  }),
);
// Nothing disposes of what the extension registered, which may keep the process alive.
process.exit();
