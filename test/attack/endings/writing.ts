/** What a run writes cannot be written: a full disk, a folder that is a file or a link, an output that nobody reads. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { defined } from '../../../src/core/defined';
import { FULL_DEVICE, hasFullDevice } from '../../fullDevice';
import { faultsOfEnding, measure, type Measured } from '../measured';
import type { Part, Trial, TrialOutcome } from '../part';
import { onScene, matrixArguments, type Scene } from './scene';

/** Cells of the matrix that the console shows. */
const OPERATIONS = ['odd.use', 'item.read', 'item.delete'];

/** All of them. */
export const unwritable: Part = {
  name: 'unwritable outputs',
  seconds: 120,
  step: 2,
  trials: [
    {
      name: 'a full disk for a report',
      run: () =>
        onFullDisk('disk', ({ folder, arrived }) => refusedBefore(folder, arrived, 'json=disk/report.json')),
    },
    {
      name: 'a full disk for the results and the ledger',
      run: () => onFullDisk('.chainwright', ({ folder, arrived }) => refusedBefore(folder, arrived)),
    },
    {
      name: 'a full device for a report',
      run: async () =>
        (await hasFullDevice())
          ? onScene(({ folder }) => afterRun(folder, FULL_DEVICE))
          : { faults: [], ends: [], skipped: 'this system has no full device' },
    },
    {
      name: 'a folder for a report that is a file',
      run: () =>
        onScene(async ({ folder, arrived }) => {
          await writeFile(path.join(folder, 'file'), '');
          return refusedBefore(folder, arrived, 'json=file/report.json');
        }),
    },
    {
      name: 'a file in place of the result folder',
      run: () =>
        onScene(async ({ folder, arrived }) => {
          await writeFile(path.join(folder, '.chainwright'), '');
          return refusedBefore(folder, arrived);
        }),
    },
    {
      name: 'a link in place of the result folder',
      run: () =>
        onScene(async ({ folder, arrived }) => {
          const elsewhere = path.join(folder, 'elsewhere');
          await mkdir(elsewhere);
          await symlink(elsewhere, path.join(folder, '.chainwright'));
          const outcome = await refusedBefore(folder, arrived);
          const written = await readdir(elsewhere);
          return {
            ...outcome,
            faults: [...outcome.faults, ...written.map((name) => `${name} was written through the link`)],
          };
        }),
    },
  ],
};

/** An output that is closed after its first bytes, as by `| head -1`. */
export const closedOutputs: Part = {
  name: 'closed outputs',
  seconds: 60,
  step: 1,
  trials: [
    closed('run', ['run', 'main.chain.json'], 0),
    closed('run --json', ['run', 'main.chain.json', '--json'], 0),
    closed('authz run', matrixArguments('console'), undefined),
    closed('authz run --json', [...matrixArguments(), '--json'], undefined),
  ],
};

/** One output cannot be written: the verdicts are in the others, and the exit code says so unless there is a flaw. */
async function afterRun(
  folder: string,
  report: string,
): Promise<{ readonly faults: readonly string[]; readonly ends: readonly Measured[] }> {
  const end = await measure(matrixArguments(`json=${report}`, 'junit=report.xml', 'console'), folder).end;
  const shown = end.stdout;
  const faults = [
    ...faultsOfEnding(end),
    ...OPERATIONS.filter((name) => !shown.includes(name)).map(
      (name) => `the console has no verdict for ${name}`,
    ),
    ...((await isThere(folder, 'report.xml')) ? [] : ['the other report was not written']),
    ...(end.stderr.includes(path.basename(report))
      ? []
      : [`nobody says what was not written: ${end.stderr}`]),
    ...(end.code === 1 || end.code === 2 ? [] : [`the exit code is ${end.code}`]),
  ];
  return { faults, ends: [end] };
}

/** What a run needs cannot be written: it says so before it changes anything. */
async function refusedBefore(
  folder: string,
  arrived: readonly string[],
  ...reports: readonly string[]
): Promise<{ readonly faults: readonly string[]; readonly ends: readonly Measured[] }> {
  const end = await measure(matrixArguments('console', ...reports), folder).end;
  const changes = arrived.filter((line) => /^(?:POST|DELETE) \/items/.test(line));
  const faults = [
    ...faultsOfEnding(end),
    ...(changes.length === 0 ? [] : [`${changes.length} requests changed something before`]),
    ...(end.code === 2 ? [] : [`the exit code is ${end.code}: ${end.stderr.slice(-300)}`]),
  ];
  return { faults, ends: [end] };
}

function closed(name: string, args: readonly string[], code: number | undefined): Trial {
  return {
    name,
    run: () =>
      onScene(async ({ folder }) => {
        const running = measure([...args, '--reporter', 'junit=report.xml'], folder);
        const { stdout } = running.child;
        if (stdout !== null) {
          void once(stdout, 'data').then(() => stdout.destroy());
        }
        const end = await running.end;
        const faults = [
          ...faultsOfEnding(end),
          ...((await isThere(folder, 'report.xml')) ? [] : ['the report was not written']),
          ...(code === undefined || end.code === code
            ? []
            : [`the exit code is ${end.code}: ${end.stderr.slice(-300)}`]),
        ];
        return { faults, ends: [end] };
      }),
  };
}

/** A folder of the workspace on a file system of 64 KB without a free byte. */
async function onFullDisk(
  name: string,
  work: (scene: Scene) => Promise<{ readonly faults: readonly string[]; readonly ends: readonly Measured[] }>,
): Promise<TrialOutcome> {
  let skipped: string | undefined;
  const outcome = await onScene(async (scene) => {
    const disk = path.join(scene.folder, name);
    await mkdir(disk);
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]).status !== 0) {
      skipped = 'a small file system can be mounted on Linux by root only';
      return { faults: [], ends: [] };
    }
    try {
      await writeFile(path.join(disk, 'filler'), Buffer.alloc(2 ** 17)).catch(() => undefined);
      return await work(scene);
    } finally {
      spawnSync('umount', [disk]);
    }
  });
  return { ...outcome, ...defined({ skipped }) };
}

function isThere(folder: string, name: string): Promise<boolean> {
  return access(path.join(folder, name)).then(
    () => true,
    () => false,
  );
}
