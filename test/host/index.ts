/**
 * The in-host suite's way in: VS Code loads this file and calls `run`.
 *
 * Which tests run depends on the window: those of a trusted workspace, or those of Restricted Mode.
 * Results go to the file that `CHAINWRIGHT_HOST_REPORT` names, lines for people to the console.
 */
import { readdirSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import Mocha from 'mocha';
import * as vscode from 'vscode';

/** Tells lines for people from everything else that a window logs. */
const LINE_MARK = '[chainwright test] ';
const TEST_DEADLINE_MS = 120_000;

/** Runs the tests that fit this window; rejects when one fails. */
export async function run(): Promise<void> {
  const trusted = vscode.workspace.isTrusted;
  const mocha = new Mocha({ ui: 'bdd', timeout: TEST_DEADLINE_MS, reporter: 'base' });
  const folder = path.join(import.meta.dirname, trusted ? 'trusted' : 'restricted');
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.test.js'))) {
    mocha.addFile(path.join(folder, file));
  }
  await mocha.loadFilesAsync();
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const failures: string[] = [];
  await new Promise<void>((resolve) => {
    mocha
      .run(() => resolve())
      .on('pass', (test) => {
        counts.passed += 1;
        say(`  ✔ ${test.fullTitle()} (${test.duration ?? 0} ms)`);
      })
      .on('fail', (test, error: Error) => {
        counts.failed += 1;
        failures.push(`${test.fullTitle()}\n${error.stack ?? error.message}`);
        say(`  ✗ ${failures.at(-1) ?? ''}`);
      })
      .on('pending', (test) => {
        counts.skipped += 1;
        say(`  - ${test.fullTitle()}`);
      });
  });
  writeReport({ trusted, ...counts, failures });
  if (counts.failed > 0) {
    throw new Error(`${counts.failed} failed`);
  }
}

function say(text: string): void {
  for (const line of text.split('\n')) {
    // eslint-disable-next-line no-console -- the console is what a window shows to the process that started it
    console.log(`${LINE_MARK}${line}`);
  }
}

function writeReport(report: object): void {
  const file = process.env['CHAINWRIGHT_HOST_REPORT'];
  if (file !== undefined) {
    writeFileSync(file, JSON.stringify(report));
  }
}
