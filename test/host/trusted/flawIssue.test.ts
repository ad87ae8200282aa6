import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { AuthzResult } from '../../../src/core/authz/model/authzResult';
import { defined } from '../../../src/core/defined';
import { matrixPlace, type MatrixPlace } from '../../../src/host/authz/matrixDocument';
import type { MatrixRun } from '../../../src/host/authz/matrixRuns';
import { ResultHistory } from '../../../src/host/results/resultHistory';
import { raiseIssue } from '../../../src/host/sharing/issues/raiseIssue';
import { raisedFlaw } from '../../../src/host/sharing/issues/raisedIssues';
import { isFlaw } from '../../../src/sharing/issues/flawIssue';
import { authzWith, sampleAuthz } from '../../formats/reporters/authz/sampleAuthz';
import { TOKEN } from '../../sharing/issues/issueApi';
import { startIssueServer, type IssueServer } from '../../sharing/issues/issueServer';
import { workspaceFolder } from '../chainFiles';
import { emptyMemory, raiser, setTrackerServers, type Person } from '../issueRaiser';

const history = new ResultHistory({ warn: () => undefined } as unknown as vscode.LogOutputChannel);
const flaws = sampleAuthz.cells.filter(isFlaw);
const [flaw] = flaws;

/** A run as this window has it. */
const ranAs = (outcome: string, result?: AuthzResult) => (place: MatrixPlace) =>
  Promise.resolve({ place, view: { outcome }, result } as unknown as MatrixRun);

describe('Raise Issue… about a flaw', () => {
  let server: IssueServer;
  let matrix: vscode.Uri;
  const memory = emptyMemory();

  before(async () => {
    server = await startIssueServer('gitlab');
    matrix = vscode.Uri.file(path.join(workspaceFolder(), sampleAuthz.matrix.file));
  });
  beforeEach(async () => {
    await setTrackerServers({ gitlab: server.origin });
    server.issues.length = 0;
    memory.secrets.clear();
    memory.state.clear();
    await forgetIssues();
  });
  after(async () => {
    await setTrackerServers(undefined);
    await server.close();
    await forgetIssues();
    history.dispose();
    assert.deepEqual(server.faulty, []);
  });

  const forgetIssues = () => rm(path.join(workspaceFolder(), '.chainwright/issues.json'), { force: true });

  async function raise(
    person: Person,
    {
      cell,
      recall = ranAs('finished', sampleAuthz),
    }: {
      readonly cell?: string;
      readonly recall?: ReturnType<typeof ranAs>;
    } = {},
  ) {
    const { ports, seen } = raiser(person, memory);
    const subject = { uri: matrix, ...defined({ cell }) };
    return { link: await raiseIssue(subject, { ...ports, recall, history }), seen };
  }

  it('makes it with the severity as a label and in the text, and finds it the second time', async () => {
    assert.ok(flaw);
    const cell = flaw.cell.id;
    const first = await raise({ chooses: [1], enters: ['acme/shop', TOKEN] }, { cell });
    assert.equal(first.link?.name, '#1');
    const [issue] = server.issues;
    assert.equal(issue?.title, "Authorization: alice reads bob's order");
    assert.deepEqual(issue.labels, ['security', 'severity:high']);
    assert.match(String(issue.body), /- Severity: `high \(7\.5\)`/);
    const second = await raise({ chooses: [0, 0] }, { cell });
    assert.deepEqual(second.seen.offered.at(-1), ['Comment on #1', 'Create Anyway']);
    assert.deepEqual([server.issues.length, issue.comments.length], [1, 1]);
  });

  it('remembers it with the flaw, in later runs and for other users, too', async () => {
    assert.ok(flaw);
    await raise({ chooses: [1], enters: ['acme/shop', TOKEN] }, { cell: flaw.cell.id });
    const place = matrixPlace(matrix);
    const url = `${server.origin}/acme/shop/-/issues/1`;
    assert.equal((await raisedFlaw(place, flaw, sampleAuthz))?.url, url);
    const later = { ...sampleAuthz, startedAt: '2027-01-01T00:00:00.000Z' };
    const other = { ...flaw, cell: { ...flaw.cell, caller: 'carol' } };
    assert.equal((await raisedFlaw(place, other, later))?.url, url);
    const [, next] = flaws;
    assert.ok(next);
    assert.equal(await raisedFlaw(place, next, sampleAuthz), undefined);
    const passed = sampleAuthz.cells.find((one) => !isFlaw(one));
    assert.ok(passed);
    assert.equal(await raisedFlaw(place, passed, sampleAuthz), undefined);
  });

  it("leads to no issue at a server that is not the person's own, whatever a file says", async () => {
    assert.ok(flaw);
    await raise({ chooses: [1], enters: ['acme/shop', TOKEN] }, { cell: flaw.cell.id });
    await setTrackerServers({ gitlab: 'https://gitlab.example.com' });
    assert.equal(await raisedFlaw(matrixPlace(matrix), flaw, sampleAuthz), undefined);
  });

  it('asks which flaw is meant, in words', async () => {
    const { seen } = await raise({ chooses: [undefined] });
    assert.deepEqual(seen.asked, ['Raise an Issue about Which Flaw?']);
    assert.equal(seen.offered[0]?.[0], "alice reads bob's order");
    assert.equal(seen.offered[0].length, flaws.length);
  });

  it('raises nothing about cells that are no flaws, runs that go on, and matrices that were not run', async () => {
    const passed = sampleAuthz.cells.find((one) => !isFlaw(one));
    await assert.rejects(raise({}, { cell: passed?.cell.id ?? '' }), /nothing to raise: no flaw/);
    await assert.rejects(raise({}, { recall: ranAs('running') }), /is being run/);
    const never = () => Promise.resolve(undefined as unknown as MatrixRun);
    await assert.rejects(raise({}, { recall: never }), /This matrix has no result/);
  });

  it('shows texts of strangers as code alone', async () => {
    const hostile = authzWith('@everyone <img src=x> [a](https://evil.example.com)');
    const cell = hostile.cells.find(isFlaw)?.cell.id ?? '';
    await raise({ chooses: [1], enters: ['acme/shop', TOKEN] }, { cell, recall: ranAs('finished', hostile) });
    assert.doesNotMatch(server.issues[0]?.title ?? '', /@everyone/);
  });
});
