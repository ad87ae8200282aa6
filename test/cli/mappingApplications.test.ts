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
  const bounds: [application: string, least: Bounds][] = [
    ['alertmanager', { precision: 0.66, recall: 0.37, autoPrecision: 0.76, autoCoverage: 0.35 }],
    ['community-solid-server', { precision: 0.95, recall: 0.95, autoPrecision: 1, autoCoverage: 0.95 }],
    ['docker-registry', { precision: 0.93, recall: 0.95, autoPrecision: 1, autoCoverage: 0.85 }],
    ['dokuwiki', { precision: 0.95, recall: 0.95, autoPrecision: 1, autoCoverage: 0.95 }],
    ['etcd', { precision: 0.95, recall: 0.95, autoPrecision: 1, autoCoverage: 0.95 }],
    ['json-graphql-server', { precision: 0.95, recall: 0.95, autoPrecision: 1, autoCoverage: 0.95 }],
    ['json-server-auth', { precision: 0.95, recall: 0.95, autoPrecision: 1, autoCoverage: 0.95 }],
    ['jsonapi-server', { precision: 0.95, recall: 0.95, autoPrecision: 1, autoCoverage: 0.95 }],
    ['jupyter', { precision: 0.95, recall: 0.67, autoPrecision: 1, autoCoverage: 0.76 }],
    ['keystone', { precision: 0.95, recall: 0.95, autoPrecision: 1, autoCoverage: 0.95 }],
    ['loopback', { precision: 0.93, recall: 0.88, autoPrecision: 1, autoCoverage: 0.89 }],
    ['mailman3', { precision: 0.95, recall: 0.89, autoPrecision: 1, autoCoverage: 0.76 }],
    ['mediawiki', { precision: 0.95, recall: 0.63, autoPrecision: 1, autoCoverage: 0.69 }],
    ['node-red', { precision: 0.95, recall: 0.95, autoPrecision: 0.96, autoCoverage: 0.95 }],
    ['oidc-provider', { precision: 0.95, recall: 0.95, autoPrecision: 1, autoCoverage: 0.95 }],
    ['parse-server', { precision: 0.95, recall: 0.95, autoPrecision: 1, autoCoverage: 0.95 }],
    ['payload', { precision: 0.95, recall: 0.46, autoPrecision: 1, autoCoverage: 0.62 }],
    ['pouchdb-server', { precision: 0.95, recall: 0.95, autoPrecision: 1, autoCoverage: 0.95 }],
    ['radicale', { precision: 0.95, recall: 0.95, autoPrecision: 1, autoCoverage: 0.75 }],
    ['redmine', { precision: 0.95, recall: 0.94, autoPrecision: 1, autoCoverage: 0.9 }],
    ['serverest', { precision: 0.95, recall: 0.95, autoPrecision: 1, autoCoverage: 0.95 }],
    ['stripe-stateful-mock', { precision: 0.95, recall: 0.95, autoPrecision: 1, autoCoverage: 0.95 }],
    ['vendure', { precision: 0.77, recall: 0.69, autoPrecision: 0.92, autoCoverage: 0.8 }],
    ['verdaccio', { precision: 0.95, recall: 0.82, autoPrecision: 1, autoCoverage: 0.91 }],
  ];
  for (const [application, least] of bounds) {
    it(`stays within the bounds of ${application} in both sessions`, async () => {
      for (const score of await scoresOf(application)) {
        for (const figure of FIGURES) {
          const details = JSON.stringify({ wrong: score.wrong, missing: score.missing });
          const what = `${figure} ${score[figure]} of session ${score.session}: ${details}`;
          assert.ok(score[figure] >= least[figure], what);
        }
        assert.equal(score.wrongOnTyped, 0, 'suggestions for typed values');
      }
    });
  }
});
