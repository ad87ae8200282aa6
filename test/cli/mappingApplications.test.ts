/**
 * Auto Mapping on recorded sessions of applications that others wrote, each for itself.
 *
 * The bounds lie a little below what is reached. One that fails tells of an application that a change made worse;
 * `bench/mapping/applications/README.md` says which of them the engine was tuned on.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

/** What `scoreApplications.mjs --json` writes for a recording, as far as bounds go. */
interface RecordingScore {
  readonly session: string;
  readonly precision: number;
  readonly recall: number;
  readonly autoPrecision: number;
  readonly autoCoverage: number;
  readonly wrongOnTyped: number;
  readonly wrong: readonly unknown[];
  readonly missing: readonly string[];
}

type Bounds = Pick<RecordingScore, 'precision' | 'recall' | 'autoPrecision' | 'autoCoverage'>;

const FIGURES = ['precision', 'recall', 'autoPrecision', 'autoCoverage'] as const;

async function scoresOf(application: string): Promise<readonly RecordingScore[]> {
  const program = path.resolve('bench/mapping/scoreApplications.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [program, '--json', application]);
  return JSON.parse(stdout) as readonly RecordingScore[];
}

describe('Auto Mapping on recorded applications', () => {
  const bounds: [application: string, least: Bounds, wrongOnTyped: number][] = [
    ['community-solid-server', { precision: 0.95, recall: 0.95, autoPrecision: 1, autoCoverage: 0.95 }, 0],
    ['docker-registry', { precision: 0.92, recall: 0.95, autoPrecision: 1, autoCoverage: 0.55 }, 0],
    ['dokuwiki', { precision: 0.95, recall: 0.95, autoPrecision: 1, autoCoverage: 0.95 }, 0],
    ['etcd', { precision: 0.95, recall: 0.95, autoPrecision: 1, autoCoverage: 0.65 }, 0],
    ['json-graphql-server', { precision: 0.95, recall: 0.95, autoPrecision: 1, autoCoverage: 0.95 }, 0],
    ['json-server-auth', { precision: 0.95, recall: 0.95, autoPrecision: 1, autoCoverage: 0.6 }, 0],
    ['node-red', { precision: 0.95, recall: 0.95, autoPrecision: 0.96, autoCoverage: 0.95 }, 0],
    ['oidc-provider', { precision: 0.95, recall: 0.95, autoPrecision: 1, autoCoverage: 0.95 }, 0],
    ['parse-server', { precision: 0.95, recall: 0.95, autoPrecision: 1, autoCoverage: 0.9 }, 0],
    ['pouchdb-server', { precision: 0.95, recall: 0.95, autoPrecision: 1, autoCoverage: 0.9 }, 0],
    ['radicale', { precision: 0.95, recall: 0.95, autoPrecision: 1, autoCoverage: 0.75 }, 0],
    ['serverest', { precision: 0.95, recall: 0.95, autoPrecision: 1, autoCoverage: 0.95 }, 0],
    ['verdaccio', { precision: 0.95, recall: 0.8, autoPrecision: 1, autoCoverage: 0.9 }, 0],
  ];
  for (const [application, least, wrongOnTyped] of bounds) {
    it(`stays within the bounds of ${application} in both sessions`, async () => {
      for (const score of await scoresOf(application)) {
        for (const figure of FIGURES) {
          const details = JSON.stringify({ wrong: score.wrong, missing: score.missing });
          const what = `${figure} ${score[figure]} of session ${score.session}: ${details}`;
          assert.ok(score[figure] >= least[figure], what);
        }
        assert.ok(score.wrongOnTyped <= wrongOnTyped, `${score.wrongOnTyped} suggestions for typed values`);
      }
    });
  }
});
