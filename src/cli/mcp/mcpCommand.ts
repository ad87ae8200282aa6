/** `chainwright mcp`: the tools for a model, over standard input and output. */
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import type { RightsRemedies } from '../../agent/rights';
import { openWorkbench } from '../../agent/ownRuns';
import { defined } from '../../core/defined';
import { UserError } from '../../core/errors';
import type { Remedies } from '../../core/remedies';
import type { EnvironmentTrust } from '../../node/run/environmentTrust';
import { exitCodes } from '../exitCode';
import { remedies } from '../remedies';
import { createMcpServer } from './mcpServer';
import { executeSettings, type NetworkOptions } from '../runOptions';
import { shellWord } from '../shellWord';
import type { CommandContext } from '../commandContext';

/** What commander gives for `mcp`. */
export interface McpOptions extends NetworkOptions {
  readonly folder: string;
  readonly write?: string;
  readonly allowMutations: boolean;
}

/** Serves until the client goes; resolves to the exit code. */
export async function mcpCommand(options: McpOptions, context: CommandContext): Promise<number> {
  const sdk = await loadSdk();
  const workspace = await folderAt(options.folder, context.folder);
  const settings = executeSettings(options, context);
  const workbench = await openWorkbench({
    workspace,
    rights: {
      allowHosts: settings.allowHosts,
      allowMutations: options.allowMutations,
      ...(options.write === undefined ? {} : { writeFolder: await folderAt(options.write, workspace) }),
    },
    remedies: RIGHTS_REMEDIES,
    settings: {
      ...settings,
      remedies: MODEL_REMEDIES,
      ...defined({ trust: settings.trust && byPersons(settings.trust) }),
    },
  });
  const server = createMcpServer(sdk, workbench, context.version);
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
    process.stdin.once('end', resolve);
    context.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await server.connect(new sdk.StdioServerTransport());
  await closed;
  await server.close();
  workbench.dispose();
  return exitCodes.passed;
}

async function loadSdk() {
  try {
    return await import('./mcpSdk');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') {
      throw new UserError(
        'This command needs the package @modelcontextprotocol/sdk, which is not installed next to Chainwright.',
        'Install both: npm install --global chainwright @modelcontextprotocol/sdk.',
      );
    }
    throw error;
  }
}

async function folderAt(name: string, start: string): Promise<string> {
  const folder = path.resolve(start, name);
  const real = await realpath(folder).catch(() => undefined);
  if (real === undefined) {
    throw new UserError(`The folder ${folder} does not exist.`, 'Check the path.');
  }
  return real;
}

/** What a person does so that a model may do more. */
const RIGHTS_REMEDIES: RightsRemedies = {
  allowMutations: 'A person can allow it: chainwright mcp --allow-mutations.',
  allowWriting: (folder) => `A person can allow it: chainwright mcp --write ${shellWord(folder)}.`,
  trustChanged: 'A person can look at the change and start chainwright mcp again.',
};

const byPerson = (sentence: string): string =>
  `Only a person can change that, when they start chainwright mcp. ${sentence}`;

/** What is not trusted is refused in words for a model. */
function byPersons(trust: EnvironmentTrust): EnvironmentTrust {
  return {
    ...trust,
    ask: async (claim, depending) => {
      try {
        await trust.ask(claim, depending);
      } catch (error) {
        throw error instanceof UserError ? new UserError(error.what, byPerson(error.todo)) : error;
      }
    },
  };
}

/** A model can give no option: these say that a person can. */
const MODEL_REMEDIES: Remedies = {
  ...remedies,
  allowOrigin: (origin) => byPerson(`The option is --allow-host ${origin}.`),
  allowDerived: (origin) => byPerson(`The option is --allow-host ${origin}.`),
  bindSecret: ({ name }, origin) => byPerson(`The option is --secret-host ${name}=${origin}.`),
  setSecret: (name) => byPerson(remedies.setSecret(name)),
  grantVariable: (name) => byPerson(`The option is --allow-env ${name}.`),
  defineVariable:
    'Extract it from an earlier response, add it to the variables of the chain or of the environment, or give it in "variables".',
};
