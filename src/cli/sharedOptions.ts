/** Options that several commands have: where requests may go, with which secrets and over which network, and who is notified. */
import { Option, type Command } from 'commander';
import { everyFailure, type NotifyOccasion } from '../sharing/notifyRules';
import { parseCount } from './runOptions';

/** Adds the environment and the options of the network to a command; {@link NetworkOptions} is what they give. */
export function withNetworkOptions(command: Command): Command {
  return command
    .option('--var <name=value>', 'set a variable to a text (repeatable)', collect, [])
    .option('--var-json <name=json>', 'set a variable to a JSON value (repeatable)', collect, [])
    .option('--allow-env <name>', 'let chains read this environment variable (repeatable)', collect, [])
    .option('--secret-host <name=origin>', 'bind a secret to an origin (repeatable)', collect, [])
    .option(
      '--trust-environment <file>',
      'send secrets where this environment file says (repeatable)',
      collect,
      [],
    )
    .addOption(
      new Option('--timeout <ms>', 'milliseconds for a request that sets none')
        .argParser(parseCount)
        .default(30_000),
    )
    .option('--proxy <url>', 'proxy for everything, or "none"')
    .option('--insecure', 'do not verify TLS certificates; results say so', false);
}

/** Adds the options of a repair to a command; `RepairOptions` is what they give. */
export function withRepairOptions(command: Command): Command {
  const repairing = command
    .option('--repair', 'run the chain, and change what the run shows to be wrong', false)
    .option('-e, --environment <name>', 'with --repair: environment; by default the one that the chain names')
    .addOption(
      new Option('--max-trials <n>', 'with --repair: how often to run a part again with a change')
        .argParser(parseCount)
        .default(5),
    )
    .option('--allow-mutations', 'with --repair: send requests again that are not idempotent', false);
  return withNetworkOptions(repairing).option(
    '--allow-host <origin>',
    'with --repair: allow an origin that is not this machine (repeatable)',
    collect,
    [],
  );
}

/** Adds the options about chats to a command; {@link NotifyOptions} is what they give. */
export function withNotifyOptions(command: Command, occasions: readonly NotifyOccasion[]): Command {
  return command
    .addOption(
      namesOption('--notify <service>', 'service to notify of the run (repeatable)', ['slack', 'teams']),
    )
    .addOption(
      new Option('--notify-when <occasion>', 'which runs to notify of').choices(occasions).default('always'),
    )
    .addOption(
      new Option('--notify-threshold <n>', 'how many failed requests, or flaws, make a failed run')
        .argParser(parseCount)
        .default(everyFailure.failures),
    )
    .option(
      '--notify-mention <service=who>',
      'person or group to mention when the run fails (repeatable)',
      collect,
      [],
    )
    .option('--notify-link <url>', 'page with the results, such as the page of the build');
}

/** Adds an example to the help of a command. */
export function withExample(command: Command, example: string): Command {
  return command.addHelpText('after', `\nExample:\n  ${example}`);
}

/** A repeatable option whose values begin with one of these names; whoever reads them checks that. */
export function namesOption(flags: string, description: string, names: readonly string[]): Option {
  return new Option(flags, description).choices(names).argParser(collect).default([]);
}

/** Gathers the values of a repeatable option. */
export function collect(value: string, previous: readonly string[]): readonly string[] {
  return [...previous, value];
}
