/** Links in a circle or out of the folder, and named pipes where files are expected. */
import { spawnSync } from 'node:child_process';
import { mkdir, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { createWorkspace } from '../../node/workspace';
import { faultsOfEnding, measure } from '../measured';
import type { Part, Trial } from '../part';
import { onScene, matrixArguments, type Scene } from './scene';

/** Links that a search for chains comes across. */
export const links: Part = {
  name: 'links',
  seconds: 60,
  step: 1,
  trials: [
    searched('a link to its own folder', { loop: '.' }),
    searched('two links that lead to each other', { one: 'two', two: 'one' }),
    searched('a link to the folder above', { 'sub/up': '..' }),
    searched('a link to the root', { everything: '/' }),
    {
      name: 'a link to a chain elsewhere',
      run: async () => {
        const other = await createWorkspace();
        try {
          return await search({ elsewhere: other.folder }, other.folder).run();
        } finally {
          await other.dispose();
        }
      },
    },
  ],
};

/** Named pipes that nobody writes into. */
export const pipes: Part = {
  name: 'named pipes',
  seconds: 60,
  step: 1,
  trials: [
    piped('a chain', 'main.chain.json', ['run', 'main.chain.json']),
    piped('an environment', 'local.environment.json', ['run', 'main.chain.json']),
    piped('a matrix', 'items.authz.json', matrixArguments()),
    piped('the ledger of a run', '.chainwright/ledger/items.jsonl', matrixArguments()),
    piped('the ledger of a cleanup', '.chainwright/ledger/items.jsonl', ['authz', 'cleanup']),
    // Nobody reads it, and nobody is waited for.
    piped('a report', 'report.json', ['run', 'main.chain.json', '--reporter', 'json=report.json'], 2),
    piped('a baseline', 'baseline.json', [...matrixArguments(), '--baseline', 'baseline.json']),
  ],
};

function searched(name: string, made: Readonly<Record<string, string>>): Trial {
  return { ...search(made), name };
}

/** Runs every chain below the folder: the one in it, once, and none outside. */
function search(made: Readonly<Record<string, string>>, elsewhere?: string): Trial {
  return {
    name: Object.keys(made).join(', '),
    run: () =>
      onScene(async (scene) => {
        await rm(path.join(scene.folder, 'items.chain.json'));
        await rm(path.join(scene.folder, 'login.chain.json'));
        if (elsewhere !== undefined) {
          spawnSync('cp', [
            path.join(scene.folder, 'main.chain.json'),
            path.join(scene.folder, 'local.environment.json'),
            elsewhere,
          ]);
        }
        for (const [name, target] of Object.entries(made)) {
          await mkdir(path.dirname(path.join(scene.folder, name)), { recursive: true });
          await symlink(target, path.join(scene.folder, name));
        }
        const end = await measure(['run', '.'], scene.folder).end;
        const posts = scene.arrived.filter((line) => line === 'POST /ok').length;
        const faults = [
          ...faultsOfEnding(end),
          ...(posts === 1 ? [] : [`the POST of the chain arrived ${posts} times`]),
          ...(end.code === 0 ? [] : [`the exit code is ${end.code}: ${end.stderr.slice(-300)}`]),
        ];
        return { faults, ends: [end] };
      }),
  };
}

function piped(name: string, file: string, args: readonly string[], code = 2): Trial {
  return {
    name,
    run: async () => {
      let isMade = true;
      const outcome = await onScene(async ({ folder }: Scene) => {
        const place = path.join(folder, file);
        await mkdir(path.dirname(place), { recursive: true });
        await rm(place, { force: true });
        isMade = spawnSync('mkfifo', [place]).status === 0;
        if (!isMade) {
          return { faults: [], ends: [] };
        }
        const end = await measure(args, folder).end;
        const faults = [
          ...faultsOfEnding(end),
          ...(end.code === code ? [] : [`the exit code is ${end.code}: ${end.stderr.slice(-300)}`]),
        ];
        return { faults, ends: [end] };
      });
      return { ...outcome, ...(isMade ? {} : { skipped: 'this system has no named pipes' }) };
    },
  };
}
