/** The commands of the command line and their options. What a command does is loaded when it runs. */
import { Argument, Command, Option } from 'commander';
import type { AnalyzeOptions } from './analyzeCommand';
import { addAuthzCommands } from './authz/authzProgram';
import type { CommandContext } from './commandContext';
import type { Shell } from './completion/scripts';
import type { DemoOptions } from './demoCommand';
import type { CoverageOptions } from './coverageCommand';
import type { SyncOptions } from './sync/syncCommand';
import type { ExportOptions } from './exportCommand';
import type { ImportOptions } from './import/importCommand';
import type { InitOptions } from './initCommand';
import type { IssueOptions } from './issue/issueCommand';
import type { MapOptions } from './map/mapCommand';
import type { McpOptions } from './mcp/mcpCommand';
import {
  parseConfidence,
  parseCount,
  parsePercent,
  parsePort,
  parseShard,
  type RunOptions,
} from './runOptions';
import {
  collect,
  namesOption,
  withExample,
  withNetworkOptions,
  withNotifyOptions,
  withRepairOptions,
} from './sharedOptions';

const RUN = 'Run and test:';
const WRITE = 'Make chains:';
const PASS_ON = 'Pass results on:';
const FOR_MODELS = 'Let a model work:';

/**
 * Makes the program `chainwright`; parsing arguments with it sets `process.exitCode`.
 *
 * @param versionText what `--version` says
 */
export function createProgram(context: CommandContext, versionText = context.version): Command {
  const program = new Command('chainwright')
    .description(
      'Run chains of dependent API requests and authorization tests, and see why something failed.',
    )
    .version(versionText)
    .option('--verbose', 'with --version: name the version of Node and the platform, too')
    // Before the commands are added, for they inherit it: errors are thrown instead of ending the process.
    .exitOverride()
    .showHelpAfterError('Add --help to see the options.')
    .configureHelp({ optionDescription });
  program.commandsGroup(RUN);
  addRunCommand(program, context);
  addAuthzCommands(program, context);
  addAnalyzeCommand(program, context);
  addCoverageCommand(program, context);
  addDemoCommand(program, context);
  program.commandsGroup(WRITE);
  addInitCommand(program, context);
  addImportCommand(program, context);
  addMapCommand(program, context);
  addSyncCommand(program, context);
  program.commandsGroup(PASS_ON);
  addExportCommand(program, context);
  addIssueCommand(program, context);
  program.commandsGroup(FOR_MODELS);
  addMcpCommand(program, context);
  program.commandsGroup('Help:').helpCommand('help [command]', 'show the help of a command');
  addCompletionCommand(program);
  return withExample(program, 'chainwright run smoke/ --environment staging --reporter junit=results.xml');
}

/** Names the default of an option where it has one: an option that is off, or given several times, has none. */
function optionDescription(option: Option): string {
  const { argChoices, description } = option;
  const defaultValue: unknown = option.defaultValue;
  const hasDefault =
    typeof defaultValue === 'number' || (typeof defaultValue === 'string' && defaultValue !== '');
  const notes = [
    ...(argChoices === undefined ? [] : [`choices: ${argChoices.join(', ')}`]),
    ...(hasDefault ? [`default: ${defaultValue}`] : []),
  ];
  return notes.length === 0 ? description : `${description} (${notes.join('; ')})`;
}

function addRunCommand(program: Command, context: CommandContext): void {
  withRunOptions(
    withExample(
      program
        .command('run')
        .description('run chains')
        .argument('<chains...>', 'chain files, folders or globs'),
      'chainwright run shop.chain.json --environment staging --secret-host API_KEY=https://staging.example.com',
    ),
  ).action(async (patterns: string[], options: RunOptions) => {
    const { runCommand } = await import('./runCommand');
    process.exitCode = await runCommand(patterns, options, context);
  });
}

function addMcpCommand(program: Command, context: CommandContext): void {
  withNetworkOptions(
    withExample(
      program
        .command('mcp')
        .description('serve tools for a model over standard input and output (Model Context Protocol)')
        .option('--folder <folder>', 'workspace that the model may read', '.')
        .option('--write <folder>', 'folder below which the model may write chains and environments')
        .option('--allow-mutations', 'let the model send requests that may change something', false)
        .option(
          '--allow-host <origin>',
          'let requests go to an origin other than this machine (repeatable)',
          collect,
          [],
        ),
      'chainwright mcp --write chains --allow-mutations',
    ),
  ).action(async (options: McpOptions) => {
    const { mcpCommand } = await import('./mcp/mcpCommand');
    process.exitCode = await mcpCommand(options, context);
  });
}

function addDemoCommand(program: Command, context: CommandContext): void {
  program
    .command('demo')
    .description('run the sample chains and authorization tests against the sample API on this machine')
    .addOption(
      new Option('--serve [port]', 'only start the sample API, until you press Ctrl-C')
        .argParser(parsePort)
        .preset('4010'),
    )
    .action(async ({ serve }: DemoOptions) => {
      const { demoCommand, serveSample } = await import('./demoCommand');
      process.exitCode = await (serve === undefined ? demoCommand(context) : serveSample(serve, context));
    });
}

function addAnalyzeCommand(program: Command, context: CommandContext): void {
  withExample(program.command('analyze'), 'chainwright analyze "**/*.chain.json"')
    .description('check chains without sending anything: variables, order, credentials')
    .argument('<chains...>', 'chain files, folders or globs')
    .option('-e, --environment <name>', 'environment whose variables count as defined')
    .option('--json', 'write the analysis as JSON', false)
    .action(async (patterns: string[], options: AnalyzeOptions) => {
      const { analyzeCommand } = await import('./analyzeCommand');
      process.exitCode = await analyzeCommand(patterns, options, context);
    });
}

function addCoverageCommand(program: Command, context: CommandContext): void {
  withExample(program.command('coverage'), 'chainwright coverage openapi.yaml chains/ --threshold 80')
    .description('measure how much of an OpenAPI description chains and matrices cover; sends nothing')
    .argument('<description>', 'OpenAPI 3.0 to 3.2 or Swagger 2')
    .argument('<files...>', 'chains, authorization matrices, folders or globs')
    .option(
      '--results <file>',
      'take the status codes from a result, a JSON report, or the latest result of a chain (repeatable)',
      collect,
      [],
    )
    .addOption(
      new Option('--threshold <percent>', 'fail when chains call fewer of the operations').argParser(
        parsePercent,
      ),
    )
    .addOption(
      namesOption('--reporter <name[=file]>', 'report to write (repeatable)', [
        'console',
        'json',
        'markdown',
        'html',
      ]),
    )
    .option('--json', 'write the coverage as JSON to the output', false)
    .action(async (spec: string, patterns: string[], options: CoverageOptions) => {
      const { coverageCommand } = await import('./coverageCommand');
      process.exitCode = await coverageCommand(spec, patterns, options, context);
    });
}

function addSyncCommand(program: Command, context: CommandContext): void {
  withExample(program.command('sync'), 'chainwright sync chains/ --since old-openapi.yaml --dry-run')
    .description('update requests after a change of the OpenAPI description of their API; sends nothing')
    .argument('<chains...>', 'chain files, folders or globs; each names its description ("openapi")')
    .option('--openapi <file>', 'the description, in place of the one that the chains name')
    .option('--since <file>', 'the description as it was: for what was removed, renamed or moved')
    .option('-e, --environment <name>', 'environment whose description and variables count')
    .option(
      '--add <chain>',
      'add requests for what no chain calls to this chain; with --since for what is new',
    )
    .option('--dry-run', 'only say what would change; exit code 1 if anything would', false)
    .option('--json', 'write what changes as JSON to the output', false)
    .action(async (patterns: string[], options: SyncOptions) => {
      const { syncCommand } = await import('./sync/syncCommand');
      process.exitCode = await syncCommand(patterns, options, context);
    });
}

function addInitCommand(program: Command, context: CommandContext): void {
  withExample(program.command('init'), 'chainwright init --url http://localhost:3000/health')
    .description('write a first chain, its environment and the lines for .gitignore')
    .argument('[folder]', 'folder for the files', '.')
    .option('--url <url>', 'a URL of your API, to request first')
    .option('-y, --yes', 'ask nothing; without --url the chain requests the sample API', false)
    .option('--agents', 'only write what agents have to know into AGENTS.md', false)
    .action(async (folder: string, options: InitOptions) => {
      const { initCommand } = await import('./initCommand');
      process.exitCode = await initCommand(folder, options, context);
    });
}

function addImportCommand(program: Command, context: CommandContext): void {
  const command = withExample(program.command('import'), 'chainwright import shop.har --map -o chains')
    .description('make chains from files of other tools; sends nothing without --repair, and runs no scripts')
    .argument(
      '<files...>',
      'Postman, Insomnia or Bruno collections, HAR recordings, OpenAPI, Arazzo, .http, cURL; or folders of them',
    )
    .option('-o, --output <folder>', 'folder for the new files', '.')
    .addOption(
      new Option(
        '--folders <style>',
        'what folders become: tags of requests (default), a chain each, or chains by folder where one has more than 100 requests (size)',
      ).choices(['tags', 'chains', 'size']),
    )
    .addOption(
      namesOption('--keep <kinds>', 'keep these requests of a recording too', [
        'images',
        'fonts',
        'media',
        'static',
        'analytics',
        'preflights',
        'websockets',
        'event-streams',
        'duplicates',
        'all',
      ]),
    )
    .option('--report <file>', 'write what became of each request, as text or, if named *.json, as JSON')
    .option('--json', 'write that report as JSON to the output', false)
    .option(
      '--map',
      'replace values that came from earlier responses by references, where that is certain',
      false,
    )
    .option('--no-responses', 'do not keep the recorded responses as results of the chains')
    .option('--force', 'overwrite existing files', false);
  withRepairOptions(command).action(async (files: string[], options: ImportOptions) => {
    const { importCommand } = await import('./import/importCommand');
    process.exitCode = await importCommand(files, options, context);
  });
}

function addExportCommand(program: Command, context: CommandContext): void {
  withExample(
    program.command('export'),
    'chainwright export shop.chain.json --to postman -o shop.postman.json',
  )
    .description('write a chain in the format of another tool, or a result as HAR; sends nothing')
    .argument('<file>', 'a chain; for HAR a result, a JSON report, or a chain for its latest result')
    .addOption(
      new Option('--to, --format <format>', 'format to write')
        .choices(['postman', 'curl', 'http', 'markdown', 'artillery', 'k6', 'arazzo', 'har'])
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--dialect <reader>', 'with http: write for one reader of .http files alone').choices([
        'rest-client',
        'httpyac',
        'jetbrains',
      ]),
    )
    .option('--script', 'with curl: write a script that runs without questions; it needs jq', false)
    .option(
      '-e, --environment <name>',
      'environment whose values are written; by default the one in the chain',
    )
    .option('-o, --output <file>', 'file to write; by default the output')
    .option('--report <file>', 'write what could not be exported, as text or, if named *.json, as JSON')
    .option('--force', 'overwrite existing files', false)
    .action(async (file: string, options: ExportOptions) => {
      const { exportCommand } = await import('./exportCommand');
      process.exitCode = await exportCommand(file, options, context);
    });
}

function addMapCommand(program: Command, context: CommandContext): void {
  const command = withExample(
    program.command('map'),
    'chainwright map checkout.chain.json --responses checkout.har --apply',
  )
    .description('find values in requests that came from earlier responses; sends nothing without --repair')
    .argument('<file>', 'HAR recording with responses, or a chain')
    .option('--responses <recording>', 'HAR recording of the chain; by default its last result')
    .option(
      '--verify <second>',
      'check the suggestions against a second recording of the same requests, or the last result of a chain',
    )
    .option('--names', 'suggest by names only, for a chain without responses', false)
    .option(
      '--min-confidence <number>',
      'leave out suggestions below this confidence, from 0 to 1',
      parseConfidence,
    )
    .option(
      '--apply',
      'change the chain: apply what is certain, all that --min-confidence leaves, or the repair',
      false,
    )
    .option('--json', 'write the suggestions, or the repair, as JSON', false);
  withRepairOptions(command).action(async (file: string, options: MapOptions) => {
    const { mapCommand } = await import('./map/mapCommand');
    process.exitCode = await mapCommand(file, options, context);
  });
}

function addIssueCommand(program: Command, context: CommandContext): void {
  withExample(
    program.command('issue'),
    'chainwright issue report.json --tracker github --project acme/shop --dry-run',
  )
    .description(
      'raise an issue about a failed request or an authorization flaw, unless there is one already',
    )
    .argument('<file>', 'a result, a JSON report, or a chain or matrix for its latest result')
    .addOption(
      new Option('--tracker <name>', 'issue tracker')
        .choices(['github', 'gitlab', 'jira', 'jira-data-center'])
        .makeOptionMandatory(),
    )
    .requiredOption('--project <project>', 'owner/name, group/name, or the key of a project in Jira')
    .option('--server <url>', 'address of the tracker, if it is not github.com or gitlab.com')
    .option('--request <id>', 'request to report; by default the first that failed')
    .option('--cell <id>', 'cell of a matrix to report; by default the first flaw')
    .option('--issue-type <name>', 'kind of issue in Jira; by default Bug')
    .option('--label <label>', 'label to use in place of the default ones (repeatable)', collect, [])
    .option('--comment [words]', 'if the issue exists, add a comment that begins with these words', false)
    .option('--dry-run', 'write what would be sent, and send nothing', false)
    .option('--proxy <url>', 'proxy for everything, or "none"')
    .action(async (file: string, options: IssueOptions) => {
      const { issueCommand } = await import('./issue/issueCommand');
      process.exitCode = await issueCommand(file, options, context);
    });
}

function addCompletionCommand(program: Command): void {
  withExample(program.command('completion'), 'source <(chainwright completion bash)')
    .description('print a script for a shell that completes commands, options and names')
    .addArgument(new Argument('<shell>', 'shell').choices(['bash', 'zsh', 'fish', 'powershell']))
    .action(async (shell: Shell) => {
      const { completionScripts } = await import('./completion/scripts');
      process.stdout.write(completionScripts[shell]);
    });
}

function withRunOptions(command: Command): Command {
  const selected = command
    .option('-e, --environment <name>', 'environment; by default the one that a chain names')
    .option('--only <id>', 'run one request, and the required chains that it needs')
    .option('--from <id>', 'start at this request')
    .option('--to <id>', 'stop after this request')
    .option('--bail', 'stop everything at the first request that fails or is blocked', false)
    .option('--include-drafts', 'run draft chains too', false)
    .option('--data <file>', 'run once for each row of a .csv, .json or .jsonl file')
    .option('--rows <numbers>', 'rows of data to run for, such as 2,5-7')
    .addOption(
      new Option('--parallel <n>', 'chains at a time, or rows that are independent')
        .argParser(parseCount)
        .default(1),
    )
    .addOption(new Option('--shard <i/n>', 'run one of n parts of the chains').argParser(parseShard))
    .option('--seed <text>', 'the same seed gives the same random values');
  const reported = selected
    .addOption(
      namesOption('--reporter <name[=file]>', 'report to write (repeatable)', [
        'console',
        'json',
        'junit',
        'html',
        'markdown',
        'har',
        'github',
        'gitlab',
      ]),
    )
    .option('--json', 'write the results as JSON to the output', false);
  const allowed = withNetworkOptions(reported).option(
    '--allow-host <origin>',
    'allow an origin that only a response names (repeatable)',
    collect,
    [],
  );
  return withNotifyOptions(allowed, ['always', 'failure', 'change']).option(
    '--notify-previous <file>',
    'JSON report of the previous run, for --notify-when change',
  );
}
