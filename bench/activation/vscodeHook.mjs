/** Module hooks that give the module `vscode` to the extension, and tell what it loads. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const FAKE = 'chainwright-bench:vscode';
const fake = new URL('fakeVscode.mjs', import.meta.url).href;
const types = readFileSync(createRequire(import.meta.url).resolve('@types/vscode/index.d.ts'), 'utf8');
const names = [
  ...types.matchAll(/^\s+export (?:abstract )?(?:class|const|enum|function|let|namespace) (\w+)/gm),
];

let report;

export function initialize({ port }) {
  report = (module) => port.postMessage(module);
}

export async function resolve(specifier, context, next) {
  if (specifier === 'vscode') {
    return { url: FAKE, shortCircuit: true };
  }
  const resolved = await next(specifier, context);
  report(resolved.url);
  return resolved;
}

export async function load(url, context, next) {
  if (url !== FAKE) {
    return next(url, context);
  }
  const members = [...new Set(names.map(([, name]) => name))];
  const source = `import { anything } from ${JSON.stringify(fake)};
${members.map((name) => `export const ${name} = anything();`).join('\n')}`;
  return { format: 'module', source, shortCircuit: true };
}
