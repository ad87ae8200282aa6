#!/usr/bin/env node
/** The command line: `chainwright run`, `authz`, `analyze`, `import`, `export`, `map`, `issue`, `demo`. Everything else is loaded when it is needed. */
import { Command, Option } from 'commander';
import { version } from '../../package.json';
import { UserError } from '../core/errors';
import type { AnalyzeOptions } from './analyzeCommand';
import { addAuthzCommands } from './authz/authzProgram';
import { cancelOnSignals, endProcess, watchOutput } from './endings';
import { exitCodes, faultExitCode } from './exitCode';
import type { ExportOptions } from './exportCommand';
import type { ImportOptions } from './import/importCommand';
import type { IssueOptions } from './issue/issueCommand';
import { printable } from './paint';
import type { MapOptions } from './map/mapCommand';
import type { CommandContext } from './commandContext';
import { parseConfidence, parseCount, parseShard, type RunOptions } from './runOptions';
import { collect, withNetworkOptions, withNotifyOptions } from './sharedOptions';
import { writeWhole } from './wholeOutput';

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
  addExportCommand(program, context);
  addMapCommand(program, context);
  addIssueCommand(program, context);
  return program;
}

function addImportCommand(program: Command, context: CommandContext): void {
  program
    .command('import')
    .description('make chains of files of other tools; nothing is run or fetched')
    .argument(
      '<files...>',
      'files of other tools: collections, recordings, specifications, .http, cURL; or folders of them',
    )
    .option('-o, --output <folder>', 'folder for the new files', '.')
    .addOption(
      new Option('--folders <style>', 'folders become tags of requests, or chains of their own')
        .choices(['tags', 'chains'])
        .default('tags'),
    )
    .option(
      '--keep <kinds>',
      'of recordings also images, fonts, media, static, analytics, preflights, websockets, event-streams, duplicates, or all',
      collect,
      [],
    )
    .option('--report <file>', 'write what became of every request, as text or, named *.json, as JSON')
    .option('--json', 'write that report as JSON to the output', false)
    .option('--map', 'make chains refer to what earlier responses gave, where that is sure', false)
    .option('--no-responses', 'do not keep responses of the files, masked, as recorded results of the chains')
    .option('--force', 'overwrite files that are there', false)
    .action(async (files: string[], options: ImportOptions) => {
      const { importCommand } = await import('./import/importCommand');
      process.exitCode = await importCommand(files, options, context);
    });
}

function addExportCommand(program: Command, context: CommandContext): void {
  program
    .command('export')
    .description('write a chain in the format of another tool, or a recorded result as HAR; nothing is sent')
    .argument('<file>', 'a chain; for HAR a result, or a chain for its newest one')
    .requiredOption('--to, --format <format>', 'postman, curl, http, markdown, artillery or har')
    .option('-e, --environment <name>', 'environment whose values are written; by default the one it names')
    .option('-o, --output <file>', 'file for the export, else it goes to the output')
    .option('--report <file>', 'write what could not be carried over, as text or, named *.json, as JSON')
    .option('--force', 'overwrite files that are there', false)
    .action(async (file: string, options: ExportOptions) => {
      const { exportCommand } = await import('./exportCommand');
      process.exitCode = await exportCommand(file, options, context);
    });
}

function addMapCommand(program: Command, context: CommandContext): void {
  program
    .command('map')
    .description('suggest which values of later requests came from earlier answers; nothing is sent')
    .argument('<file>', 'HAR recording with responses, or a chain')
    .option('--responses <recording>', 'HAR recording of the chain; by default its last result is read')
    .option(
      '--verify <second>',
      'hold the suggestions against a second recording of the same requests, or the last result of a chain',
    )
    .option('--names', 'guess by names alone, for a chain without responses', false)
    .option('--min-confidence <number>', 'leave out what is less sure, from 0 to 1', parseConfidence)
    .option('--apply', 'change the chain: what is sure, or all that --min-confidence leaves', false)
    .option('--json', 'write the suggestions as JSON', false)
    .action(async (file: string, options: MapOptions) => {
      const { mapCommand } = await import('./map/mapCommand');
      process.exitCode = await mapCommand(file, options, context);
    });
}

function addIssueCommand(program: Command, context: CommandContext): void {
  program
    .command('issue')
    .description(
      'raise an issue about a request that failed or a flaw that was found, unless there is one already',
    )
    .argument('<file>', 'a result, a JSON report, or a chain or matrix for its newest result')
    .requiredOption('--tracker <name>', 'github, gitlab, jira or jira-data-center')
    .requiredOption('--project <project>', 'owner/name, group/name, or the key of a project in Jira')
    .option('--server <url>', 'address of the tracker, where it is not github.com or gitlab.com')
    .option('--request <id>', 'which request; by default the first that failed')
    .option('--cell <id>', 'which cell of a matrix; by default the first flaw')
    .option('--issue-type <name>', 'kind of issue in Jira; by default Bug')
    .option('--label <label>', 'instead of the labels of the draft (repeatable)', collect, [])
    .option(
      '--comment [words]',
      'say in the issue that is there already that it was seen again, after these words',
      false,
    )
    .option('--dry-run', 'write what would be sent, and send nothing', false)
    .option('--proxy <url>', 'proxy for everything, or "none"')
    .action(async (file: string, options: IssueOptions) => {
      const { issueCommand } = await import('./issue/issueCommand');
      process.exitCode = await issueCommand(file, options, context);
    });
}

function withRunOptions(command: Command): Command {
  return withNotifyOptions(withNetworkOptions(command), ['always', 'failure', 'change'])
    .option(
      '--notify-previous <file>',
      'JSON report of the run before, for --notify-when change; none there yet is the first run',
    )
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

/** Commands that a signal cancels; any other ends at once, for it sends nothing that would have to be undone. */
const CANCELLED: ReadonlySet<string> = new Set(['run', 'cleanup', 'demo', 'issue']);

async function main(cancel: AbortController): Promise<number> {
  const context = { folder: process.cwd(), environment: process.env, version, signal: cancel.signal };
  const program = createProgram(context).hook('preAction', (_program, command) => {
    if (CANCELLED.has(command.name())) {
      cancelOnSignals(cancel);
    }
  });
  try {
    await program.parseAsync();
    return Number(process.exitCode ?? exitCodes.passed);
  } catch (error) {
    return report(error, context);
  }
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
