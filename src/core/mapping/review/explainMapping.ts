/** A suggestion in plain words: where the value comes from, where it goes, and why that is believed. */
import { ruleText } from '../../extraction/extractionRules';
import { memberPath } from '../../language/memberPath';
import type { Evidence, EvidenceCode } from '../match/evidence';
import { isAddressPart, type InnerPlace } from '../read/responseValue';
import type { RecordedStep } from '../read/recordedSession';
import type { MappingConsumer, MappingProducer } from '../decide/suggestMappings';

/** `POST /orders`: a short name for a request. */
export function requestWords({ method, url }: Pick<RecordedStep, 'method' | 'url'>): string {
  return `${method} ${url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '') || '/'}`;
}

/** `body $.id`, `header Location`, `field csrf_token`: the place of a value in an answer. */
export function producerWords(producer: MappingProducer): string {
  const { inner } = producer.responseValue;
  return inner === undefined ? placeWords(producer) : `${innerWords(inner)} ${placeWords(producer)}`;
}

function innerWords({ as, steps }: InnerPlace): string {
  const member = memberPath(steps).replace(/^\$\.?/, '');
  switch (as) {
    case 'jwt':
      return `claim ${member} of the token in`;
    case 'json':
      return `${member} of the JSON in`;
    case 'base64':
    case 'percent':
      return `${member === '' ? '' : `${member} of `}what is written in ${ENCODINGS[as]} in`;
  }
}

/** What the ways of writing a text are called. */
const ENCODINGS = { base64: 'base64', percent: 'percent signs' } as const;

function placeWords({ rule, responseValue }: MappingProducer): string {
  switch (responseValue.place.source) {
    case 'body':
      return rule.select?.kind === 'path' ? `body ${ruleText(rule)}` : 'an address in the body';
    case 'xml':
      return isAddressPart(responseValue) ? 'an address in the XML' : `body ${xpathOf(rule)}`;
    case 'html':
      return !isAddressPart(responseValue)
        ? `field ${responseValue.place.name} of the page`
        : 'an address in the page';
    case 'header':
      return `header ${responseValue.place.name}`;
    case 'cookie':
      return `cookie ${responseValue.place.name}`;
  }
}

function xpathOf({ select }: MappingProducer['rule']): string {
  return select?.kind === 'xpath' ? select.xpath : '';
}

/** `path segment 2`, `query orderId`, `body $.order_id`: where a value is taken. */
export function consumerWords({
  slot: { location, key },
}: {
  readonly slot: Pick<MappingConsumer['slot'], 'location' | 'key'>;
}): string {
  return location === 'path' ? `path segment ${Number(key) + 1}` : `${location} ${key}`;
}

/** What speaks for a mapping and against it, most important first; a part of a sentence each. */
export function evidenceWords({ evidence }: Pick<MappingConsumer, 'evidence'>): readonly string[] {
  return evidence.filter(({ weight }) => Math.abs(weight) >= NEGLIGIBLE).map(reasonWords);
}

/** One reason as a part of a sentence. */
export function reasonWords({ code, weight }: Evidence): string {
  return WORDS[code](weight);
}

/** Weights below this are no reason to tell. */
const NEGLIGIBLE = 0.5;

const WORDS: Readonly<Record<EvidenceCode, (weight: number) => string>> = {
  value: (weight) => (weight >= 3 ? 'the same value, too long for chance' : 'the same value'),
  name: (weight) => (weight >= 5 ? 'both are called alike' : 'the names are similar'),
  form: (weight) => (weight > 0 ? 'the page of this form had the field so' : 'the field says little'),
  created: () => 'the earlier request created it',
  handed: () => 'only the server hands such values out',
  record: () => 'the response has the same item again',
  sentBack: () => 'the request sends the same item back',
  typed: () => 'but it was sent before that',
  word: () => 'but it may be a word of the protocol',
  small: () => 'but a value so short may be the same by chance',
  list: () => 'but it is in a list',
  inside: () => 'but it has to be decoded',
  settings: () => 'but it is among settings',
  type: () => 'but one is a number, the other a text',
  eliminated: () => 'no other request takes this created id, and nothing else explains the value',
  retyped: () => 'but it would be sent as another type',
  respelled: () => 'but it would be written in another way than it was',
  many: () => 'but answers have it in many places',
  failed: () => 'but that answer was an error',
  overlap: () => 'but that answer was not complete when this was sent',
  reused: () => 'another request takes the same value from there',
  confirmed: () => 'a second session with other values agrees',
  contradicted: () => 'but in a second session the values differ',
  constant: () => 'but two sessions sent the same word',
};
