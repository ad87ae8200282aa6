/** `chainwright init`: a first chain and its environment, and the lines that keep secrets and results out of git. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../core/errors';
import { sourceText } from '../node/files/openSource';
import { outputExists, writeOutputFile } from '../node/files/outputFile';
import { writeAgentsFile } from './agentsFile';
import type { CommandContext } from './commandContext';
import { exitCodes } from './exitCode';
import { printable } from './paint';
import { programName, shellWord } from './shellWord';
import { askLine, canAsk } from './trust/terminalQuestion';

/** What commander gives for `init`. */
export interface InitOptions {
  readonly url?: string;
  readonly yes: boolean;
  /** Whether only instructions for agents are written. */
  readonly agents: boolean;
}

/** Where `chainwright demo --serve` answers. */
const SAMPLE = 'http://127.0.0.1:4010/health';
const IGNORED = ['.env', '.chainwright/'];

/**
 * Writes the files; existing ones stay.
 *
 * @returns the exit code
 * @throws UserError when the URL is not one
 */
export async function initCommand(
  folder = '.',
  { url, yes, agents }: InitOptions,
  context: CommandContext,
): Promise<number> {
  if (agents) {
    await writeAgentsFile(path.resolve(context.folder, folder));
    console.log('Wrote a section for agents into AGENTS.md.');
    return exitCodes.passed;
  }
  const isAsked = url === undefined && !yes && canAsk();
  const answer = isAsked
    ? await askLine(`A URL of your API, to request first [${SAMPLE}]: `, context.signal)
    : url;
  if (isAsked && answer === undefined) {
    return exitCodes.cancelled;
  }
  const wanted = answer?.trim() || SAMPLE;
  const { origin, pathname, search } = urlOf(wanted);
  const target = path.resolve(context.folder, folder);
  const files = new Map([
    ['first.chain.json', chainText(`${pathname}${search}`)],
    ['local.environment.json', environmentText(origin)],
  ]);
  for (const [name, text] of files) {
    const place = path.join(target, name);
    if (await outputExists('The file', place)) {
      console.log(`${name} exists and was not changed.`);
    } else {
      await writeOutputFile('The file', place, text);
      console.log(`Wrote ${name}.`);
    }
  }
  const ignoring = path.join(target, '.gitignore');
  const { text, added } = withIgnored(
    (await outputExists('The file', ignoring)) ? sourceText(await readFile(ignoring)) : '',
  );
  if (added.length > 0) {
    await writeOutputFile('The file', ignoring, text);
    console.log(`Added ${added.join(' and ')} to .gitignore.`);
  }
  const file = printable(shellWord(path.join(folder, 'first.chain.json')));
  const name = programName(context.environment);
  const steps = [
    ...(wanted === SAMPLE ? [`Start its API:   ${name} demo --serve, in another terminal`] : []),
    `Run it:          ${name} run ${file}`,
    'Open it:         in VS Code, with the extension',
  ];
  console.log(`\n${steps.join('\n')}`);
  return exitCodes.passed;
}

function urlOf(text: string): URL {
  const url = /^[a-z]+:\/\//i.test(text) ? text : `http://${text}`;
  if (!/^https?:/i.test(url) || !URL.canParse(url)) {
    throw new UserError(`${text} is not a URL.`, 'Give one such as http://localhost:3000/health.');
  }
  return new URL(url);
}

function chainText(target: string): string {
  return `{
  "formatVersion": 1,
  "name": "First chain",
  "status": "active",
  "environment": "local",
  "requests": [
    {
      "id": "first",
      "method": "GET",
      "url": ${JSON.stringify(`{{baseUrl}}${target}`)},
      // Extract a value from the response, and use it as {{name}} in later requests:
      // "extract": [{ "variable": "name", "from": "body", "path": "$.name" }],
      "expect": { "status": "2xx" }
    }
  ]
}
`;
}

function environmentText(origin: string): string {
  return `{
  "formatVersion": 1,
  "name": "local",
  "variables": { "baseUrl": ${JSON.stringify(origin)} },
  // Names only. A value comes from CHAINWRIGHT_SECRET_<NAME>, or from a git-ignored .env file.
  "secrets": []
}
`;
}

/** The text of `.gitignore` with the lines that are missing, and those lines. */
function withIgnored(text: string): { readonly text: string; readonly added: readonly string[] } {
  const lines = new Set(text.split(/\r?\n/).map((line) => line.trim()));
  const added = IGNORED.filter((line) => !lines.has(line));
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
  const separator = text === '' || text.endsWith('\n') ? '' : lineBreak;
  return { text: `${text}${separator}${added.map((line) => line + lineBreak).join('')}`, added };
}
