/** Everything that a run leaves: what it printed, and every file that it wrote. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Ended } from '../cli/program';
import type { Leak, Oracle } from './oracle';

/** A text that somebody may read. */
export interface Output {
  readonly name: string;
  readonly text: string;
}

/** A leak, and where it is. */
export interface LeakAt {
  readonly output: string;
  /** The part of the output after this mark; empty at its beginning. */
  readonly mark: string;
  readonly leak: Leak;
}

/** Both streams of the program. */
export function streamsOf({ stdout, stderr }: Ended, command: string): readonly Output[] {
  return [
    { name: `${command} stdout`, text: stdout },
    { name: `${command} stderr`, text: stderr },
  ];
}

/** Every file below a folder that was not there before; bytes that are not UTF-8 are read as Latin-1. */
export async function filesWritten(folder: string, before: ReadonlySet<string>): Promise<readonly Output[]> {
  const names = (await filesBelow(folder)).filter((name) => !before.has(name));
  return Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(path.join(folder, name));
      const text = bytes.toString('utf8');
      const read = text.includes('\ufffd') ? `${text}\n${bytes.toString('latin1')}` : text;
      return { name, text: name.endsWith('markdown') ? rendered(read) : read };
    }),
  );
}

/** Paths of all files below a folder. */
export async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

/**
 * Searches outputs piece by piece, each beginning at a mark, so that a leak is reported with its case.
 * The same leak of one mark in one output is reported once.
 *
 * @param mark matches where a piece begins
 */
export function leaksIn(outputs: readonly Output[], oracle: Oracle, mark: RegExp): readonly LeakAt[] {
  return outputs.flatMap(({ name, text }) => {
    const leaks = new Map<string, LeakAt>();
    const clean = new Set<string>();
    for (const piece of piecesFrom(text, mark)) {
      const id = new RegExp(`^(?:${mark.source})`).exec(piece)?.[0] ?? '';
      const leak = leaks.has(id) || clean.has(piece) ? undefined : oracle(piece);
      if (leak !== undefined) {
        leaks.set(id, { output: name, mark: id, leak });
      }
      clean.add(piece);
    }
    return [...leaks.values()];
  });
}

/** One line about a leak. */
export function describeLeak({ output, mark, leak }: LeakAt): string {
  const undone = leak.undone.length === 0 ? 'unchanged' : `after undoing ${leak.undone.join(', ')}`;
  return `${mark || '(no case)'} in ${output}: ${JSON.stringify(leak.excerpt)} ${undone}`;
}

function piecesFrom(text: string, mark: RegExp): readonly string[] {
  const begins = [...text.matchAll(new RegExp(mark.source, 'g'))].map(({ index }) => index);
  return [0, ...begins].map((begin, at) => text.slice(begin, begins[at] ?? text.length));
}

/** Markdown as a reader sees it: without the backslashes before punctuation, which would hide the marks of cases. */
function rendered(markdown: string): string {
  return markdown.replace(/\\([!-/:-@[-`{-~])/g, '$1');
}
