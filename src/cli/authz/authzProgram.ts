/** The commands `chainwright authz …` and their options. What they do is loaded when it is needed. */
import { Option, type Command } from 'commander';
import type { AuthzGenerateOptions } from './authzGenerateCommand';
import type { AuthzCleanupOptions, AuthzReportOptions, AuthzRunOptions } from './authzOptions';
import type { CommandContext } from '../commandContext';
import { notifyOccasions } from '../../sharing/notifyRules';
import { collect, withNetworkOptions, withNotifyOptions } from '../sharedOptions';

/** Adds the group of commands. */
export function addAuthzCommands(program: Command, context: CommandContext): void {
  const authz = program.command('authz').description('test who may do what, by an authorization matrix');
  addRun(authz, context);
  addReplay(authz, context);
  addGenerate(authz, context);
  addCleanup(authz, context);
}

function addRun(authz: Command, context: CommandContext): void {
  withReportOptions(withNotifyOptions(withNetworkOptions(authz.command('run')), notifyOccasions))
    .description('test every cell of a matrix')
    .argument('<file>', '*.authz.json')
    .option('-e, --environment <name>', 'environment; by default the one that the matrix names')
    .option('--dry-run', 'say what would be sent, and send nothing', false)
    .option('--allow-mutations', 'allow what creates, changes or deletes, if the matrix does', false)
    .option(
      '--allow-host <origin>',
      'allow an origin besides this machine that the matrix allows (repeatable)',
      collect,
      [],
    )
    .option(
      '--only <pattern>',
      'test these cells or operations; * for any characters (repeatable)',
      collect,
      [],
    )
    .option(
      '--irreversible <operation>',
      'test it although nobody can take it back (repeatable)',
      collect,
      [],
    )
    .option('--seed <text>', 'of the planted texts; the same seed plants the same ones')
    .option('--bodies', 'keep the beginning of bodies in the result, masked', false)
    .action(async (file: string, options: AuthzRunOptions) => {
      const { authzRunCommand } = await import('./authzRunCommand');
      const { nodeEngine } = await import('./authzEngine');
      process.exitCode = (await authzRunCommand(file, options, context, nodeEngine)).code;
    });
}

function addReplay(authz: Command, context: CommandContext): void {
  withReportOptions(authz.command('replay'))
    .description('judge a stored run again and report it; nothing is sent')
    .argument('<result>', 'a file that "authz run" wrote')
    .action(async (file: string, options: AuthzReportOptions) => {
      const { authzReplayCommand } = await import('./authzReplayCommand');
      process.exitCode = await authzReplayCommand(file, options, context);
    });
}

function addGenerate(authz: Command, context: CommandContext): void {
  authz
    .command('generate')
    .description('propose a matrix from a chain')
    .argument('<chain>', '*.chain.json')
    .option(
      '--user <name=role>',
      'somebody who signs in; two of a role try each other (repeatable)',
      collect,
      [],
    )
    .option('-e, --environment <name>', 'environment; by default the one that the chain names')
    .option('-o, --output <file>', 'where to write it; by default to the output')
    .option('--force', 'overwrite the file', false)
    .action(async (file: string, options: AuthzGenerateOptions) => {
      const { authzGenerateCommand } = await import('./authzGenerateCommand');
      process.exitCode = await authzGenerateCommand(file, options, context);
    });
}

function addCleanup(authz: Command, context: CommandContext): void {
  withNetworkOptions(authz.command('cleanup'))
    .description('delete what killed runs left')
    .argument('[file]', '*.authz.json; by default every one below this folder')
    .option('-e, --environment <name>', 'environment; by default the one that the matrix names')
    .option('--allow-host <origin>', 'allow an origin besides this machine (repeatable)', collect, [])
    .action(async (file: string | undefined, options: AuthzCleanupOptions) => {
      const { authzCleanupCommand } = await import('./authzCleanupCommand');
      const { nodeEngine } = await import('./authzEngine');
      process.exitCode = await authzCleanupCommand(file, options, context, nodeEngine);
    });
}

function withReportOptions(command: Command): Command {
  return command
    .option('--strict', 'pass on 403 and 404 only: other refusals fail', false)
    .option('--baseline <file>', 'compare with an earlier run: what is known does not fail')
    .option(
      '--write-baseline <file>',
      'keep what this run came to, to compare later ones with; a run with --only brings that of --baseline up to date',
    )
    .option(
      '--reporter <name[=file]>',
      'console, json, junit, sarif, html, markdown or csv (repeatable)',
      collect,
      [],
    )
    .option('--json', 'write the result as JSON to the output', false)
    .addOption(
      new Option('--junit-warn <as>', 'what JUnit makes of refusals by another code than 403 and 404')
        .choices(['failure', 'skipped'])
        .default('failure'),
    )
    .option('--sarif-full', 'SARIF with what passed and what is gone as well', false);
}
