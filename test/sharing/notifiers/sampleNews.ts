/** News of every kind, of hostile and of huge results, for the tests of all messages. */
import type { ExecutionResult } from '../../../src/core/result/result';
import { matrixNewsOf } from '../../../src/sharing/notifiers/matrixNews';
import { newsOf, type RunNews } from '../../../src/sharing/notifiers/runNews';
import { passedAuthz, sampleAuthz } from '../../formats/reporters/authz/sampleAuthz';
import {
  hostileTexts,
  orderLifecycle,
  reportOf,
  reportWith,
  requestResult,
} from '../../formats/reporters/sampleReport';

/** Texts that mean something to one of the services, or are too much for it. */
export const hostileNewsTexts: readonly string[] = [
  ...hostileTexts,
  '<!channel> <@U012> <https://evil.example|click>',
  '[click](https://evil.example) **bold** ![](https://evil.example/x.png)',
  '<at>Ann</at>',
  '',
  'x'.repeat(100_000),
  '😀'.repeat(1_000),
];

const measure = { strict: false };

/** By what they are. */
export const sampleNews: readonly (readonly [title: string, news: RunNews])[] = [
  [
    'a failed chain',
    newsOf(reportOf(orderLifecycle), { link: { url: 'https://ci.example.com/7', title: 'Open the run' } }),
  ],
  [
    'a recovery',
    newsOf(reportOf(passed()), {
      change: 'recovery',
      link: {
        url: 'vscode://chainwright.chainwright/open?chain=a~20b.chain.json',
        title: 'Open the chain in VS Code',
      },
    }),
  ],
  ['1,000 failures', newsOf(reportOf(failing(1_000)))],
  ['200 chains', newsOf(reportOf(...Array.from({ length: 200 }, () => orderLifecycle)))],
  ['no requests', newsOf(reportOf({ ...passed(), requests: [] }))],
  ['a matrix with flaws', matrixNewsOf(sampleAuthz, { measure })],
  ['a matrix that passed', matrixNewsOf(passedAuthz, { measure })],
  ['an empty matrix', matrixNewsOf({ ...passedAuthz, cells: [] }, { measure })],
  [
    'a matrix of 5,000 flaws',
    matrixNewsOf(
      {
        ...sampleAuthz,
        cells: Array.from({ length: 500 }, () => sampleAuthz.cells)
          .flat()
          .slice(0, 5_000),
      },
      { measure },
    ),
  ],
  ...hostileNewsTexts.flatMap((text): readonly (readonly [string, RunNews])[] => [
    [`chains called ${JSON.stringify(text.slice(0, 30))}`, newsOf(reportWith(text))],
    [
      `a matrix called ${JSON.stringify(text.slice(0, 30))}`,
      matrixNewsOf({ ...sampleAuthz, matrix: { file: text, name: text }, environment: text }, { measure }),
    ],
  ]),
];

function passed(): ExecutionResult {
  return { ...orderLifecycle, outcome: 'passed', requests: [requestResult({ name: 'Read' })] };
}

function failing(count: number): ExecutionResult {
  const requests = Array.from({ length: count }, (_, index) =>
    requestResult({
      name: `Request ${index}`,
      outcome: 'failed',
      reasons: [{ kind: 'expectation', message: 'The status is 500, not 200.' }],
    }),
  );
  return { ...orderLifecycle, outcome: 'failed', requests };
}
