/**
 * The sample API as a program: `node dist/orders-api.js --port 4010 --flaws read-any-order,list-leaks`.
 * Prints its origin on standard output, a line for every answer on standard error, and ends on
 * SIGINT or SIGTERM.
 */
import { parseArgs } from 'node:util';
import { FLAWS } from './flawCatalogue';
import { DEFAULT_FLAWS } from './flaws';
import { startOrdersApi } from './ordersApi';

const USAGE = `Usage: orders-api [--port 4010] [--flaws name,name | --flaws none]

Without --flaws these are on: ${DEFAULT_FLAWS.join(', ')}.
`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '4010' },
      flaws: { type: 'string', default: DEFAULT_FLAWS.join(',') },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(`${USAGE}\n${listOfFlaws()}`);
    return;
  }
  const api = await startOrdersApi({
    port: parsePort(values.port),
    flaws: values.flaws === 'none' ? [] : values.flaws.split(',').filter((name) => name !== ''),
    onAnswer: ({ method, target, status }) => {
      process.stderr.write(`${status} ${method} ${target}\n`);
    },
  });
  process.stdout.write(`${api.origin}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void api.close());
  }
}

function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) {
    throw new Error(`"${text}" is not a port. Use a number from 0 (a free port) to 65535.`);
  }
  return port;
}

function listOfFlaws(): string {
  return FLAWS.map(({ name, outcome, does }) => `${name}\n    ${outcome}: ${does}\n`).join('');
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
});
