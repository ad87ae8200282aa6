/**
 * Auto Mapping on recorded sessions of applications that others wrote, each for itself.
 *
 * The bounds lie a little below what is reached. One that fails tells of an application that a change made worse;
 * `bench/mapping/usedFor.json` says which of them the engine was tuned on.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

/** What `scoreApplications.mjs --json` writes for a recording, as far as bounds go. */
interface RecordingScore {
  readonly session: string;
  readonly precision: number;
  readonly recall: number;
  readonly autoPrecision: number;
  readonly autoCoverage: number;
  readonly liveShare: number;
  readonly wrongOnTyped: number;
  readonly wrong: readonly unknown[];
  readonly missing: readonly string[];
  readonly dead: readonly unknown[];
}

/** The least of each figure, and the most suggestions for typed values: none where it is not said. */
type Bounds = Pick<RecordingScore, 'precision' | 'recall' | 'autoPrecision' | 'autoCoverage' | 'liveShare'> &
  Partial<Pick<RecordingScore, 'wrongOnTyped'>>;

const FIGURES = ['precision', 'recall', 'autoPrecision', 'autoCoverage', 'liveShare'] as const;

async function scoresOf(application: string): Promise<readonly RecordingScore[]> {
  const program = path.resolve('bench/mapping/scoreApplications.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [program, '--json', application]);
  return JSON.parse(stdout) as readonly RecordingScore[];
}

describe('Auto Mapping on recorded applications', () => {
  const bounds: [application: string, least: Bounds][] = [
    ['adminer', { precision: 1, recall: 0.74, autoPrecision: 1, autoCoverage: 0.6, liveShare: 0.5 }],
    ['adminjs', { precision: 0.95, recall: 0.84, autoPrecision: 0.95, autoCoverage: 0.79, liveShare: 0.86 }],
    ['alertmanager', { precision: 0.95, recall: 0.74, autoPrecision: 1, autoCoverage: 0.66, liveShare: 0.7 }],
    ['cacti', { precision: 0.95, recall: 0.95, autoPrecision: 1, autoCoverage: 0.93, liveShare: 0.97 }],
    ['cncjs', { precision: 0.95, recall: 0.95, autoPrecision: 1, autoCoverage: 0.95, liveShare: 1 }],
    [
      'community-solid-server',
      { precision: 0.95, recall: 0.95, autoPrecision: 1, autoCoverage: 0.95, liveShare: 1 },
    ],
    ['directus', { precision: 0.95, recall: 0.94, autoPrecision: 1, autoCoverage: 0.85, liveShare: 0.95 }],
    [
      'django-admin',
      { precision: 0.95, recall: 0.95, autoPrecision: 1, autoCoverage: 0.94, liveShare: 0.97 },
    ],
    [
      'docker-registry',
      { precision: 0.93, recall: 0.95, autoPrecision: 1, autoCoverage: 0.94, liveShare: 0.95 },
    ],
    ['dokuwiki', { precision: 0.95, recall: 0.95, autoPrecision: 1, autoCoverage: 0.95, liveShare: 1 }],
    ['etcd', { precision: 0.95, recall: 0.95, autoPrecision: 1, autoCoverage: 0.95, liveShare: 1 }],
    [
      'evershop',
      {
        ...{ precision: 0.92, recall: 0.78, autoPrecision: 1, autoCoverage: 0.7, liveShare: 0.79 },
        // Somebody types their own name into an address, which the page has as that of the account.
        wrongOnTyped: 3,
      },
    ],
    ['fossil', { precision: 0.95, recall: 0.84, autoPrecision: 1, autoCoverage: 0.85, liveShare: 0.74 }],
    ['hexo-admin', { precision: 0.95, recall: 0.95, autoPrecision: 1, autoCoverage: 0.95, liveShare: 1 }],
    [
      'json-graphql-server',
      { precision: 0.95, recall: 0.95, autoPrecision: 1, autoCoverage: 0.95, liveShare: 1 },
    ],
    [
      'json-server-auth',
      { precision: 0.95, recall: 0.95, autoPrecision: 1, autoCoverage: 0.95, liveShare: 1 },
    ],
    ['jsonapi-server', { precision: 0.95, recall: 0.95, autoPrecision: 1, autoCoverage: 0.95, liveShare: 1 }],
    ['jupyter', { precision: 0.95, recall: 0.95, autoPrecision: 1, autoCoverage: 0.92, liveShare: 0.97 }],
    ['keystone', { precision: 0.95, recall: 0.95, autoPrecision: 1, autoCoverage: 0.95, liveShare: 1 }],
    ['loopback', { precision: 1, recall: 0.94, autoPrecision: 1, autoCoverage: 0.89, liveShare: 0.97 }],
    ['mailman3', { precision: 0.95, recall: 0.94, autoPrecision: 1, autoCoverage: 0.9, liveShare: 0.94 }],
    ['mediawiki', { precision: 0.95, recall: 0.78, autoPrecision: 1, autoCoverage: 0.69, liveShare: 0.87 }],
    ['medusa', { precision: 0.95, recall: 0.95, autoPrecision: 1, autoCoverage: 0.95, liveShare: 1 }],
    ['n8n', { precision: 0.95, recall: 0.92, autoPrecision: 0.97, autoCoverage: 0.77, liveShare: 0.89 }],
    ['node-red', { precision: 0.95, recall: 0.95, autoPrecision: 0.96, autoCoverage: 0.95, liveShare: 1 }],
    ['oidc-provider', { precision: 0.95, recall: 0.95, autoPrecision: 1, autoCoverage: 0.95, liveShare: 1 }],
    ['parse-server', { precision: 0.95, recall: 0.95, autoPrecision: 1, autoCoverage: 0.95, liveShare: 1 }],
    ['payload', { precision: 0.95, recall: 0.94, autoPrecision: 1, autoCoverage: 0.87, liveShare: 0.96 }],
    [
      'phpliteadmin',
      { precision: 0.95, recall: 0.88, autoPrecision: 1, autoCoverage: 0.95, liveShare: 0.95 },
    ],
    ['pouchdb-server', { precision: 0.95, recall: 0.95, autoPrecision: 1, autoCoverage: 0.95, liveShare: 1 }],
    ['radicale', { precision: 0.95, recall: 0.95, autoPrecision: 1, autoCoverage: 0.75, liveShare: 1 }],
    ['react-admin', { precision: 0.95, recall: 0.95, autoPrecision: 1, autoCoverage: 0.95, liveShare: 0.95 }],
    ['redmine', { precision: 0.95, recall: 0.95, autoPrecision: 1, autoCoverage: 0.92, liveShare: 0.98 }],
    [
      'request-tracker',
      { precision: 0.95, recall: 0.91, autoPrecision: 1, autoCoverage: 0.94, liveShare: 0.94 },
    ],
    ['roundcube', { precision: 1, recall: 0.87, autoPrecision: 1, autoCoverage: 0.86, liveShare: 0.9 }],
    ['serverest', { precision: 0.95, recall: 0.95, autoPrecision: 1, autoCoverage: 0.95, liveShare: 1 }],
    ['shaarli', { precision: 1, recall: 0.85, autoPrecision: 1, autoCoverage: 0.79, liveShare: 0.79 }],
    ['strapi', { precision: 0.95, recall: 0.95, autoPrecision: 1, autoCoverage: 0.93, liveShare: 1 }],
    [
      'stripe-stateful-mock',
      { precision: 0.95, recall: 0.95, autoPrecision: 1, autoCoverage: 0.95, liveShare: 1 },
    ],
    ['syncthing', { precision: 0.95, recall: 0.7, autoPrecision: 1, autoCoverage: 0.7, liveShare: 0.74 }],
    [
      'transmission',
      { precision: 0.95, recall: 0.66, autoPrecision: 1, autoCoverage: 0.95, liveShare: 0.95 },
    ],
    ['tt-rss', { precision: 0.95, recall: 0.61, autoPrecision: 1, autoCoverage: 0.75, liveShare: 0.77 }],
    ['unleash', { precision: 0.95, recall: 0.95, autoPrecision: 1, autoCoverage: 0.73, liveShare: 0.92 }],
    ['vendure', { precision: 0.95, recall: 0.79, autoPrecision: 1, autoCoverage: 0.87, liveShare: 0.9 }],
    ['verdaccio', { precision: 0.95, recall: 0.93, autoPrecision: 1, autoCoverage: 0.96, liveShare: 0.96 }],
    ['wordpress', { precision: 0.95, recall: 0.66, autoPrecision: 1, autoCoverage: 0.55, liveShare: 0.6 }],
    ['zabbix', { precision: 0.94, recall: 0.78, autoPrecision: 1, autoCoverage: 0.77, liveShare: 0.77 }],
  ];
  it('has bounds for every application, and says what each is used for and why', () => {
    const folder = path.resolve('bench/mapping/applications');
    const uses = JSON.parse(readFileSync(path.resolve('bench/mapping/usedFor.json'), 'utf8')) as Readonly<
      Record<string, { readonly usedFor: string; readonly because: string }>
    >;
    const recorded = readdirSync(folder).filter((name) => existsSync(path.join(folder, name, 'a.har')));
    assert.deepEqual(Object.keys(uses), recorded.toSorted());
    assert.deepEqual(
      bounds.map(([application]) => application),
      recorded.toSorted(),
    );
    for (const { usedFor, because } of Object.values(uses)) {
      assert.ok(['held out', 'tuning'].includes(usedFor), usedFor);
      assert.notEqual(because, '');
    }
  });

  for (const [application, least] of bounds) {
    it(`stays within the bounds of ${application} in both sessions`, async () => {
      for (const score of await scoresOf(application)) {
        for (const figure of FIGURES) {
          const details = JSON.stringify({ wrong: score.wrong, missing: score.missing, dead: score.dead });
          const what = `${figure} ${score[figure]} of session ${score.session}: ${details}`;
          assert.ok(score[figure] >= least[figure], what);
        }
        assert.ok(score.wrongOnTyped <= (least.wrongOnTyped ?? 0), 'suggestions for typed values');
      }
    });
  }
});
