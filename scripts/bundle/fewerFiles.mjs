/**
 * Keeps what the extension loads at its start in three files instead of fifty, and what a run on the command line
 * loads in sixteen instead of ninety: each ES module that is loaded takes about a millisecond.
 *
 * esbuild gives what entry points share a file for each set of them that use it, and counts every `import()` as an entry
 * point. So all are given the same: what the extension loads later imports the extension, which is there by
 * then, and the other programs import those modules of its start that work without the editor. What a run loads
 * besides is grouped in rooms, and a file that imports a part of a room imports the whole room.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

const EXTENSION = 'src/host/extension.ts';
const PROGRAM = 'src/cli/main.ts';
const RUN = 'src/cli/runCommand.ts';

/** The same options, for a build with fewer files. */
export async function withFewerFiles(options) {
  const trial = { ...options, write: false, sourcemap: false, metafile: true };
  const { inputs } = (await build(trial)).metafile;
  const start = loadedWith([EXTENSION], inputs);
  const shared = [...start].filter((module) => /^src\/(?!host\/)/.test(module));
  const running = [...loadedWith([RUN], inputs)].filter(
    (module) => !start.has(module) && roomOf(module) !== undefined,
  );
  const rooms = (module) => (module === PROGRAM ? [] : roomsOf([module, ...shared], running, inputs));
  const moreOf = (module) => [...shared, ...rooms(module)];
  return { ...options, plugins: [...(options.plugins ?? []), entryModules(options.absWorkingDir, moreOf)] };
}

/** The modules in the rooms of which a module loads a part, rooms of rooms included. */
function roomsOf(modules, running, inputs) {
  const loaded = loadedWith(modules, inputs);
  const rooms = new Set(running.filter((module) => loaded.has(module)).map(roomOf));
  const all = running.filter((module) => rooms.has(roomOf(module)));
  return all.every((module) => loaded.has(module)) ? all : roomsOf([...modules, ...all], running, inputs);
}

/** A layer, or a folder of `node`, because few files need what sends. Packages are in none. */
function roomOf(module) {
  return /^src\/(?:node\/)?[^/]+\//.exec(module)?.[0];
}

/** The plugin that puts a module before each entry point: it exports the same, and imports more. */
function entryModules(root, moreOf) {
  return {
    name: 'fewer-files',
    setup({ onLoad, onResolve, resolve }) {
      onResolve({ filter: /./ }, async ({ path: module, kind, importer, resolveDir, pluginData }) => {
        const isStart = kind === 'entry-point';
        if (pluginData === 'real' || !(isStart || (kind === 'dynamic-import' && module.startsWith('.')))) {
          return undefined;
        }
        const real = {
          kind: 'import-statement',
          resolveDir: isStart ? root : resolveDir,
          pluginData: 'real',
        };
        const found = await resolve(isStart ? `./${module}` : module, real);
        const isLater = !isStart && importer.startsWith(path.join(root, 'src/host'));
        return { path: found.path, namespace: isLater ? 'later' : 'program' };
      });
      onLoad(
        { filter: /./, namespace: 'later' },
        entryModule((module) => [EXTENSION, ...moreOf(module)]),
      );
      onLoad({ filter: /./, namespace: 'program' }, entryModule(moreOf));
    },
  };
  function entryModule(more) {
    return ({ path: file }) => {
      const module = path.relative(root, file).replaceAll(path.sep, '/');
      return {
        contents: [
          ...interpreterLine(file),
          `export * from ${JSON.stringify(file)};`,
          ...more(module).map((further) => `import ${JSON.stringify(path.join(root, further))};`),
        ].join('\n'),
        resolveDir: root,
      };
    };
  }
}

/** `#!/usr/bin/env node` of a program, which has to be the first line of its bundle too. */
function interpreterLine(file) {
  const [first] = readFileSync(file, 'utf8').split('\n', 1);
  return first.startsWith('#!') ? [first] : [];
}

/** The modules and those that they import at once, and so on. */
function loadedWith(modules, inputs) {
  const loaded = new Set(modules);
  for (const module of loaded) {
    for (const { path: part, kind, external } of inputs[module].imports) {
      if (kind === 'import-statement' && external !== true) {
        loaded.add(part);
      }
    }
  }
  return loaded;
}
