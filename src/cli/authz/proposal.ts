/** Proposals of matrices for `authz generate` and `authz init`: from a chain, or from a file that becomes one. */
import path from 'node:path';
import type { NewUser } from '../../core/authz/generate/generateUsers';
import { fits, type Answers, type Question } from '../../core/authz/generate/questions';
import { inEnglish } from '../../core/say';
import { defined } from '../../core/defined';
import { UserError } from '../../core/errors';
import { readChainOnly } from '../../core/files/chainFile';
import {
  proposeFromApi,
  readApi,
  type Proposal,
  type ReadApi,
} from '../../formats/importers/connect/importForMatrix';
import type { ImportFile } from '../../formats/importers/importers';
import { createRecordedRules } from '../../formats/importers/shape/recordedResponses';
import type { ComposedFile } from '../../formats/importers/write/composeImport';
import { proposeMatrix } from '../../node/authz/proposeMatrix';
import { openSource } from '../../node/files/openSource';
import { outputExists, writeOutputFile } from '../../node/files/outputFile';
import { workspacePath } from '../../node/files/workspaceText';
import { createLongRules } from '../../node/rules/longRules';
import { systemClock } from '../../node/run/nodePorts';
import { workspaceOf } from '../chainFiles';
import type { CommandContext } from '../commandContext';

/** What a matrix is proposed from, opened. */
export interface Proposer {
  /** Absolute path of the matrix by default: next to a chain, else in the folder of the command. */
  readonly target: string;
  /** Whether a chain has to be written as well. */
  readonly isImport: boolean;
  /** Proposes a matrix at a place (absolute path). Rejects with UserError when that is not possible. */
  readonly propose: (target: string, users: readonly NewUser[], answers: Answers) => Promise<Proposal>;
}

/** Opens a chain, a description or a recording. Rejects with UserError when it cannot be read. */
export async function openProposer(
  name: string,
  environment: string | undefined,
  { folder }: CommandContext,
): Promise<Proposer> {
  const file = path.resolve(folder, name);
  if (name.endsWith('.chain.json')) {
    return chainProposer(file, environment, folder);
  }
  const opened = await openSource(file, name);
  if (opened.kind === 'folder') {
    throw new UserError(`${name} is a folder.`, 'Name a chain, an OpenAPI description or a recording.');
  }
  if (readChainOnly(opened.text, name).chain !== undefined) {
    return chainProposer(file, environment, folder);
  }
  let api: ReadApi | undefined;
  return {
    target: path.join(folder, `${path.basename(file).replace(/\.[^.]*$/, '')}${ENDING}`),
    isImport: true,
    propose: async (target, users, answers) => {
      const workspace = await workspaceOf(target, folder);
      api ??= await readWithRules(opened, name);
      const asking = { answers, say: inEnglish };
      return proposeFromApi(api, { users, asking, file: workspacePath(target, workspace) });
    },
  };
}

async function readWithRules(file: ImportFile, name: string): Promise<ReadApi> {
  const longRules = createLongRules();
  try {
    const { signal } = new AbortController();
    return await readApi({
      file,
      name,
      rules: createRecordedRules({ clock: systemClock, longRules, signal }),
    });
  } finally {
    longRules.close();
  }
}

const ENDING = '.authz.json';

async function chainProposer(
  file: string,
  environment: string | undefined,
  folder: string,
): Promise<Proposer> {
  const workspace = await workspaceOf(file, folder);
  const chain = { file, workspace, ...defined({ environment }) };
  return {
    target: `${file.replace(/(?:\.chain)?\.json$/, '')}${ENDING}`,
    isImport: false,
    propose: async (target, users, answers) => {
      const asking = { answers, say: inEnglish };
      const wanted = { users, asking, file: workspacePath(target, workspace) };
      return { ...(await proposeMatrix(chain, wanted)), files: [] };
    },
  };
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

/** Throws UserError for an answer that its question cannot have. */
export function refuseMisfits(questions: readonly Question[], answers: Answers): void {
  for (const question of questions) {
    const answer = answers.get(question.id);
    if (answer !== undefined && !fits(question, answer.trim())) {
      const values = question.choices.map(({ value }) => value).join(', ');
      throw new UserError(
        `--answer ${question.id}=${answer} is no answer to: ${question.text}`,
        values === '' ? 'Give a text.' : `Choose of: ${values}.`,
      );
    }
  }
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
  if (!target.endsWith(ENDING)) {
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
