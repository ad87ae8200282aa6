/** Runs of a matrix that are ended from outside, each after another number of requests. */
import { access } from 'node:fs/promises';
import path from 'node:path';
import { faultsOfEnding, measure, type Measured, type Measuring } from '../measured';
import type { Part, Trial } from '../part';
import { onScene, matrixArguments } from './scene';

/** When, in requests that were answered. Spread over the run: the logins, the first objects, the cells, the end. */
const MOMENTS = [1, 3, 4, 5, 7, 9, 11, 14, 17, 20] as const;

const SIGNALS = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** A signal that the program answers by cleaning up and ending in this way. */
const CODE = 130;

/** Every signal at every moment. */
export const kills: Part = {
  name: 'kills',
  seconds: 300,
  step: 7,
  trials: SIGNALS.flatMap((signal) => MOMENTS.map((moment) => kill(signal, moment))),
};

function kill(signal: (typeof SIGNALS)[number], moment: number): Trial {
  return {
    name: `${signal} after ${moment} requests`,
    run: () => {
      let running: Measuring | undefined;
      let killed = false;
      return onScene(
        async ({ folder }) => {
          running = measure(matrixArguments('junit=report.xml'), folder);
          const end = await running.end;
          const faults = killed ? faultsOfEnding(end) : ['it ended before it could be killed'];
          if (signal !== 'SIGKILL') {
            return { faults: [...faults, ...(await faultsOfSignal(end, folder))], ends: [end] };
          }
          const cleanup = await measure(['authz', 'cleanup', 'items.authz.json'], folder).end;
          const failed = cleanup.code === 0 ? [] : [`cleanup ended with ${cleanup.code}: ${cleanup.stderr}`];
          return { faults: [...faults, ...faultsOfEnding(cleanup), ...failed], ends: [end, cleanup] };
        },
        (count) => {
          if (count === moment) {
            killed = running?.child.kill(signal) ?? false;
          }
        },
      );
    },
  };
}

async function faultsOfSignal({ code, stderr }: Measured, folder: string): Promise<readonly string[]> {
  const isWritten = await access(path.join(folder, 'report.xml')).then(
    () => true,
    () => false,
  );
  return [
    ...(code === CODE ? [] : [`the exit code is ${code}: ${stderr.slice(-300)}`]),
    ...(isWritten ? [] : ['no report was written']),
  ];
}
