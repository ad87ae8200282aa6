/**
 * Keeps what the extension loads at its start in three files instead of fifty, and what a run on the command line
 * loads in sixteen instead of ninety: each ES module that is loaded takes about a millisecond.
 *
 * esbuild gives what entry points share a file for each set of them that use it, and counts every `import()` as an entry
 * point. So all are given the same: what the extension loads later imports the extension, which is there by
 * then, and the other programs import those modules of its start that work without the editor. What a run loads
 * besides is grouped in rooms, and a file that imports a part of a room imports the whole room. The npm package, which has
 * no extension in it, consists of rooms only: fewer files take less space there.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

const EXTENSION = 'src/host/extension.ts';
const PROGRAM = 'src/cli/main.ts';
const RUN = 'src/cli/runCommand.ts';

/** The same options, for a build with fewer files. */
export async function withFewerFiles(options) {
  const inputs = await modulesOf(options);
  const start = loadedWith([EXTENSION], inputs);
  const shared = [...start].filter((module) => /^src\/(?!host\/)/.test(module));
  const running = [...loadedWith([RUN], inputs)].filter(
    (module) => !start.has(module) && layerOf(module) !== undefined,
  );
  const rooms = (module) =>
    module === PROGRAM ? [] : roomsOf([module, ...shared], running, inputs, layerOf);
  return withMore(options, (module) => [...shared, ...rooms(module)]);
}

/** The same options, for a build in which what an entry point loads later comes in rooms. */
export async function inRooms(options) {
  const inputs = await modulesOf(options);
  const starts = new Set(Object.values(options.entryPoints));
  const all = Object.keys(inputs).filter((module) => folderOf(module) !== undefined);
  return withMore(options, (module) => (starts.has(module) ? [] : roomsOf([module], all, inputs, folderOf)));
}

/** Every module that goes into a build, and what it imports. */
async function modulesOf(options) {
  const trial = { ...options, write: false, sourcemap: false, metafile: true };
  return (await build(trial)).metafile.inputs;
}

/** The same options, for a build in which each entry point imports further modules. */
function withMore(options, moreOf) {
  return { ...options, plugins: [...(options.plugins ?? []), entryModules(options.absWorkingDir, moreOf)] };
}

/** The modules in the rooms of which a module loads a part, rooms of rooms included. */
function roomsOf(modules, running, inputs, roomOf) {
  const loaded = loadedWith(modules, inputs);
  const rooms = new Set(running.filter((module) => loaded.has(module)).map(roomOf));
  const all = running.filter((module) => rooms.has(roomOf(module)));
  return all.every((module) => loaded.has(module))
    ? all
    : roomsOf([...modules, ...all], running, inputs, roomOf);
}

/** A layer, or a folder of `node`, because few files need what sends. Packages are in none. */
function layerOf(module) {
  return /^src\/(?:node\/)?[^/]+\//.exec(module)?.[0];
}

/** A folder of a layer. Packages are in none. */
function folderOf(module) {
  return /^src\/(?:node\/|formats\/|core\/)?[^/]+\//.exec(module)?.[0];
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
