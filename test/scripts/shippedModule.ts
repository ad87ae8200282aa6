/** A package as a plugin of the build leaves it. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

/** What `contents` exports after the plugin of this name in `scripts/bundle` has worked on it, and its code. */
export async function shippedModule<Exports>(
  contents: string,
  plugin: string,
): Promise<{ readonly code: string; readonly exports: Exports }> {
  const file = pathToFileURL(path.resolve('scripts/bundle', `${plugin}.mjs`)).href;
  const plugins = (await import(file)) as Readonly<Record<string, Plugin>>;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: '.' },
    bundle: true,
    format: 'esm',
    mainFields: ['module', 'main'],
    write: false,
    plugins: Object.values(plugins),
  });
  const [{ text: code } = { text: '' }] = outputFiles;
  const exports = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Exports;
  return { code, exports };
}
