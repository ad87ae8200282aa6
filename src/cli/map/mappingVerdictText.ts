/** What a second session said of suggestions, for people and for programs. Values are in neither. */
import { defined } from '../../core/defined';
import { consumerWords, producerWords } from '../../core/mapping/review/explainMapping';
import type { RecordedStep } from '../../core/mapping/read/recordedSession';
import type { Slot } from '../../core/mapping/read/slots';
import type { MappingSuggestion } from '../../core/mapping/decide/suggestMappings';
import type { MappingVerdict, VerdictKind } from '../../core/mapping/review/verifyMappings';
import type { Paint } from '../../formats/reporters/consoleReport';
import { producerJson, requestText, type ProducerJson } from './mappingText';
import { printable } from '../paint';

/** A source as `--json` says it. */
type SourceJson = ProducerJson & { readonly entry: number };

/** What `--verify` adds to the JSON of `chainwright map`; entries count from 0. */
export interface VerdictsJson {
  readonly verification?: readonly (Pick<Slot, 'location' | 'key'> & {
    readonly verdict: VerdictKind;
    readonly entry: number;
    readonly variable?: string;
    /** The source that was suggested; absent for what was found. */
    readonly before?: SourceJson;
    /** The source that is suggested now; absent for what was rejected. */
    readonly after?: SourceJson;
  })[];
}

/** Verdicts for a program; nothing when nothing was verified. */
export function verdictsJson(verdicts: readonly MappingVerdict[] | undefined): VerdictsJson {
  return verdicts === undefined
    ? {}
    : {
        verification: verdicts.map(({ kind, consumer, before, after }) => {
          const variable = (after ?? before)?.variable;
          return {
            verdict: kind,
            entry: consumer.entry,
            location: consumer.slot.location,
            key: consumer.slot.key,
            ...defined({ variable }),
            ...(before === undefined ? {} : { before: sourceJson(before) }),
            ...(after === undefined ? {} : { after: sourceJson(after) }),
          };
        }),
      };
}

function sourceJson({ producer }: MappingSuggestion): SourceJson {
  return { entry: producer.entry, ...producerJson(producer) };
}

/** How each verdict counts in the summary. */
const SUMMARY: Readonly<Record<VerdictKind, string>> = {
  confirmed: 'confirmed',
  kept: 'with nothing for or against',
  're-aimed': 'taken from elsewhere now',
  rejected: 'rejected',
  found: 'found by it',
};

/** Verdicts for a person: how many of each kind, then a line for whatever has changed. */
export function renderVerdicts(
  verdicts: readonly MappingVerdict[] | undefined,
  requests: ReadonlyMap<number, RecordedStep>,
  paint: Paint,
): string {
  if (verdicts === undefined) {
    return '';
  }
  const counts = Object.entries(SUMMARY).flatMap(([kind, words]) => {
    const count = verdicts.filter((verdict) => verdict.kind === kind).length;
    return count === 0 ? [] : [`${count} ${words}`];
  });
  const changes = verdicts
    .filter(({ kind }) => kind !== 'confirmed' && kind !== 'kept')
    .map((verdict) => `  ${changeText(verdict, requests)}`);
  const head = counts.length === 0 ? 'nothing to verify' : counts.join(', ');
  return `\n${[`${paint.bold('Second session')}: ${head}.`, ...changes].join('\n')}\n`;
}

function changeText(
  { kind, consumer, before, after }: MappingVerdict,
  requests: ReadonlyMap<number, RecordedStep>,
): string {
  const sourceText = ({ producer }: MappingSuggestion): string =>
    `${printable(producerWords(producer))} of ${requestText(producer.entry, requests)}`;
  const sources = [
    ...(before === undefined ? [] : [`not ${sourceText(before)}`]),
    ...(after === undefined ? [] : [sourceText(after)]),
  ];
  return `${kind}  ${requestText(consumer.entry, requests)}, ${printable(consumerWords(consumer))}: ${sources.join(', but ')}`;
}
