import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { writeReports } from '../../src/cli/reports';
import type { ExecutionResult, RequestResult } from '../../src/core/result/result';
import { longestShown, type WholeRequests } from '../../src/core/result/runReport';
import { reporters, type Reporter } from '../../src/formats/reporters/reporters';
import { loggingIn } from '../formats/reporters/sampleReport';

const [json = assert.fail()] = reporters;

/** Fails when it has written some of its text. */
const broken: Reporter = {
  ...json,
  name: 'broken',
  *render() {
    yield 'x'.repeat(100_000);
    throw new RangeError('Invalid string length');
  },
};

const noPlaces = () => Promise.resolve(() => undefined);

function answeredWith(content: string, request: RequestResult): RequestResult {
  const { exchange = assert.fail() } = request;
  const { response = assert.fail() } = exchange;
  const body = { ...response.body, content };
  return { ...request, exchange: { ...exchange, response: { ...response, body } } };
}

describe('writeReports', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'chainwright-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const write = (
    wanted: readonly (readonly [reporter: Reporter, name: string])[],
    results: readonly ExecutionResult[],
    whole: WholeRequests = ({ requests }) => requests,
  ) =>
    writeReports(
      wanted.map(([reporter, name]) => ({ reporter, file: path.join(folder, name) })),
      { results, faults: [], notRun: [], whole, places: noPlaces, dispose: () => undefined },
      { version: '1.0.0', signal: new AbortController().signal },
    );

  it('writes the others when one fails in the middle, and nothing of that one', async () => {
    const { files, faults } = await write(
      [
        [broken, 'broken.txt'],
        [json, 'report.json'],
      ],
      [loggingIn],
    );
    assert.deepEqual(await readdir(folder), ['report.json']);
    assert.deepEqual(files, [path.join(folder, 'report.json')]);
    assert.deepEqual(
      faults.map(({ message }) => message),
      [
        'The broken report could not be made: Invalid string length. This is a fault of ours; please report it.',
      ],
    );
  });

  it('writes a report that is longer than a string can be', async function () {
    const [request = assert.fail()] = loggingIn.requests;
    const large = answeredWith('x'.repeat(2 ** 26), request);
    const { files, faults } = await write([[json, 'report.json']], [loggingIn], () =>
      Array.from({ length: 9 }, () => large),
    );
    assert.deepEqual([files.length, faults], [1, []]);
    assert.ok((await stat(path.join(folder, 'report.json'))).size > 9 * 2 ** 26);
  });

  const asked: [name: string, longest: number | undefined][] = [
    ['json', undefined],
    ['har', undefined],
    ['html', longestShown],
    ['junit', longestShown],
  ];
  for (const [name, longest] of asked) {
    it(`asks for the bodies that ${name} writes`, async () => {
      const reporter = reporters.find((known) => known.name === name) ?? assert.fail();
      const [request = assert.fail()] = loggingIn.requests;
      const wanted: (number | undefined)[] = [];
      await write([[reporter, 'report']], [loggingIn], (_result, given) => {
        wanted.push(given);
        return [answeredWith('"the-whole-body"', request)];
      });
      assert.deepEqual(wanted, [longest]);
      assert.match(await readFile(path.join(folder, 'report'), 'utf8'), /the-whole-body/);
    });
  }
});
