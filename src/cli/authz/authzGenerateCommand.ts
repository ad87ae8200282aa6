/** `chainwright authz generate`: proposes an authorization matrix from a chain. */
import path from 'node:path';
import type { NewUser } from '../../core/authz/generate/generateUsers';
import { defined } from '../../core/defined';
import { UserError } from '../../core/errors';
import { outputExists, writeOutputFile } from '../../node/files/outputFile';
import { proposeMatrix } from '../../node/authz/proposeMatrix';
import { workspacePath } from '../../node/files/workspaceText';
import { workspaceOf } from '../chainFiles';
import { exitCodes } from '../exitCode';
import { printable } from '../paint';
import type { CommandContext } from '../commandContext';

/** What commander gives for `authz generate`. */
export interface AuthzGenerateOptions {
  readonly environment?: string;
  /** As `alice=customer`. */
  readonly user: readonly string[];
  /** Path of the matrix; absent writes it to the output. */
  readonly output?: string;
  readonly force: boolean;
}

/** Proposes a matrix; resolves to the exit code. */
export async function authzGenerateCommand(
  name: string,
  { environment, user, output, force }: AuthzGenerateOptions,
  { folder }: CommandContext,
): Promise<number> {
  const users = user.map(parseUser);
  if (users.length === 0) {
    throw new UserError(
      'A matrix needs users.',
      'Name them with their roles, like --user alice=customer --user bob=customer.',
    );
  }
  const file = path.resolve(folder, name);
  const workspace = await workspaceOf(file, folder);
  const target = output === undefined ? nextToChain(file) : path.resolve(folder, output);
  if (output !== undefined) {
    await refuseTarget(target, workspace, force);
  }
  const chain = { file, workspace, ...defined({ environment }) };
  const { text, notes } = await proposeMatrix(chain, users, workspacePath(target, workspace));
  if (output === undefined) {
    process.stdout.write(text);
  } else {
    await writeOutputFile('The matrix', target, text);
    console.error(`Matrix: ${target}`);
  }
  notes.forEach((note) => {
    console.error(printable(note));
  });
  return exitCodes.passed;
}

/** Reads `alice=customer`. */
function parseUser(text: string): NewUser {
  const [, name, role] = /^([^=]+)=([^=]+)$/.exec(text) ?? [];
  if (name === undefined || role === undefined) {
    throw new UserError(
      `--user ${JSON.stringify(text)} names nobody.`,
      'Write name and role, like --user alice=customer.',
    );
  }
  return { name, role };
}

/** Paths in the matrix are relative to its own future place. */
function nextToChain(file: string): string {
  return file.replace(/(?:\.chain)?\.json$/, '') + '.authz.json';
}

async function refuseTarget(target: string, workspace: string, force: boolean): Promise<void> {
  if (!target.endsWith('.authz.json')) {
    throw new UserError(
      `${target} is not a file name of an authorization matrix.`,
      'Let the name end in .authz.json, by which editors and "authz run" know it.',
    );
  }
  if (path.isAbsolute(workspacePath(target, workspace))) {
    throw new UserError(
      `${target} lies outside the workspace of the chain, ${workspace}.`,
      'Choose a place inside; a matrix names its chains by relative paths.',
    );
  }
  if (!force && (await outputExists('The matrix', target))) {
    throw new UserError(`${target} is there already.`, 'Choose another name, or overwrite it with --force.');
  }
}
