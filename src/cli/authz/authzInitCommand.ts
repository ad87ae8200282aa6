/** `chainwright authz init`: from a description, a recording or a chain to a matrix, by a few questions in words. */
import path from 'node:path';
import { fits, type Answers, type Question } from '../../core/authz/generate/questions';
import type { NewUser } from '../../core/authz/generate/generateUsers';
import { readMatrix } from '../../core/authz/matrix/matrixFile';
import { refuseMisfits } from '../../agent/matrixProposal';
import { UserError } from '../../core/errors';
import type { Proposal } from '../../formats/importers/connect/importForMatrix';
import { isLoopbackOrigin } from '../../core/permission/origin';
import { secretNamesIn } from '../../core/permission/secretNames';
import { secretPrefix } from '../../node/secrets/secretValues';
import type { CommandContext } from '../commandContext';
import { exitCodes } from '../exitCode';
import { printable } from '../paint';
import { programName, shellWord } from '../shellWord';
import { openNamed, parseAnswers, parseUser, refusePlace, refuseTarget, writeProposal } from './proposal';
import { answerFrom, promptOf, questionLines } from './questionLines';

/** What commander gives for `authz init`. */
export interface AuthzInitOptions {
  readonly environment?: string;
  readonly user: readonly string[];
  readonly answer: readonly string[];
  readonly output?: string;
  readonly force: boolean;
  /** Whether proposed answers are taken without asking. */
  readonly yes: boolean;
}

/** Asks for a line; resolves to nothing when the person gives up. */
export type AskLine = (prompt: string) => Promise<string | undefined>;

/**
 * Leads to a matrix; resolves to the exit code.
 *
 * @param ask absent where nobody can answer: then what the options leave open is as proposed
 */
export async function authzInitCommand(
  name: string | undefined,
  options: AuthzInitOptions,
  context: CommandContext,
  ask: AskLine | undefined,
): Promise<number> {
  const { folder } = context;
  const file = name ?? (await ask?.('OpenAPI description, recording or chain: '))?.trim() ?? '';
  if (file === '') {
    throw new UserError(
      'A matrix is made from a file.',
      'Name an OpenAPI description, a recording or a chain, like chainwright authz init openapi.yaml.',
    );
  }
  const proposer = await openNamed(file, options.environment, context);
  const target = options.output === undefined ? proposer.target : path.resolve(folder, options.output);
  await refusePlace(target, proposer.isImport ? target : path.resolve(folder, file), folder);
  const users = await askUsers(options.user, ask);
  if (users === undefined) {
    return exitCodes.cancelled;
  }
  const answers = new Map(parseAnswers(options.answer));
  const proposed = await askOpen((known) => proposer.propose(target, users, known), answers, ask);
  if (proposed === undefined) {
    return exitCodes.cancelled;
  }
  await refuseTarget(target, proposed.files, { folder, force: options.force });
  const written = await writeProposal(target, proposed);
  console.error(printable(`\nWrote ${written.map((one) => path.relative(folder, one)).join(', ')}.`));
  proposed.notes.forEach((note) => {
    console.error(printable(note));
  });
  printNextSteps(path.relative(folder, target), proposed, programName(context.environment));
  return exitCodes.passed;
}

const EXAMPLE_USERS = 'alice=user, bob=user';

async function askUsers(
  given: readonly string[],
  ask: AskLine | undefined,
): Promise<readonly NewUser[] | undefined> {
  if (given.length > 0 || ask === undefined) {
    return (given.length > 0 ? given : usersIn(EXAMPLE_USERS)).map(parseUser);
  }
  const typed = await ask(
    `Users and their roles, at least two of one role and one administrator if there are any [${EXAMPLE_USERS}]: `,
  );
  return typed === undefined ? undefined : usersIn(typed.trim() || EXAMPLE_USERS).map(parseUser);
}

function usersIn(text: string): readonly string[] {
  return text.split(/[\s,;]+/).filter((word) => word !== '');
}

/** Asks one question after the other; an answer can raise further ones. Absent when the person gives up. */
async function askOpen(
  propose: (answers: Answers) => Promise<Proposal>,
  answers: Map<string, string>,
  ask: AskLine | undefined,
): Promise<Proposal | undefined> {
  for (;;) {
    const proposal = await propose(answers);
    refuseMisfits(proposal.questions, answers);
    const question = proposal.questions.find(({ id }) => !answers.has(id));
    if (question === undefined) {
      return proposal;
    }
    const answer = ask === undefined ? question.proposed : await askQuestion(question, ask);
    if (answer === undefined) {
      return undefined;
    }
    answers.set(question.id, answer);
  }
}

async function askQuestion(question: Question, ask: AskLine): Promise<string | undefined> {
  questionLines(question).forEach((line) => {
    console.error(printable(line));
  });
  for (;;) {
    const typed = await ask(printable(promptOf(question)));
    if (typed === undefined) {
      return undefined;
    }
    const answer = answerFrom(question, typed);
    if (answer !== undefined && fits(question, answer)) {
      return answer;
    }
    console.error('That is no answer to the question.');
  }
}

/** What to do next, as commands: look, enter secrets, run. */
function printNextSteps(file: string, { text }: Proposal, program: string): void {
  const { matrix } = readMatrix(text, file);
  const secrets = secretNamesIn(text).map((name) => `${secretPrefix}${name}`);
  const outside = (matrix?.allowHosts ?? []).filter((origin) => !isLoopbackOrigin(origin));
  const run = [
    ...['authz', 'run', file],
    ...outside.flatMap((origin) => ['--allow-host', origin]),
    ...(matrix?.mutate === true ? ['--allow-mutations'] : []),
  ];
  const command = (words: readonly string[]): string =>
    [program, ...words.map((word) => shellWord(word))].join(' ');
  const steps = [
    `Look at it:      ${command(['authz', 'run', file, '--dry-run'])}`,
    ...(secrets.length === 0
      ? []
      : [`Enter secrets:   ${secrets.join(', ')} as environment variables, or in a git-ignored .env file`]),
    `Run it:          ${command(run)}`,
  ];
  console.error(printable(`\n${steps.join('\n')}`));
}
