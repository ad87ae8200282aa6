/**
 * `chainwright map --names`: guesses for a chain whose requests nobody has seen answered. They are asked for by
 * name and said to be guesses; `--apply` adds the extractions, because the references are there already.
 */
import path from 'node:path';
import { textAt } from '../../core/analysis/locationOf';
import type { ChainAnalysis } from '../../core/analysis/analysis';
import { UserError } from '../../core/errors';
import { ruleText } from '../../core/extraction/extractionRules';
import { requestWords } from '../../core/mapping/review/explainMapping';
import { guessChain, nameReasonWords, withGuesses } from '../../core/mapping/decide/guessChain';
import type { NameSuggestion } from '../../core/mapping/decide/suggestByNames';
import { plural } from '../../core/words';
import { analyzeFile } from '../../node/analyzeFile';
import { writeOutputFile } from '../../node/files/outputFile';
import { workspaceOf } from '../../node/files/workspaceOf';
import { exitCodes } from '../exitCode';
import { printable } from '../paint';
import type { CommandContext } from '../commandContext';

/** How guesses are shown, and whether they are made use of. */
export interface MapNamesOptions {
  readonly apply: boolean;
  readonly json: boolean;
  /** From 0 to 1; guesses that are less sure are left out. */
  readonly minConfidence: number;
}

/** Suggests mappings by names; resolves to the exit code. Rejects with UserError for anything but a chain. */
export async function mapByNames(
  file: string,
  { apply, json, minConfidence }: MapNamesOptions,
  { folder }: CommandContext,
): Promise<number> {
  if (!file.endsWith('.chain.json')) {
    throw new UserError(`${file} is not a chain.`, 'Import it first, then map the chain with --names.');
  }
  const absolute = path.resolve(folder, file);
  const analysis = await analyzeFile({ file: absolute, workspace: await workspaceOf(absolute, folder) });
  const found = guessChain(analysis).filter(({ confidence }) => confidence >= minConfidence);
  process.stdout.write(json ? `${JSON.stringify(namesJson(found), null, 2)}\n` : render(found, analysis));
  if (apply && found.length > 0) {
    await writeOutputFile('The chain', absolute, withGuesses(found, analysis));
    console.error(
      `${plural(found.length, 'extraction')} added. No response was seen: run the chain to see whether they are right.`,
    );
  }
  return exitCodes.passed;
}

/** As `map --json` writes suggestions; entries are the requests of the chain, from 0. */
function namesJson(found: readonly NameSuggestion[]) {
  return {
    suggestions: found.map(({ variable, producer, rule, uses, confidence, reason }) => ({
      variable,
      confidence,
      autoApply: false,
      producer: { entry: producer, source: 'body', path: ruleText(rule) },
      consumers: uses.map((entry) => ({ entry })),
      evidence: [{ code: 'names', text: `${nameReasonWords(reason)}; no response seen` }],
    })),
  };
}

function render(found: readonly NameSuggestion[], { source }: ChainAnalysis): string {
  if (found.length === 0) {
    return 'Every variable has a value, or no earlier request is called like what it needs.\n';
  }
  const at = (index: number): string => {
    const request = source.requests[index];
    const url = request === undefined ? '' : (textAt(request.tree, ['url']) ?? '');
    return printable(`${index + 1} ${requestWords({ method: request?.method ?? '', url })}`);
  };
  const lines = found.map(
    ({ variable, producer, rule, confidence, reason }) =>
      `${variable}  body ${ruleText(rule)} of ${at(producer)}  ${Math.round(confidence * 100)} %  ${nameReasonWords(reason)}`,
  );
  return `By names alone, no response seen:\n${lines.map((line) => `  ${line}\n`).join('')}`;
}
