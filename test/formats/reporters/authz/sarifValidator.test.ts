import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AuthzResult } from '../../../../src/core/authz/model/authzResult';
import type { AuthzReportContext } from '../../../../src/formats/reporters/authz/authzReport';
import { renderAuthzSarif } from '../../../../src/formats/reporters/authz/sarifReport';
import { hostileTexts } from '../sampleReport';
import { authzWith, emptyAuthz, sampleAuthz, sampleBaseline, sampleContext } from './sampleAuthz';

/** What the validator finds, itself a SARIF file. */
interface Findings {
  readonly runs: readonly {
    readonly results?: readonly {
      readonly ruleId: string;
      readonly level?: 'error' | 'warning' | 'note';
      readonly locations?: readonly unknown[];
      readonly message: unknown;
    }[];
  }[];
}

describe('the official SARIF validator', function () {
  // The first time it is fetched, 100 MB.
  this.timeout(300_000);
  let validator = '';
  let folder = '';

  before(async function () {
    const script = pathToFileURL(path.resolve('scripts/sarifMultitool.mjs')).href;
    const { sarifMultitool } = (await import(script)) as { sarifMultitool: () => Promise<string> };
    folder = await mkdtemp(path.join(os.tmpdir(), 'chainwright-sarif-'));
    try {
      validator = await sarifMultitool();
    } catch (error) {
      if (error instanceof Error && error.name === 'Unavailable') {
        process.stderr.write(
          `The SARIF validator is not at hand, so its tests are skipped. ${error.message}\n`,
        );
        this.skip();
      }
      throw error;
    }
  });
  after(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  async function findings(result: AuthzResult, context: AuthzReportContext) {
    const [file, report] = [path.join(folder, 'authz.sarif'), path.join(folder, 'findings.sarif')];
    await writeFile(file, renderAuthzSarif(result, context));
    const { status, stdout, stderr } = spawnSync(
      validator,
      ['validate', '--rule-kind', 'Sarif;Ghas', '--log', 'ForceOverwrite', '-o', report, file],
      // It asks for each URI that a file names; a proxy that is not there keeps it from the network.
      { encoding: 'utf8', env: { ...process.env, HTTP_PROXY: NOBODY, HTTPS_PROXY: NOBODY } },
    );
    assert.equal(status, 0, `${stdout}${stderr}`);
    const { runs } = JSON.parse(await readFile(report, 'utf8')) as Findings;
    return runs.flatMap(({ results = [] }) => results).filter(({ level = 'warning' }) => level !== 'note');
  }

  const NOBODY = 'http://127.0.0.1:9';
  const reports: [title: string, result: AuthzResult, changes: Partial<AuthzReportContext>][] = [
    ['a run with something of everything', sampleAuthz, {}],
    ['one with a baseline', sampleAuthz, { baseline: sampleBaseline }],
    ['a full file', sampleAuthz, { baseline: sampleBaseline, sarifFull: true }],
    ['a run of nothing', emptyAuthz, {}],
    ['a file with hostile texts', authzWith(hostileTexts.join(' ')), { sarifFull: true }],
  ];
  for (const [title, result, changes] of reports) {
    it(`finds no errors and no warnings in ${title}`, async () => {
      assert.deepEqual(await findings(result, sampleContext(changes)), []);
    });
  }

  it('finds none where the files are not at hand', async () => {
    const { places: _places, ...context } = sampleContext();
    assert.deepEqual(await findings(sampleAuthz, context), []);
  });
});
