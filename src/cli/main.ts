#!/usr/bin/env node
/** The command line: `chainwright run`, `authz`, `analyze`, `import`, `demo`. Everything else is loaded when it is needed. */
import { Command, Option } from 'commander';
import { version } from '../../package.json';
import { UserError } from '../core/errors';
import type { AnalyzeOptions } from './analyzeCommand';
import { addAuthzCommands } from './authzProgram';
import { exitCodes } from './exitCode';
import type { ImportOptions } from './importCommand';
import { printable } from './paint';
import type { CommandContext } from './runCommand';
import type { RunOptions } from './runOptions';
import { parseCount, parseShard } from './runOptions';
import { collect, withNetworkOptions } from './sharedOptions';

function createProgram(context: CommandContext): Command {
  const program = new Command('chainwright')
    .description(
      'Chains of dependent API requests and authorization tests: run them, see why something failed.',
    )
    .version(version)
    // Before the commands are added, for they inherit it: errors are thrown instead of ending the process.
    .exitOverride()
    .showHelpAfterError('Add --help to see what can be given.')
    .configureHelp({ sortSubcommands: true });
  withRunOptions(
    program.command('run').description('run chains').argument('<chains...>', 'chain files, folders or globs'),
  ).action(async (patterns: string[], options: RunOptions) => {
    const { runCommand } = await import('./runCommand');
    process.exitCode = await runCommand(patterns, options, context);
  });
  program
    .command('demo')
    .description('run the sample chains against the sample API on this machine')
    .action(async () => {
      const { demoCommand } = await import('./demoCommand');
      process.exitCode = await demoCommand(context);
    });
  addAuthzCommands(program, context);
  program
    .command('analyze')
    .description('check chains without sending anything: variables, order, credentials')
    .argument('<chains...>', 'chain files, folders or globs')
    .option('-e, --environment <name>', 'environment whose variables count as defined')
    .option('--json', 'write the analysis as JSON', false)
    .action(async (patterns: string[], options: AnalyzeOptions) => {
      const { analyzeCommand } = await import('./analyzeCommand');
      process.exitCode = await analyzeCommand(patterns, options, context);
    });
  addImportCommand(program, context);
  return program;
}

function addImportCommand(program: Command, context: CommandContext): void {
  program
    .command('import')
    .description('make chains of files of other tools; nothing is run or fetched')
    .argument('<files...>', 'Postman collections and environments, HAR recordings')
    .option('-o, --output <folder>', 'folder for the new files', '.')
    .addOption(
      new Option('--folders <style>', 'folders become tags of requests, or chains of their own')
        .choices(['tags', 'chains'])
        .default('tags'),
    )
    .option(
      '--keep <kinds>',
      'of recordings also images, fonts, media, static, analytics, preflights, websockets, duplicates, or all',
      collect,
      [],
    )
    .option('--report <file>', 'write what became of every request, as text or, named *.json, as JSON')
    .option('--json', 'write that report as JSON to the output', false)
    .option('--force', 'overwrite files that are there', false)
    .action(async (files: string[], options: ImportOptions) => {
      const { importCommand } = await import('./importCommand');
      process.exitCode = await importCommand(files, options, context);
    });
}

function withRunOptions(command: Command): Command {
  return withNetworkOptions(command)
    .option('-e, --environment <name>', 'environment; by default the one a chain names')
    .option('--only <id>', 'run one request; required chains run when it needs them')
    .option('--from <id>', 'run from this request on')
    .option('--to <id>', 'run up to and including this request')
    .option('--bail', 'stop everything at the first request that fails or is blocked', false)
    .option('--include-drafts', 'run draft chains too', false)
    .addOption(new Option('--parallel <n>', 'chains at a time').argParser(parseCount).default(1))
    .addOption(new Option('--shard <i/n>', 'run one of n parts of the chains').argParser(parseShard))
    .option('--allow-host <origin>', 'allow an origin that only a response names (repeatable)', collect, [])
    .option(
      '--reporter <name[=file]>',
      'console, json, junit, html, markdown or har (repeatable)',
      collect,
      [],
    )
    .option('--json', 'write the results as JSON to the output', false);
}

async function main(): Promise<void> {
  const cancel = new AbortController();
  // The first interrupt ends the run in an orderly way; the second one ends the process.
  process.once('SIGINT', () => cancel.abort());
  process.once('SIGTERM', () => cancel.abort());
  const context = { folder: process.cwd(), environment: process.env, version, signal: cancel.signal };
  const program = createProgram(context);
  try {
    await program.parseAsync();
  } catch (error) {
    process.exitCode = report(error);
  }
}

/** Says what went wrong; returns the exit code. */
function report(error: unknown): number {
  if (error instanceof UserError) {
    console.error(printable(error.message));
    return exitCodes.usage;
  }
  if (error instanceof Error && 'exitCode' in error) {
    return error.exitCode === 0 ? exitCodes.passed : exitCodes.usage;
  }
  console.error('Chainwright failed. This is a fault of ours; please report it with the lines below.');
  console.error(error);
  return exitCodes.usage;
}

void main().then(() => {
  // A connection that hangs somewhere must not keep a finished command alive; what was written is flushed first.
  process.stdout.write('', () => process.exit());
});
