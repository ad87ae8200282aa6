/** What `authz generate` and `authz init` share: their options, and the files that they write. */
import path from 'node:path';
import { MATRIX_ENDING, openProposer, type Proposer } from '../../agent/matrixProposal';
import type { Answers } from '../../core/authz/generate/questions';
import type { NewUser } from '../../core/authz/generate/generateUsers';
import { UserError } from '../../core/errors';
import type { Proposal } from '../../formats/importers/connect/importForMatrix';
import type { ComposedFile } from '../../formats/importers/write/composeImport';
import { outputExists, writeOutputFile } from '../../node/files/outputFile';
import { workspacePath } from '../../node/files/workspaceText';
import { workspaceOf } from '../../node/files/workspaceOf';
import type { CommandContext } from '../commandContext';

/** Opens what a command names. Rejects with UserError when it cannot be read. */
export function openNamed(
  name: string,
  environment: string | undefined,
  { folder }: CommandContext,
): Promise<Proposer> {
  return openProposer({ name, folder, environment, workspaceOf: (file) => workspaceOf(file, folder) });
}

/** Reads `alice=customer`. Throws UserError when it is something else. */
export function parseUser(text: string): NewUser {
  const [, name, role] = /^([^=]+)=([^=]+)$/.exec(text) ?? [];
  if (name === undefined || role === undefined) {
    throw new UserError(
      `--user ${JSON.stringify(text)} names nobody.`,
      'Write name and role, like --user alice=customer.',
    );
  }
  return { name, role };
}

/** Reads answers such as `objects=owner`. Throws UserError when one is something else. */
export function parseAnswers(texts: readonly string[]): Answers {
  return new Map(
    texts.map((text): [string, string] => {
      const index = text.indexOf('=');
      if (index < 1) {
        throw new UserError(
          `--answer ${JSON.stringify(text)} answers nothing.`,
          'Write the name of the question and the answer, like --answer objects=owner.',
        );
      }
      return [text.slice(0, index), text.slice(index + 1)];
    }),
  );
}

/** Throws UserError when a matrix and its files cannot be written there. */
export async function refuseTarget(
  target: string,
  files: readonly ComposedFile[],
  { folder, force }: { readonly folder: string; readonly force: boolean },
): Promise<void> {
  const existing: string[] = [];
  for (const file of [...files.map((one) => path.join(path.dirname(target), one.path)), target]) {
    if (!force && (await outputExists('The file', file))) {
      existing.push(path.relative(folder, file));
    }
  }
  if (existing.length > 0) {
    throw new UserError(
      `${existing.join(', ')} ${existing.length === 1 ? 'is' : 'are'} there already.`,
      'Choose another name, or overwrite with --force.',
    );
  }
}

/** Throws UserError when no matrix can have this path (absolute). */
export async function refusePlace(target: string, file: string, folder: string): Promise<void> {
  if (!target.endsWith(MATRIX_ENDING)) {
    throw new UserError(
      `${target} is not a file name of an authorization matrix.`,
      'Let the name end in .authz.json, by which editors and "authz run" know it.',
    );
  }
  const workspace = await workspaceOf(file, folder);
  if (path.isAbsolute(workspacePath(target, workspace))) {
    throw new UserError(
      `${target} lies outside the workspace of the chain, ${workspace}.`,
      'Choose a place inside; a matrix names its chains by relative paths.',
    );
  }
}

/** Writes the matrix last: it names the others. Resolves to the absolute paths of all. */
export async function writeProposal(target: string, { files, text }: Proposal): Promise<readonly string[]> {
  const all = [
    ...files.map((one) => ({ file: path.join(path.dirname(target), one.path), text: one.text })),
    { file: target, text },
  ];
  for (const one of all) {
    await writeOutputFile(one.file === target ? 'The matrix' : 'The file', one.file, one.text);
  }
  return all.map(({ file }) => file);
}
