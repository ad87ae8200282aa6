/** `chainwright authz generate`: proposes an authorization matrix from a chain, a description or a recording. */
import path from 'node:path';
import type { Question } from '../../core/authz/generate/questions';
import { refuseMisfits } from '../../agent/matrixProposal';
import { UserError } from '../../core/errors';
import { exitCodes } from '../exitCode';
import { printable } from '../paint';
import type { CommandContext } from '../commandContext';
import { openNamed, parseAnswers, parseUser, refusePlace, refuseTarget, writeProposal } from './proposal';

/** What commander gives for `authz generate`. */
export interface AuthzGenerateOptions {
  readonly environment?: string;
  /** As `alice=customer`. */
  readonly user: readonly string[];
  /** As `objects=owner`. */
  readonly answer: readonly string[];
  /** Path of the matrix; absent writes it to the output. */
  readonly output?: string;
  readonly force: boolean;
}

/** Proposes a matrix; resolves to the exit code. */
export async function authzGenerateCommand(
  name: string,
  { environment, user, answer, output, force }: AuthzGenerateOptions,
  context: CommandContext,
): Promise<number> {
  const { folder } = context;
  const users = user.map(parseUser);
  if (users.length === 0) {
    throw new UserError(
      'A matrix needs users.',
      'Name them with their roles, like --user alice=customer --user bob=customer.',
    );
  }
  const answers = parseAnswers(answer);
  const proposer = await openNamed(name, environment, context);
  if (output === undefined && proposer.isImport) {
    throw new UserError(
      `${name} becomes a chain, which is a file as well.`,
      `Say where the matrix goes, like -o ${path.basename(proposer.target)}: the chain is written next to it.`,
    );
  }
  const target = output === undefined ? proposer.target : path.resolve(folder, output);
  if (output !== undefined) {
    await refusePlace(target, proposer.isImport ? target : path.resolve(folder, name), folder);
  }
  const proposal = await proposer.propose(target, users, answers);
  refuseMisfits(proposal.questions, answers);
  if (output === undefined) {
    process.stdout.write(proposal.text);
  } else {
    await refuseTarget(target, proposal.files, { folder, force });
    const written = await writeProposal(target, proposal);
    written.forEach((file) => {
      console.error(`${file === target ? 'Matrix' : 'Written'}: ${file}`);
    });
  }
  proposal.notes.forEach((note) => {
    console.error(printable(note));
  });
  printQuestions(proposal.questions.filter(({ id }) => !answers.has(id)));
  return exitCodes.passed;
}

/** What a person has to decide, and what was assumed. */
function printQuestions(questions: readonly Question[]): void {
  if (questions.length > 0) {
    console.error('\nWhat only you know, and what was assumed (change it with --answer, or in the matrix):');
  }
  for (const { id, text, kind, choices, proposed } of questions) {
    console.error(printable(`  ${text}`));
    console.error(printable(`    --answer ${JSON.stringify(`${id}=${proposed}`)}`));
    const others = choices.map(({ value }) => value).filter((value) => value !== proposed);
    if (kind === 'one') {
      console.error(printable(`    other answers: ${others.join('; ')}`));
    }
  }
}
