/**
 * Files that scripts of a collection require for the token of a request: `require('./auth')`,
 * `require(bru.cwd() + '/auth.js')`. They are programs of their own, and nothing else is known of them.
 */
import type { SourceFiles } from '../../../../core/ports';
import type { BrunoCollection, BrunoItem } from './brunoTree';

/** The collection with what tells scripts that require such a file. */
export async function withTokenFiles(
  collection: BrunoCollection,
  files: SourceFiles,
): Promise<BrunoCollection> {
  const scripts = [collection.defaults.scripts.before, ...scriptsBefore(collection.items)];
  const required = new Set(scripts.flatMap(requiredNames));
  const found = new Set<string>();
  for (const path of required.size === 0 ? [] : await files.paths()) {
    const [, name = ''] = /([^/]+)\.js$/.exec(path) ?? [];
    if (required.has(name) && SENDS_TOKEN.test(await files.text(path))) {
      found.add(name);
    }
  }
  return { ...collection, sendsToken: (script) => requiredNames(script).some((name) => found.has(name)) };
}

/** `req.setHeader(name, `Bearer ${token}`)`; the name can be put together elsewhere. */
const SENDS_TOKEN = /\.setHeaders?\([^;]{0,200}\bBearer\b/;

function scriptsBefore(items: readonly BrunoItem[]): readonly string[] {
  return items.flatMap((item) =>
    item.kind === 'folder'
      ? [item.defaults.scripts.before, ...scriptsBefore(item.items)]
      : [item.scripts.before],
  );
}

/** The names of the files that a script requires, without `.js`. */
function requiredNames(script: string): readonly string[] {
  return [...script.matchAll(/\brequire\(.*?([\w.-]+?)(?:\.js)?["'`]\s*\)/g)].flatMap(
    ([, name]) => name ?? [],
  );
}
