/** Mapping suggestions for people and for programs. Values are in neither: many of them are credentials. */
import { defined } from '../../core/defined';
import { ruleText } from '../../core/extraction/extractionRules';
import { memberPath } from '../../core/language/memberPath';
import {
  consumerWords,
  evidenceWords,
  producerWords,
  reasonWords,
  requestWords,
} from '../../core/mapping/review/explainMapping';
import type { RecordedStep } from '../../core/mapping/read/recordedSession';
import type {
  MappingConsumer,
  MappingProducer,
  MappingSuggestion,
} from '../../core/mapping/decide/suggestMappings';
import type { Slot } from '../../core/mapping/read/slots';
import type { Decoding } from '../../core/model';
import { plural } from '../../core/words';
import type { Paint } from '../../formats/reporters/consoleReport';
import { printable } from '../paint';

/** What `chainwright map --json` writes; entries count from 0. */
export interface MappingJson {
  readonly suggestions: readonly {
    readonly variable: string;
    /** That of the consumer that is least sure. */
    readonly confidence: number;
    readonly autoApply: boolean;
    readonly producer: ProducerJson & { readonly entry: number };
    readonly consumers: readonly (Pick<MappingConsumer, 'entry'> &
      PlaceJson & {
        /** Places of the producer's own request that send the recorded value; absent when the source is live. */
        readonly recordedIn?: readonly PlaceJson[];
      })[];
    readonly evidence: readonly { readonly code: string; readonly text: string }[];
  }[];
}

type PlaceJson = Pick<Slot, 'location' | 'key'>;

/** Where a value comes from, as the JSON says it. */
export interface ProducerJson {
  readonly source: string;
  readonly path: string;
  /** How the text at the place is decoded that carries the value. */
  readonly decode?: Decoding;
}

/** What is said of places that a chain has settled; nothing where there are none. */
export function mappedPlacesSentence(count: number): string {
  return count === 0
    ? ''
    : `${plural(count, 'place refers', 'places refer')} to something already, or ${count === 1 ? 'says' : 'say'} another value by now.\n`;
}

/** Suggestions for a program; one whose places are not all sure enough to apply comes in two parts. */
export function mappingJson(suggestions: readonly MappingSuggestion[]): MappingJson {
  return {
    suggestions: suggestions.flatMap((suggestion) =>
      [true, false].flatMap((autoApply) => {
        const consumers = suggestion.consumers.filter((consumer) => consumer.autoApply === autoApply);
        const [surest] = consumers;
        return surest === undefined
          ? []
          : [
              {
                variable: suggestion.variable,
                confidence: Math.min(...consumers.map(({ confidence }) => confidence)),
                autoApply,
                producer: { entry: suggestion.producer.entry, ...producerJson(suggestion.producer) },
                consumers: consumers.map(({ entry, slot, recordedIn }) => ({
                  entry,
                  ...slotJson(slot),
                  ...(recordedIn.length === 0 ? {} : { recordedIn: recordedIn.map(slotJson) }),
                })),
                evidence: surest.evidence.map((reason) => ({ code: reason.code, text: reasonWords(reason) })),
              },
            ];
      }),
    ),
  };
}

function slotJson({ location, key }: Slot): PlaceJson {
  return { location, key };
}

/** Where a value comes from, as the JSON says it. */
export function producerJson({ responseValue, rule }: MappingProducer): ProducerJson {
  return { ...placeJson({ responseValue, rule }), ...defined({ decode: rule.decode }) };
}

function placeJson({ responseValue, rule }: Pick<MappingProducer, 'responseValue' | 'rule'>): ProducerJson {
  const { place } = responseValue;
  switch (place.source) {
    case 'body': {
      // For a member that contains more than the value, such as a scheme before it, the place is shown.
      const isPart = responseValue.segment === undefined && responseValue.value !== responseValue.whole;
      return { source: 'body', path: isPart ? memberPath(place.steps) : selectorText(rule) };
    }
    case 'xml':
      return { source: 'body', path: selectorText(rule) };
    case 'html':
      return { source: 'html', path: selectorText(rule) };
    case 'header':
    case 'cookie':
      return { source: place.source, path: place.name };
  }
}

function selectorText(rule: MappingProducer['rule']): string {
  switch (rule.select?.kind) {
    case 'css':
      return rule.select.css;
    case 'regex':
      return rule.select.regex;
    case 'xpath':
      return rule.select.xpath;
    default:
      return ruleText(rule);
  }
}

/** Suggestions for a person: each variable with its source, then the places that take it and why. */
export function renderMappings(
  suggestions: readonly MappingSuggestion[],
  requests: ReadonlyMap<number, RecordedStep>,
  paint: Paint,
): string {
  if (suggestions.length === 0) {
    return 'No value of a later request came from an earlier answer, as far as can be seen.\n';
  }
  const requestAt = (entry: number): string => requestText(entry, requests);
  const blocks = suggestions.map(({ variable, producer, consumers }) =>
    [
      `${paint.bold(variable)}  ${printable(producerWords(producer))} of ${requestAt(producer.entry)}${producer.isStable ? '' : paint.yellow('  by its position in a list')}`,
      ...consumers.flatMap((consumer) => [
        `  ${percent(consumer.confidence)}  ${requestAt(consumer.entry)}  ${printable(consumerWords(consumer))}  ${paint.dim(evidenceWords(consumer).join(', '))}`,
        ...notLiveText(consumer, requestAt(producer.entry)).map((text) => `         ${paint.yellow(text)}`),
      ]),
    ].join('\n'),
  );
  return `${blocks.join('\n\n')}\n`;
}

/** Why a source is not live; nothing for one that is. */
function notLiveText({ recordedIn }: Pick<MappingConsumer, 'recordedIn'>, source: string): readonly string[] {
  const [first] = recordedIn;
  if (first === undefined) {
    return [];
  }
  const { noun, field, isId } = first.name;
  const what = (isId ? [...noun, ...field] : field).join(' ') || 'value';
  const places = recordedIn.map((slot) => consumerWords({ slot })).join(', ');
  return [`not live: ${source} itself uses a recorded ${printable(`${what} in ${places}`)}`];
}

/** `3 POST /orders`: a request by its number, from 1. */
export function requestText(entry: number, requests: ReadonlyMap<number, RecordedStep>): string {
  const request = requests.get(entry);
  return printable(`${entry + 1} ${request === undefined ? '' : requestWords(request)}`.trim());
}

function percent(confidence: number): string {
  return `${Math.round(confidence * 100)} %`.padStart(5);
}
