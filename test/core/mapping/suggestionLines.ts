/** Sessions that are signed in, and what is suggested for a session in a line each. */
import { base64OfText } from '../../../src/core/base64';
import { suggestMappings } from '../../../src/core/mapping/decide/suggestMappings';
import type { RecordedStep } from '../../../src/core/mapping/read/recordedSession';
import type { StepSpec } from './session';

/** A token with these claims. */
export function tokenOf(claims: object): string {
  return `${base64OfText('{"alg":"none"}')}.${base64OfText(JSON.stringify(claims))}.c2ln`.replaceAll('=', '');
}

/** A token that names nobody. */
export const TOKEN = 'q8Zr2LxW0vTn5KcY7hBd';
/** The request that is answered with {@link TOKEN}. */
export const login: StepSpec = {
  line: 'POST /login',
  sent: { username: 'ada', password: 'pa55-w0rd!' },
  answer: { access_token: TOKEN, token_type: 'Bearer' },
};

/** `variable: 0 body $.id -> 1 path 1`, one line for each place that takes a value. */
export function suggestionLines(steps: readonly RecordedStep[]): readonly string[] {
  return suggestMappings(steps).flatMap(({ variable, producer, consumers }) => {
    const { rule, responseValue } = producer;
    const select =
      rule.select?.kind === 'path'
        ? rule.select.path
        : rule.select?.kind === 'css'
          ? rule.select.css
          : rule.select?.kind === 'xpath'
            ? rule.select.xpath
            : (rule.select?.kind ?? '');
    const decode = rule.decode === undefined ? '' : `${rule.decode.as} ${rule.decode.path ?? ''}`.trim();
    const from = [responseValue.place.source, rule.name, select, decode].filter(
      (part) => part !== undefined && part !== '',
    );
    return consumers.map(
      ({ entry, slot: { location, key } }) =>
        `${variable}: ${producer.entry} ${from.join(' ')} -> ${entry} ${location} ${key}`,
    );
  });
}
