/**
 * Bundles that share: what several entry points use stands in files of its own, and what is imported
 * dynamically is loaded when that happens.
 *
 * esbuild splits ES modules only, and VS Code loads CommonJS; so the bundles are split as ES modules, and
 * each file is then turned into CommonJS. All files stand in one folder, for the code asks where it is.
 */
import { transform } from 'esbuild';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The plugin. It sets what it needs of the build's options, and writes the files itself. */
export const splitCommonJs = {
  name: 'split-common-js',
  setup(build) {
    const options = build.initialOptions;
    Object.assign(options, {
      format: 'esm',
      splitting: true,
      write: false,
      sourcemap: 'inline',
      chunkNames: '[name]-[hash]',
      // The glob library asks where it is.
      define: { 'import.meta.url': '__filename' },
    });
    build.onEnd(async ({ outputFiles = [] }) => {
      await Promise.all(outputFiles.map((file) => writeAsCommonJs(file, options)));
    });
  },
};

async function writeAsCommonJs({ path: file, text }, { minify, platform, target }) {
  const { code, map } = await transform(text, {
    format: 'cjs',
    minify,
    platform,
    target,
    // A chunk is CommonJS: its names are there for require(), and only guessed by import().
    supported: { 'dynamic-import': false },
    sourcemap: 'external',
    sourcesContent: false,
  });
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `${code}//# sourceMappingURL=${path.basename(file)}.map\n`);
  await writeFile(`${file}.map`, map);
}
