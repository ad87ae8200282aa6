/** A suggestion in plain words: where the value comes from, where it goes, and why that is believed. */
import { ruleText } from '../../extraction/extractionRules';
import { memberPath } from '../../language/memberPath';
import { inEnglish, type Say } from '../../say';
import type { Evidence, EvidenceCode } from '../match/evidence';
import { isAddressPart, type InnerPlace } from '../read/responseValue';
import type { RecordedStep } from '../read/recordedSession';
import type { MappingConsumer, MappingProducer } from '../decide/suggestMappings';

/** `POST /orders`: a short name for a request. */
export function requestWords({ method, url }: Pick<RecordedStep, 'method' | 'url'>): string {
  return `${method} ${url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '') || '/'}`;
}

/** `body $.id`, `header Location`, `field csrf_token`: the place of a value in an answer. */
export function producerWords(producer: MappingProducer, say: Say = inEnglish): string {
  const { inner } = producer.responseValue;
  const place = placeWords(producer, say);
  return inner === undefined ? place : innerWords(inner, place, say);
}

function innerWords({ as, steps }: InnerPlace, place: string, say: Say): string {
  const member = memberPath(steps).replace(/^\$\.?/, '');
  switch (as) {
    case 'jwt':
      return say('claim {0} of the token in {1}', member, place);
    case 'json':
      return say('{0} of the JSON in {1}', member, place);
    case 'base64':
    case 'percent': {
      const text =
        as === 'base64'
          ? say('what is written in base64 in {0}', place)
          : say('what is written in percent signs in {0}', place);
      return member === '' ? text : say('{0} of {1}', member, text);
    }
  }
}

function placeWords({ rule, responseValue }: MappingProducer, say: Say): string {
  switch (responseValue.place.source) {
    case 'body':
      return rule.select?.kind === 'path' ? say('body {0}', ruleText(rule)) : say('an address in the body');
    case 'xml':
      return isAddressPart(responseValue) ? say('an address in the XML') : say('body {0}', xpathOf(rule));
    case 'html':
      return isAddressPart(responseValue)
        ? say('an address in the page')
        : say(
            responseValue.place.row === undefined ? 'field {0} of the page' : '{0} in a row of the page',
            responseValue.place.name,
          );
    case 'header':
      return say('header {0}', responseValue.place.name);
    case 'cookie':
      return say('cookie {0}', responseValue.place.name);
  }
}

function xpathOf({ select }: MappingProducer['rule']): string {
  return select?.kind === 'xpath' ? select.xpath : '';
}

/** `path segment 2`, `query orderId`, `body $.order_id`: where a value is taken. */
export function consumerWords(
  { slot: { location, key } }: { readonly slot: Pick<MappingConsumer['slot'], 'location' | 'key'> },
  say: Say = inEnglish,
): string {
  switch (location) {
    case 'path':
      return say('path segment {0}', Number(key) + 1);
    case 'query':
      return say('query {0}', key);
    case 'header':
      return say('header {0}', key);
    case 'auth':
      return say('auth {0}', key);
    case 'body':
      return say('body {0}', key);
  }
}

/** What speaks for a mapping and against it, most important first; a part of a sentence each. */
export function evidenceWords(
  { evidence }: Pick<MappingConsumer, 'evidence'>,
  say: Say = inEnglish,
): readonly string[] {
  return tellingEvidence(evidence).map((reason) => reasonWords(reason, say));
}

/** The reasons that weigh enough to be told. */
export function tellingEvidence(evidence: readonly Evidence[]): readonly Evidence[] {
  return evidence.filter(({ weight }) => Math.abs(weight) >= NEGLIGIBLE);
}

/** One reason as a part of a sentence. */
export function reasonWords({ code, weight }: Evidence, say: Say = inEnglish): string {
  return WORDS[code](say, weight);
}

/** Weights below this are no reason to tell. */
const NEGLIGIBLE = 0.5;

const WORDS: Readonly<Record<EvidenceCode, (say: Say, weight: number) => string>> = {
  value: (say, weight) => say(weight >= 3 ? 'the same value, too long for chance' : 'the same value'),
  name: (say, weight) => say(weight >= 5 ? 'both are called alike' : 'the names are similar'),
  form: (say) => say('the page of this form had the field so'),
  created: (say) => say('the earlier request created it'),
  handed: (say) => say('only the server hands such values out'),
  record: (say) => say('the response has the same item again'),
  row: (say) => say('the request sends other values of the same row of the page'),
  sentBack: (say) => say('the request sends the same item back'),
  typed: (say) => say('but it was sent before that'),
  word: (say) => say('but it may be a word of the protocol'),
  small: (say) => say('but a value so short may be the same by chance'),
  list: (say) => say('but it is in a list'),
  inside: (say) => say('but it has to be decoded'),
  settings: (say) => say('but it is among settings'),
  type: (say) => say('but one is a number, the other a text'),
  eliminated: (say) => say('no other request takes this created id, and nothing else explains the value'),
  retyped: (say) => say('but it would be sent as another type'),
  respelled: (say) => say('but it would be written in another way than it was'),
  many: (say) => say('but answers have it in many places'),
  failed: (say) => say('but that answer was an error'),
  overlap: (say) => say('but that answer was not complete when this was sent'),
  reused: (say) => say('another request takes the same value from there'),
  confirmed: (say) => say('a second session with other values agrees'),
  contradicted: (say) => say('but in a second session the values differ'),
  constant: (say) => say('but two sessions sent the same word'),
};
