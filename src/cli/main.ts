#!/usr/bin/env node
/** The command line: parses what was typed, runs it, and ends with its exit code. */
import { version } from '../../package.json';
import { UserError } from '../core/errors';
import { cancelOnSignals, endProcess, watchOutput, writeWhole } from './endings';
import { exitCodes, faultExitCode } from './exitCode';
import { printable } from './paint';
import type { CommandContext } from './commandContext';
import { createProgram } from './program';

/** Commands that a signal cancels, as it does a repair; any other ends at once, because it sends nothing that needs undoing. */
const CANCELLED: ReadonlySet<string> = new Set(['run', 'cleanup', 'demo', 'issue', 'mcp']);

async function main(cancel: AbortController): Promise<number> {
  const context = { folder: process.cwd(), environment: process.env, version, signal: cancel.signal };
  const program = createProgram(context, versionText()).hook('preAction', (_program, command) => {
    if (CANCELLED.has(command.name()) || command.getOptionValue('repair') === true) {
      cancelOnSignals(cancel);
    }
  });
  try {
    const [, , command, current = '', ...words] = process.argv;
    // Not a command of the program: its options belong to the line that is completed.
    if (command === 'complete') {
      const { complete } = await import('./completion/complete');
      const found = await complete(program, words, current.slice(1), context.folder);
      process.stdout.write(found.map(({ text, description }) => `${text}\t${description}\n`).join(''));
      return exitCodes.passed;
    }
    await program.parseAsync();
    return Number(process.exitCode ?? exitCodes.passed);
  } catch (error) {
    return report(error, context);
  }
}

/** What `--version` says. */
function versionText(): string {
  const { platform, arch, versions } = process;
  return process.argv.includes('--verbose')
    ? `${version} (Node ${versions.node}, ${platform} ${arch})`
    : version;
}

/** Says what went wrong; returns the exit code. */
function report(error: unknown, { signal }: CommandContext): number {
  if (error instanceof UserError) {
    console.error(printable(error.message));
    return faultExitCode(signal);
  }
  if (error instanceof Error && 'exitCode' in error) {
    return error.exitCode === 0 ? exitCodes.passed : exitCodes.usage;
  }
  console.error('Chainwright failed. This is a fault of ours; please report it with the lines below.');
  console.error(error);
  return exitCodes.usage;
}

[process.stdout, process.stderr].forEach(writeWhole);
const output = watchOutput(process.stdout);
watchOutput(process.stderr);
const cancel = new AbortController();
void main(cancel).then((code) => endProcess({ code, output, signal: cancel.signal }));
