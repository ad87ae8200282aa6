/** Proposing a matrix for a model: what only a person knows comes back as questions. */
import path from 'node:path';
import type { Question } from '../core/authz/generate/questions';
import { UserError } from '../core/errors';
import type { JsonObject } from '../core/json/json';
import { secretNamesIn } from '../core/permission/secretNames';
import { workspacePath } from '../node/files/workspaceText';
import { fitAnswer, shown } from './answer';
import { ENVIRONMENT, MAX_BYTES, NEXT, SHORTENED } from './commonFields';
import { optional, rows, text, texts, values } from './fields';
import { sourceAt, writeFiles } from './importTool';
import { defineTool, type NextCall } from './tool';

/** Proposes a matrix. */
export const proposeTool = defineTool({
  name: 'propose_matrix',
  title: 'Propose an authorization matrix',
  description:
    'Makes a *.authz.json matrix of a chain, an OpenAPI description or a recording: users, objects, operations and what each role may do. Answers what it could not know as questions, each with what was assumed: ask the person, and call it again with their answers. Without output it writes nothing.',
  effect: 'writes',
  takes: {
    source: text('Path of the chain, description or recording, relative to the workspace.'),
    users: values('Roles by the names of users: {"alice":"customer","bob":"customer"}. Take two of a role.'),
    answers: optional(values('Answers by the ids of questions.')),
    output: optional(text('Path of the new *.authz.json file, relative to the workspace.')),
    environment: ENVIRONMENT,
    maxBytes: MAX_BYTES,
  },
  gives: {
    files: texts('The files that were written.'),
    questions: rows('What only a person knows: id, question, choices, assumed.'),
    notes: texts('What was left out, and why.'),
    secrets: texts('Names of secrets that a person has to enter.'),
    next: NEXT,
    shortened: SHORTENED,
  },
  work: async (taken, { workbench }) => {
    const { workspace } = workbench;
    const { source, environment, output, maxBytes } = taken;
    const users = [...textsIn('users', taken.users)].map(([name, role]) => ({ name, role }));
    const answers = textsIn('answers', taken.answers ?? {});
    const { MATRIX_ENDING: ending, openProposer, refuseMisfits } = await import('./matrixProposal');
    const name = path.relative(workspace, await sourceAt(source, workbench));
    const workspaceOf = (): Promise<string> => Promise.resolve(workspace);
    const proposer = await openProposer({ name, folder: workspace, environment, workspaceOf });
    const target = output === undefined ? proposer.target : path.resolve(workspace, output);
    const file = workspacePath(target, workspace);
    if (!file.endsWith(ending) || path.isAbsolute(file)) {
      throw new UserError(
        `${JSON.stringify(shown(file))} is no name of a matrix in this workspace.`,
        `Let it end in ${ending}.`,
      );
    }
    const { questions, text: content, ...made } = await proposer.propose(target, users, answers);
    refuseMisfits(questions, answers);
    const all = [...made.files, { path: path.basename(target), text: content }];
    const isWritten = output !== undefined;
    const files = isWritten ? await writeFiles(all, path.dirname(target), workbench) : [];
    return fitAnswer(
      {
        files,
        questions: questions.filter(({ id }) => !answers.has(id)).map(questionRow),
        notes: made.notes.map((note) => shown(note)),
        secrets: [...secretNamesIn(content)],
        next: [
          isWritten
            ? dryRunOf(file)
            : writingCall({ source, users: taken.users, output: file }, answers, questions),
        ],
      },
      maxBytes,
    );
  },
});

/** Texts by name. Throws UserError for values of another type. */
function textsIn(member: string, object: JsonObject): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(object).map(([name, value]) => {
      if (typeof value !== 'string') {
        throw new UserError(`"${member}" has texts by name.`, 'Correct it and call it again.');
      }
      return [name, value];
    }),
  );
}

function questionRow({ id, text: question, choices, proposed }: Question): JsonObject {
  return {
    id,
    question,
    ...(choices.length === 0
      ? {}
      : { choices: choices.map(({ value, title }) => (value === title ? value : `${value}: ${title}`)) }),
    assumed: proposed,
  };
}

/** To write it with what the person answers, or to look at what was written. */
function writingCall(
  proposed: Readonly<Record<'source' | 'output', string>> & { readonly users: JsonObject },
  given: ReadonlyMap<string, string>,
  questions: readonly Question[],
): NextCall & JsonObject {
  const answers = Object.fromEntries(questions.map((one) => [one.id, given.get(one.id) ?? one.proposed]));
  return {
    tool: 'propose_matrix',
    arguments: { ...proposed, answers },
    why: 'Writes it, with the answers of the person in place of what was assumed.',
  };
}

function dryRunOf(matrix: string): NextCall & JsonObject {
  return {
    tool: 'run_authorization_tests',
    arguments: { matrix, dryRun: true },
    why: 'Shows what its tests would send.',
  };
}
