/** Proposals for descriptions, as `authz generate` makes them, together with everything that is wrong with them. */
import { readFile } from 'node:fs/promises';
import { checkMatrix } from '../../../../src/core/authz/matrix/checkMatrix';
import { withEffects } from '../../../../src/core/authz/matrix/effects';
import { readMatrix } from '../../../../src/core/authz/matrix/matrixFile';
import type { Matrix } from '../../../../src/core/authz/model/matrix';
import { planMatrix } from '../../../../src/core/authz/plan/planMatrix';
import type { NewUser } from '../../../../src/core/authz/generate/generateUsers';
import type { ProposedMatrix } from '../../../../src/core/authz/generate/generate';
import type { Answers, Question } from '../../../../src/core/authz/generate/questions';
import { inEnglish } from '../../../../src/core/say';
import { readChain } from '../../../../src/core/files/chainFile';
import type { ChainRequest } from '../../../../src/core/model';
import {
  importForMatrix,
  proposeForImport,
  readApi,
  type ImportedApi,
} from '../../../../src/formats/importers/connect/importForMatrix';
import { textSource } from '../../../../src/formats/importers/importers';
import { rulesHere } from '../rulesHere';

/** A proposal, and what a person would have to do before its dry run is clean. */
export interface DescribedMatrix {
  readonly matrix: Matrix;
  readonly requests: readonly ChainRequest[];
  readonly questions: readonly Question[];
  /** Notes on the proposal. */
  readonly notes: readonly string[];
  /** Problems of the files, pairs that the policy leaves open, and notes of the plan: an edit each. */
  readonly edits: readonly string[];
}

const USERS: readonly NewUser[] = [
  { name: 'alice', role: 'customer' },
  { name: 'bob', role: 'customer' },
  { name: 'root', role: 'admin' },
];

/** Proposes a matrix for a description of the fixtures. */
export async function describedFixture(
  name: string,
  answers: Readonly<Record<string, string>> = {},
): Promise<DescribedMatrix> {
  return describedMatrix(await readFile(`test/fixtures/descriptions/${name}`, 'utf8'), answers);
}

/** Proposes a matrix for the text of a description. */
export async function describedMatrix(
  text: string,
  answers: Readonly<Record<string, string>> = {},
  users = USERS,
): Promise<DescribedMatrix> {
  const first = new Map(Object.entries({ mutate: 'yes', ...answers }));
  const { questions } = await proposeWith(text, first, users);
  // As who accepts every proposal.
  const given = new Map([...questions.map(({ id, proposed }) => [id, proposed] as const), ...first]);
  const { imported, proposed } = await proposeWith(text, given, users);
  const file = 'api.authz.json';
  const { matrix: written, problems } = readMatrix(proposed.text, file);
  const chainText = imported.files.find(({ path }) => path === imported.chain)?.text ?? '';
  const { chain, problems: ofChain } = readChain(chainText, imported.chain);
  if (written === undefined || chain === undefined) {
    throw new Error(JSON.stringify([...problems, ...ofChain]));
  }
  const chains = new Map([[imported.chain, { file: imported.chain, chain, required: [] }]]);
  const matrix = withEffects(written, chains);
  const found = checkMatrix(proposed.text, { file, matrix, chains });
  const loaded = { file, matrix, chains, environmentFile: '', warnings: [] };
  const plan = planMatrix(loaded, { allowMutations: true, allowChanges: '', irreversible: [] });
  return {
    matrix,
    requests: chain.requests,
    questions: proposed.questions,
    notes: proposed.notes,
    edits: [
      ...[...problems, ...ofChain, ...found].map(({ message }) => message),
      ...plan.undeclared.map(({ role, operation }) => `${role} ${operation}`),
      ...plan.notes,
    ],
  };
}

async function proposeWith(
  text: string,
  answers: Answers,
  users: readonly NewUser[],
): Promise<{ imported: ImportedApi; proposed: ProposedMatrix; questions: readonly Question[] }> {
  const asking = { answers, say: inEnglish };
  const source = { file: textSource('api.yaml', text), name: 'api.yaml', rules: rulesHere };
  const imported = importForMatrix(await readApi(source), { stem: 'api', asking });
  const proposed = proposeForImport(imported, { users, asking, file: 'api.authz.json' });
  return { imported, proposed, questions: proposed.questions };
}
