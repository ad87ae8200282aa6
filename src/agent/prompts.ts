/** Prompts that a person can choose in their client. */
import { UserError } from '../core/errors';

/** A prompt in the list. */
export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: { readonly name: string; readonly description: string; readonly required: boolean }[];
}

interface KnownPrompt extends Prompt {
  readonly text: (value: (name: string) => string) => string;
}

const KNOWN: readonly KnownPrompt[] = [
  {
    name: 'write_chain',
    title: 'Write a chain for an endpoint',
    description: 'Writes a request chain that calls an endpoint, with what it needs before that.',
    arguments: [
      { name: 'endpoint', description: 'Method and path, such as POST /orders.', required: true },
      { name: 'environment', description: 'Name of the environment.', required: false },
    ],
    text: (value) =>
      `Write a Chainwright chain that calls ${value('endpoint')}${inEnvironment(value('environment'))}. ` +
      'Call list_chains first and require chains that sign in already. Extract ids and tokens from responses, ' +
      'never write them down. chainwright://docs/chains says what a chain can do. Check the chain with analyze_chain, run it with run_chain, and repair it with ' +
      'explain_failure until it passes.',
  },
  {
    name: 'explain_failure',
    title: 'Explain a failure',
    description: 'Finds the root cause of a chain that does not pass.',
    arguments: [{ name: 'chain', description: 'Path of the chain file.', required: true }],
    text: (value) =>
      `The chain ${value('chain')} does not pass. Call run_chain and explain_failure, follow the way to the root ` +
      'cause, and say in three sentences what is wrong, whether the chain or the API is at fault, and what to change.',
  },
  {
    name: 'write_matrix',
    title: 'Write a matrix for roles',
    description: 'Writes an authorization matrix: who may do what, and whose objects are whose.',
    arguments: [
      { name: 'roles', description: 'Roles of the API, such as customer, support.', required: true },
      {
        name: 'chain',
        description: 'Path of the chain that creates and reads the objects.',
        required: false,
      },
    ],
    text: (value) =>
      `Write a Chainwright authorization matrix for the roles ${value('roles')}${fromChain(value('chain'))}. ` +
      'Call list_chains and propose_matrix without output, ask me its questions, and call it again with my answers. ' +
      'Ask me as well what each role may do where the chains do not say it: a guess hides flaws. Check the matrix with ' +
      'run_authorization_tests and dryRun before you run it. The form of the file is chainwright://schemas/authz.',
  },
];

/** The prompts as they are listed. */
export const prompts: readonly Prompt[] = KNOWN.map(({ text: _text, ...prompt }) => prompt);

/** The text of a prompt. Throws UserError when there is none of that name, or an argument is missing. */
export function promptText(name: string, given: Readonly<Record<string, string>>): string {
  const prompt = KNOWN.find((known) => known.name === name);
  if (prompt === undefined) {
    throw new UserError(`There is no prompt ${JSON.stringify(name)}.`, 'List the prompts.');
  }
  const missing = prompt.arguments.find(
    (argument) => argument.required && (given[argument.name] ?? '') === '',
  );
  if (missing !== undefined) {
    throw new UserError(`The prompt ${name} needs "${missing.name}".`, missing.description);
  }
  return prompt.text((argument) => given[argument] ?? '');
}

function fromChain(chain: string): string {
  return chain === '' ? '' : ` from the chain ${chain}`;
}

function inEnvironment(name: string): string {
  return name === '' ? '' : ` in the environment ${name}`;
}
