/** The commands `chainwright authz …` and their options. What they do is loaded when it is needed. */
import { Option, type Command } from 'commander';
import type { AuthzGenerateOptions } from './authzGenerateCommand';
import type { AuthzInitOptions } from './authzInitCommand';
import type { AuthzCleanupOptions, AuthzReportOptions, AuthzRunOptions } from './authzOptions';
import type { CommandContext } from '../commandContext';
import { parseParallelCells } from '../runOptions';
import { notifyOccasions } from '../../sharing/notifyRules';
import { collect, namesOption, withExample, withNetworkOptions, withNotifyOptions } from '../sharedOptions';

/** Adds the group of commands. */
export function addAuthzCommands(program: Command, context: CommandContext): void {
  const authz = program.command('authz').description('test who can do what, by an authorization matrix');
  addRun(authz, context);
  addReplay(authz, context);
  addInit(authz, context);
  addGenerate(authz, context);
  addCleanup(authz, context);
}

function addRun(authz: Command, context: CommandContext): void {
  withReportOptions(
    withNotifyOptions(
      withNetworkOptions(
        withExample(authz.command('run'), 'chainwright authz run shop.authz.json --dry-run'),
      ),
      notifyOccasions,
    ),
  )
    .description('test every cell of a matrix')
    .argument('<file>', '*.authz.json')
    .option('-e, --environment <name>', 'environment; by default the one in the matrix')
    .option('--dry-run', 'write what would be sent, and send nothing', false)
    .option(
      '--allow-mutations',
      'allow requests that create, change or delete, if the matrix allows them too',
      false,
    )
    .option(
      '--allow-host <origin>',
      'allow an origin other than this machine that the matrix allows (repeatable)',
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
      '--since-spec <file>',
      'test only operations of --openapi that are new or other than in this older description',
    )
    .option(
      '--irreversible <operation>',
      'test this operation although it cannot be undone (repeatable)',
      collect,
      [],
    )
    .addOption(
      new Option('--parallel <n>', 'test up to 16 cells that only read at a time, each with its own sessions')
        .argParser(parseParallelCells)
        .default(1),
    )
    .option('--seed <text>', 'the same seed gives the same planted texts')
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

function addInit(authz: Command, context: CommandContext): void {
  withProposalOptions(
    withExample(
      authz.command('init'),
      'chainwright authz init openapi.yaml --user alice=customer --user bob=customer',
    ),
  )
    .description(
      'make a matrix from an OpenAPI description, a recording or a chain: asks what they do not say',
    )
    .argument('[file]', 'what "import" reads, or *.chain.json; asked when absent')
    .option('-o, --output <file>', 'file to write; by default named after the given one')
    .option('-y, --yes', 'ask nothing, and take what is proposed', false)
    .action(async (file: string | undefined, options: AuthzInitOptions) => {
      const { authzInitCommand } = await import('./authzInitCommand');
      const { askLine, canAsk } = await import('../trust/terminalQuestion');
      const ask = (prompt: string): Promise<string | undefined> => askLine(prompt, context.signal);
      const isAsked = !options.yes && canAsk();
      process.exitCode = await authzInitCommand(file, options, context, isAsked ? ask : undefined);
    });
}

function addGenerate(authz: Command, context: CommandContext): void {
  withProposalOptions(
    withExample(
      authz.command('generate'),
      'chainwright authz generate shop.chain.json --user alice=customer --user bob=customer -o shop.authz.json',
    ),
  )
    .description('propose a matrix from a chain, an OpenAPI description or a recording')
    .argument('<file>', '*.chain.json, or a file that "import" reads: it becomes a chain next to the matrix')
    .option('-o, --output <file>', 'file to write; by default the output')
    .action(async (file: string, options: AuthzGenerateOptions) => {
      const { authzGenerateCommand } = await import('./authzGenerateCommand');
      process.exitCode = await authzGenerateCommand(file, options, context);
    });
}

function withProposalOptions(command: Command): Command {
  return command
    .option(
      '--user <name=role>',
      'a user who signs in; two users of one role are tested against each other (repeatable)',
      collect,
      [],
    )
    .option(
      '--answer <question=answer>',
      'an answer to a question about the matrix (repeatable)',
      collect,
      [],
    )
    .option('-e, --environment <name>', 'environment; by default the one in the chain')
    .option('--force', 'overwrite existing files', false);
}

function addCleanup(authz: Command, context: CommandContext): void {
  withNetworkOptions(authz.command('cleanup'))
    .description('delete test objects that a killed run left, and undo its changes')
    .argument('[file]', '*.authz.json; by default all below this folder')
    .option('-e, --environment <name>', 'environment; by default the one in the matrix')
    .option('--allow-host <origin>', 'allow an origin other than this machine (repeatable)', collect, [])
    .action(async (file: string | undefined, options: AuthzCleanupOptions) => {
      const { authzCleanupCommand } = await import('./authzCleanupCommand');
      const { nodeEngine } = await import('./authzEngine');
      process.exitCode = await authzCleanupCommand(file, options, context, nodeEngine);
    });
}

function withReportOptions(command: Command): Command {
  return command
    .option('--strict', 'count only 403 and 404 as a pass: other refusals fail', false)
    .option('--baseline <file>', 'compare with an earlier run: known flaws do not fail')
    .option(
      '--write-baseline <file>',
      'write the baseline for later runs; with --only, the one of --baseline is updated',
    )
    .addOption(
      namesOption('--reporter <name[=file]>', 'report to write (repeatable)', [
        'console',
        'json',
        'junit',
        'sarif',
        'html',
        'markdown',
        'csv',
        'github',
        'gitlab',
      ]),
    )
    .option('--json', 'write the result as JSON to the output', false)
    .addOption(
      new Option('--junit-warn <as>', 'how JUnit counts refusals by a status other than 403 and 404')
        .choices(['failure', 'skipped'])
        .default('failure'),
    )
    .option(
      '--openapi <file>',
      'report which operations of this description no cell tested; by default of those that the chains name',
    )
    .option('--sarif-full', 'SARIF with passed cells and fixed flaws too', false);
}
