/** Runs chains against the echo server with every reporter, and searches everything that comes out. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { executionLog } from '../../src/core/run/executionLog';
import type { ExecutionResult } from '../../src/core/result/result';
import { writeResult } from '../../src/core/result/resultFile';
import { ended, start } from '../cli/program';
import { echoFiles, secretVariable } from './echoChain';
import { echoAnswer, type EchoCase } from './echoServer';
import { onEchoStage, type EchoOutcome } from './echoStage';
import { describeLeak, filesBelow, filesWritten, streamsOf, type LeakAt, type Output } from './outputs';
import type { AttackSecret } from './secrets';
import { twoAtATime } from './twoAtATime';

const REPORTS = ['json', 'junit', 'html', 'markdown', 'har'] as const;
const FORMATS = [
  'postman',
  'curl',
  'curl --script',
  'http',
  'http --dialect httpyac',
  'http --dialect jetbrains',
  'markdown',
  'artillery',
  'k6',
] as const;

const ISSUE = ['issue', 'report.json', '--tracker', 'github', '--project', 'a/b', '--dry-run'];

/** Runs the cases with one secret; `issues` are the cases of which an issue is drafted as well. */
export async function runEcho(
  secret: AttackSecret,
  cases: readonly EchoCase[],
  issues: readonly EchoCase[],
): Promise<EchoOutcome> {
  const written = cases.filter((one) => echoAnswer(one, secret.value) !== undefined);
  return onEchoStage(secret, async (server, workspace) => {
    const faults: string[] = [];
    const program = (args: readonly string[]) =>
      ended(start(args, workspace.folder, secretVariable(secret.value)));
    const expectCode = async (args: readonly string[], code: number): Promise<readonly Output[]> => {
      const end = await program(args);
      if (end.code !== code) {
        faults.push(`${args.slice(0, 2).join(' ')} ended with ${end.code}: ${end.stderr.slice(0, 300)}`);
      }
      return streamsOf(end, args.slice(0, 2).join(' '));
    };
    await workspace.write(echoFiles(server.origin, written));
    const before = new Set(await filesBelow(workspace.folder));
    const outputs = [...(await expectCode(['run', 'echo.chain.json', ...REPORTS.flatMap(reportTo)], 1))];
    const result = await firstResult(workspace.folder);
    await workspace.write({ 'result.json': [...writeResult(result, 'runAll')].join('') });
    outputs.push(
      ...(await expectCode(['export', 'result.json', '--to', 'har', '-o', 'export/result.har'], 0)),
    );
    const exports = FORMATS.map((format) => [
      'export',
      'echo.chain.json',
      '--to',
      ...format.split(' '),
      '-o',
      `export/${format}`,
    ]);
    const drafts = issues.filter((one) => written.includes(one)).map(({ id }) => [...ISSUE, '--request', id]);
    outputs.push(...(await twoAtATime([...exports, ...drafts], (args) => expectCode(args, 0))).flat());
    if (server.requestCount() < written.length) {
      faults.push(`only ${server.requestCount()} of ${written.length} requests reached the server`);
    }
    // The editor's log, which the command line does not write.
    const log = { name: 'execution log', text: executionLog(result) };
    outputs.push(...(await filesWritten(workspace.folder, before)), log);
    return { tried: written.length, faults, outputs };
  });
}

/** The messages of leaks, each case once with the outputs in which it was seen. */
export function describeOutcome({ leaks, faults }: Pick<EchoOutcome, 'leaks' | 'faults'>): readonly string[] {
  const byCase = new Map<string, LeakAt[]>();
  for (const leak of leaks) {
    byCase.set(leak.mark, [...(byCase.get(leak.mark) ?? []), leak]);
  }
  const lines = [...byCase.values()].map(([first, ...others]) =>
    [
      ...(first === undefined ? [] : [describeLeak(first)]),
      ...others.map(({ output }) => `also in ${output}`),
    ].join('; '),
  );
  return [...faults, ...lines];
}

function reportTo(name: string): readonly string[] {
  return ['--reporter', `${name}=report.${name}`, ...(name === 'json' ? ['--reporter', 'console'] : [])];
}

/** As the editor keeps it: the command line writes results into reports only. */
async function firstResult(folder: string): Promise<ExecutionResult> {
  const report = JSON.parse(await readFile(path.join(folder, 'report.json'), 'utf8')) as {
    readonly results: readonly [ExecutionResult];
  };
  return report.results[0];
}
