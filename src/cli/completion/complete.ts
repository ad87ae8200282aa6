/** What can be written at the cursor of a command line, from the definitions of the commands. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Command, Option } from 'commander';
import { oneLine } from '../../core/shownText';
import { workspaceOf } from '../../node/files/workspaceOf';

/** A command, an option or a value. */
export interface Candidate {
  readonly text: string;
  readonly description: string;
}

/**
 * The candidates for one word; none where a name of a file is wanted, which the shell completes.
 *
 * @param words the words between `chainwright` and the cursor
 * @param current what of the word at the cursor is written
 */
export async function complete(
  program: Command,
  words: readonly string[],
  current: string,
  folder: string,
): Promise<readonly Candidate[]> {
  // Bash makes three words of `--reporter=json`.
  const typed = words.filter((word) => word !== '=');
  const command = commandOf(program, typed);
  const help = command.createHelp();
  const option = help.visibleOptions(command).find(({ long, short, required }) => {
    const last = typed.at(-1);
    return required && last !== undefined && (last === long || last === short);
  });
  if (option !== undefined) {
    const values = await valuesOf(option, typed, folder);
    return values.filter(({ text }) => NEEDS_NO_QUOTES.test(text) && text.startsWith(current));
  }
  const candidates = current.startsWith('-')
    ? help.visibleOptions(command).map(candidateOf)
    : help.visibleCommands(command).map((one) => ({ text: one.name(), description: one.description() }));
  return candidates.filter(({ text }) => text.startsWith(current));
}

/** A name comes from a file: what a shell would do something with is not offered. */
const NEEDS_NO_QUOTES = /^[\w@%+=:,./-]+$/;

/** The command that the words name, as far as they name one. */
function commandOf(program: Command, words: readonly string[]): Command {
  return words
    .filter((word) => word !== 'help')
    .reduce((command, word) => command.commands.find((one) => one.name() === word) ?? command, program);
}

function candidateOf({ long, short, description }: Option): Candidate {
  return { text: long ?? short ?? '', description };
}

async function valuesOf(
  option: Option,
  words: readonly string[],
  folder: string,
): Promise<readonly Candidate[]> {
  if (option.argChoices !== undefined) {
    return option.argChoices.map((text) => ({ text, description: '' }));
  }
  const name = option.attributeName();
  if (name === 'environment') {
    return environments(words, folder);
  }
  return ['only', 'from', 'to', 'request'].includes(name) ? requests(words, folder) : [];
}

async function environments(words: readonly string[], folder: string): Promise<readonly Candidate[]> {
  const { listEnvironments } = await import('../../node/files/loadChain');
  const chain = path.resolve(folder, words.find(isChain) ?? 'any.chain.json');
  const found = await listEnvironments(chain, await workspaceOf(chain, folder));
  return found.map(({ environment, file }) => ({ text: environment.name, description: oneLine(file) }));
}

/** The requests of the chains that the words name. */
async function requests(words: readonly string[], folder: string): Promise<readonly Candidate[]> {
  const { readChainOnly } = await import('../../core/files/chainFile');
  const texts = await Promise.all(
    words.filter(isChain).map((file) => readFile(path.resolve(folder, file), 'utf8').catch(() => '')),
  );
  return texts
    .flatMap((text) => readChainOnly(text, '').chain?.requests ?? [])
    .map(({ id, name }) => ({ text: id, description: oneLine(name) }));
}

function isChain(word: string): boolean {
  return word.endsWith('.chain.json');
}
