/** Completion in shells: what the program offers, and what each shell that is installed makes of it. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { chmod, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { completionScripts, type Shell } from '../../src/cli/completion/scripts';
import { cli, ended, start } from './program';

describe('completion in shells', function () {
  let folder: string;

  before(async function () {
    folder = await mkdtemp(path.join(tmpdir(), 'chainwright-completion-'));
    await cp('examples/workspace', folder, { recursive: true });
    await writeFile(
      path.join(folder, 'odd.environment.json'),
      '{ "formatVersion": 1, "name": "odd$(touch touched)", "variables": {} }',
    );
  });
  after(() => rm(folder, { recursive: true }));

  /** What the program offers after the words, and the beginning of the next one. */
  async function offered(...line: readonly string[]): Promise<readonly string[]> {
    const current = line.at(-1) ?? '';
    const { code, stdout } = await ended(start(['complete', `=${current}`, ...line.slice(0, -1)], folder));
    assert.equal(code, 0);
    return stdout
      .split('\n')
      .filter((text) => text !== '')
      .map((text) => text.split('\t')[0] ?? '');
  }

  const lines: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ['commands', ['ex'], ['export']],
    ['commands of a group', ['authz', ''], ['run', 'replay', 'init', 'generate', 'cleanup', 'help']],
    ['commands whose help is wanted', ['help', 'an'], ['analyze']],
    ['options', ['run', 'a.chain.json', '--sh'], ['--shard']],
    ['values of an option', ['authz', 'run', '--reporter', 'j'], ['json', 'junit']],
    ['values after an equals sign, as Bash splits it', ['run', '--reporter', '=', 'ju'], ['junit']],
    ['environments', ['run', '-e', ''], ['local']],
    [
      'requests of a chain',
      ['run', 'orders.chain.json', '--only', 'c'],
      ['create-order', 'change-note', 'cancel-order'],
    ],
    ['nothing where a file is wanted', ['run', ''], []],
    ['nothing for a chain that is not there', ['run', 'none.chain.json', '--only', ''], []],
    ['options after words that mean nothing', ['run', '--odd', '-x', '--ba'], ['--bail']],
  ];
  for (const [what, line, expected] of lines) {
    it(`offers ${what}`, async () => {
      assert.deepEqual(await offered(...line), expected);
    });
  }

  it('prints a script for each shell, and names them when asked for another', async () => {
    const { stderr, code } = await ended(start(['completion', 'tcsh'], folder));
    assert.notEqual(code, 0);
    for (const [shell, script] of Object.entries(completionScripts)) {
      assert.match(stderr, new RegExp(shell));
      assert.equal((await ended(start(['completion', shell], folder))).stdout, script);
    }
  });

  /** A line per shell that prints its candidates for `chainwright run --env`, and for names of files. */
  const asked: Readonly<Record<Shell, readonly [program: string, ask: (line: string) => readonly string[]]>> =
    {
      bash: [
        'bash',
        (line) => [
          '--norc',
          '-c',
          `source <(chainwright completion bash); COMP_WORDS=(${line}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); ` +
            '_chainwright chainwright "${COMP_WORDS[COMP_CWORD]}"; printf "%s\\n" "${COMPREPLY[@]}"; complete -p chainwright',
        ],
      ],
      zsh: [
        'zsh',
        (line) => [
          '-fc',
          'compdef() { }; _describe() { print -l -- "${(@P)2}" }; _files() { print -l -- *.chain.json }; ' +
            `source <(chainwright completion zsh); words=(${line}); CURRENT=\${#words}; PREFIX=\${words[CURRENT]}; _chainwright`,
        ],
      ],
      fish: [
        'fish',
        (line) => ['--no-config', '-c', `chainwright completion fish | source; complete -C "${line}"`],
      ],
      powershell: [
        'pwsh',
        (line) => [
          '-NoProfile',
          '-Command',
          `chainwright completion powershell | Out-String | Invoke-Expression; ` +
            `(TabExpansion2 '${line}' ${line.length}).CompletionMatches.CompletionText`,
        ],
      ],
    };
  for (const [shell, [program, ask]] of Object.entries(asked)) {
    it(`completes in ${shell}`, async function () {
      if (spawnSync(program, ['--version']).error !== undefined) {
        this.skip(); // The shell is not installed.
      }
      const bin = path.join(folder, 'chainwright');
      await writeFile(bin, `#!/bin/sh\nexec "${process.execPath}" "${cli}" "$@"\n`);
      await chmod(bin, 0o755);
      const environment = { ...process.env, PATH: `${folder}${path.delimiter}${process.env['PATH'] ?? ''}` };
      const run = async (line: string): Promise<string> =>
        (await promisify(execFile)(program, ask(line), { cwd: folder, env: environment })).stdout;
      assert.match(await run('chainwright run --env'), /^--environment\b/m);
      assert.match(await run('chainwright run --only login --environment lo'), /^local\b/m);
      assert.match(
        await run('chainwright run check'),
        shell === 'bash' ? /-o default/ : /^checkout\.chain\.json/m,
      );
    });
  }
});
