/** Proposals of matrices, for a model and on the command line: from a chain, or from a file that becomes one. */
import path from 'node:path';
import type { NewUser } from '../core/authz/generate/generateUsers';
import { fits, type Answers, type Question } from '../core/authz/generate/questions';
import { inEnglish } from '../core/say';
import { defined } from '../core/defined';
import { UserError } from '../core/errors';
import { readChainOnly } from '../core/files/chainFile';
import {
  proposeFromApi,
  readApi,
  type Proposal,
  type ReadApi,
} from '../formats/importers/connect/importForMatrix';
import type { ImportFile } from '../formats/importers/importers';
import { createRecordedRules } from '../formats/importers/shape/recordedResponses';
import { proposeMatrix } from '../node/authz/proposeMatrix';
import { openSource } from '../node/files/openSource';
import { workspacePath } from '../node/files/workspaceText';
import { createLongRules } from '../node/rules/longRules';
import { systemClock } from '../node/run/nodePorts';

/** What a matrix is proposed from, opened. */
export interface Proposer {
  /** Absolute path of the matrix by default: next to a chain, else in the folder of the command. */
  readonly target: string;
  /** Whether a chain has to be written as well. */
  readonly isImport: boolean;
  /** Proposes a matrix at a place (absolute path). Rejects with UserError when that is not possible. */
  readonly propose: (target: string, users: readonly NewUser[], answers: Answers) => Promise<Proposal>;
}

/** What a matrix is proposed from. */
export interface ProposalSource {
  /** As it was named. */
  readonly name: string;
  /** Absolute path of the folder in which it was named. */
  readonly folder: string;
  readonly environment: string | undefined;
  /** The folder that bounds what the files of a matrix (absolute path) may read. */
  readonly workspaceOf: (file: string) => Promise<string>;
}

/** Opens a chain, a description or a recording. Rejects with UserError when it cannot be read. */
export async function openProposer(source: ProposalSource): Promise<Proposer> {
  const { name, folder, workspaceOf } = source;
  const file = path.resolve(folder, name);
  if (name.endsWith('.chain.json')) {
    return chainProposer(file, source);
  }
  const opened = await openSource(file, name);
  if (opened.kind === 'folder') {
    throw new UserError(`${name} is a folder.`, 'Name a chain, an OpenAPI description or a recording.');
  }
  if (readChainOnly(opened.text, name).chain !== undefined) {
    return chainProposer(file, source);
  }
  let api: ReadApi | undefined;
  return {
    target: path.join(folder, `${path.basename(file).replace(/\.[^.]*$/, '')}${MATRIX_ENDING}`),
    isImport: true,
    propose: async (target, users, answers) => {
      const workspace = await workspaceOf(target);
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

/** How the names of matrices end. */
export const MATRIX_ENDING = '.authz.json';

async function chainProposer(file: string, { environment, workspaceOf }: ProposalSource): Promise<Proposer> {
  const workspace = await workspaceOf(file);
  const chain = { file, workspace, ...defined({ environment }) };
  return {
    target: `${file.replace(/(?:\.chain)?\.json$/, '')}${MATRIX_ENDING}`,
    isImport: false,
    propose: async (target, users, answers) => {
      const asking = { answers, say: inEnglish };
      const wanted = { users, asking, file: workspacePath(target, workspace) };
      return { ...(await proposeMatrix(chain, wanted)), files: [] };
    },
  };
}

/** Throws UserError for an answer that its question cannot have. */
export function refuseMisfits(questions: readonly Question[], answers: Answers): void {
  for (const question of questions) {
    const answer = answers.get(question.id);
    if (answer !== undefined && !fits(question, answer.trim())) {
      const values = question.choices.map(({ value }) => value).join(', ');
      throw new UserError(
        `${question.id}=${answer} is no answer to: ${question.text}`,
        values === '' ? 'Give a text.' : `Choose of: ${values}.`,
      );
    }
  }
}
