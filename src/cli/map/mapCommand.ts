/**
 * `chainwright map`: what in later requests of a recording, or of a chain that has responses, came from which
 * earlier answer; nothing is sent without `--repair`. With `--apply` the chain refers to it.
 */
import { defined } from '../../core/defined';
import { UserError } from '../../core/errors';
import { applyEdits } from '../../core/edit/textEdit';
import { applyMappings } from '../../core/mapping/apply/applyMappings';
import { consumerWords, requestWords } from '../../core/mapping/review/explainMapping';
import { missingMappings } from '../../core/mapping/review/missingMappings';
import { objectCopies } from '../../core/mapping/match/objectCopies';
import { repeatedRequests } from '../../core/mapping/match/repeatedRequests';
import { typedValues } from '../../core/mapping/match/typedValues';
import type { RecordedStep } from '../../core/mapping/read/recordedSession';
import { openSuggestions } from '../../core/mapping/review/pendingSuggestions';
import {
  suggestMappings,
  type MappingConsumer,
  type MappingSuggestion,
} from '../../core/mapping/decide/suggestMappings';
import { plural } from '../../core/words';
import { writeOutputFile } from '../../node/files/outputFile';
import { verifyMappings, type VerifiedMappings } from '../../core/mapping/review/verifyMappings';
import { exitCodes } from '../exitCode';
import { readMapSource, readSecondSession, type MappedChain } from './mapSource';
import { mapByNames } from './mapNames';
import { gapsJson, renderGaps } from './mappingGapsText';
import { mappingJson, renderMappings, mappedPlacesSentence } from './mappingText';
import { renderVerdicts, verdictsJson } from './mappingVerdictText';
import { colours, printable } from '../paint';
import type { CommandContext } from '../commandContext';
import { programName, shellWord } from '../shellWord';
import type { RepairOptions } from './repairCommand';

/** What commander gives for `map`. */
export interface MapOptions extends RepairOptions {
  /** A recording with the responses of a chain. */
  readonly responses?: string;
  /** A second recording of the same requests, or a chain whose last result is one. */
  readonly verify?: string;
  /** From 0 to 1; places that are less sure are left out. Absent: all are shown, those that are sure applied. */
  readonly minConfidence?: number;
  /** Whether names alone are to be gone by, for a chain without responses. */
  readonly names: boolean;
  readonly apply: boolean;
  readonly json: boolean;
}

/** Suggests mappings; resolves to the exit code. Rejects with UserError when nothing can be read or written. */
export async function mapCommand(
  file: string,
  options: MapOptions,
  context: CommandContext,
): Promise<number> {
  const { responses, verify, minConfidence = 0, names, repair } = options;
  if (repair) {
    return await mapByRunning(file, options, context);
  }
  if (!names) {
    return await mapByResponses(file, options, context);
  }
  if (responses !== undefined || verify !== undefined) {
    throw new UserError(
      '--names goes by names alone, without responses.',
      'Leave out --names where there are responses: they say more.',
    );
  }
  return await mapByNames(file, { ...options, minConfidence }, context);
}

async function mapByRunning(
  file: string,
  { responses, verify, names, minConfidence, apply, json, ...options }: MapOptions,
  context: CommandContext,
): Promise<number> {
  const { refuseOtherWays, repairCommand, repairWords } = await import('./repairCommand');
  refuseOtherWays({ '--names': names, '--verify': verify, '--min-confidence': minConfidence });
  const { steps, chain } = await readMapSource({ file, folder: context.folder, ...defined({ responses }) });
  if (chain === undefined) {
    const words = ['import', file, '--map', ...repairWords(options)].map((word) => shellWord(word));
    throw new UserError(
      `${file} is a recording, which cannot be run.`,
      `Import and repair it in one step: ${[programName(context.environment), ...words].join(' ')}`,
    );
  }
  return await repairCommand({ chain, steps }, options, { apply, json }, context);
}

async function mapByResponses(
  file: string,
  { responses, verify, minConfidence, apply, json }: MapOptions,
  { folder, environment }: CommandContext,
): Promise<number> {
  const { steps, chain } = await readMapSource({
    file,
    folder,
    ...defined({ responses }),
  });
  if (apply && chain === undefined) {
    throw new UserError(
      `${file} is a recording, which is not changed.`,
      'Import it, then map the chain: chainwright map <chain> --responses <recording> --apply.',
    );
  }
  const taken = chain?.taken ?? [];
  const second = verify === undefined ? undefined : await readSecondSession(verify, folder);
  const { suggestions: all, verdicts }: Found =
    second === undefined
      ? { suggestions: suggestMappings(steps, { taken }) }
      : verifyMappings(steps, second, { taken });
  const { suggestions: standing, settled } =
    chain === undefined ? { suggestions: all, settled: 0 } : openSuggestions(chain.text, all, chain.indexOf);
  const shown = selected(standing, ({ confidence }) => confidence >= (minConfidence ?? 0));
  const requests = requestsByEntry(steps);
  const paint = colours(process.stdout, environment);
  const gaps = {
    missing: missingMappings(steps, all),
    copies: objectCopies(steps),
    loops: repeatedRequests(steps),
    typed: second === undefined ? [] : typedValues(steps, second),
  };
  process.stdout.write(
    json
      ? `${JSON.stringify({ ...mappingJson(shown), ...verdictsJson(verdicts), ...gapsJson(gaps) }, null, 2)}\n`
      : [
          shown.length === 0 && settled > 0 ? '' : renderMappings(shown, requests, paint),
          mappedPlacesSentence(settled),
          renderVerdicts(verdicts, requests, paint),
          renderGaps(gaps, requests, paint),
        ].join(''),
  );
  if (apply && chain !== undefined) {
    const sure = minConfidence === undefined ? selected(standing, ({ autoApply }) => autoApply) : shown;
    await applyTo(chain, sure, requests);
  }
  return exitCodes.passed;
}

/** Suggestions, verified or not. */
type Found = Pick<VerifiedMappings, 'suggestions'> & Partial<VerifiedMappings>;

function selected(
  suggestions: readonly MappingSuggestion[],
  isWanted: (consumer: MappingConsumer) => boolean,
): readonly MappingSuggestion[] {
  return suggestions.flatMap((suggestion) => {
    const consumers = suggestion.consumers.filter(isWanted);
    return consumers.length === 0 ? [] : [{ ...suggestion, consumers }];
  });
}

function requestsByEntry(steps: readonly RecordedStep[]): ReadonlyMap<number, RecordedStep> {
  return new Map(steps.map((step) => [step.entry, step]));
}

/** Changes the chain's file, and reports the outcome on the error output. */
async function applyTo(
  { file, text, indexOf }: MappedChain,
  suggestions: readonly MappingSuggestion[],
  requests: ReadonlyMap<number, RecordedStep>,
): Promise<void> {
  const { edits, places, missed } = applyMappings(text, suggestions, indexOf);
  if (edits.length > 0) {
    await writeOutputFile('The chain', file, applyEdits(text, edits));
  }
  console.error(`${plural(places, 'place refers', 'places refer')} to what earlier requests extract now.`);
  for (const consumer of missed) {
    const request = requests.get(consumer.entry);
    const where = `${request === undefined ? '' : `${requestWords(request)}, `}${consumerWords(consumer)}`;
    console.error(printable(`Not changed, because the chain does not contain the value there: ${where}.`));
  }
}
