/** What a rule selects in an answer, as a person is shown it before the rule is written down. */
import { setCookiesOf } from '../run/cookieLines';
import { goesTo } from '../run/cookieReach';
import { stringifyJson, type JsonValue } from '../json/json';
import { selectPathQuickly } from '../json/jsonPath';
import type { HeaderLine } from '../model';
import type { RecordedExchange } from '../result/result';
import { shorten } from '../shownText';
import type { ExtractionRule } from './extractionRules';

/** An answer as far as rules look at it; its kept values are masked. */
export interface SelectableAnswer {
  /** Absent when the body is not JSON. */
  readonly body?: JsonValue;
  readonly headers: readonly HeaderLine[];
  /** `Set-Cookie` lines of the redirects before it, oldest first; of cookies that go to its URL. */
  readonly onTheWay: readonly HeaderLine[];
}

/** What a rule selects. */
export interface SelectedValue {
  /** 0 where there is nothing, or the path cannot be followed. */
  readonly count: number;
  /** JSON text of the value, or of the list of them when there are several or all are wanted; shortened. */
  readonly text: string;
}

/** UTF-16 code units: about two lines of a dialog. */
const MAX_TEXT = 120;

/** The answer of an exchange, if there was one; `body` is its body as JSON. */
export function selectableAnswer(
  { request, response, redirects = [] }: Partial<RecordedExchange>,
  body: JsonValue | undefined,
): SelectableAnswer {
  // A run finds no other ones: it asks its jar for those of the last URL.
  const to = request?.url ?? '';
  const onTheWay = redirects.flatMap(({ url: by, setCookies = [] }) =>
    setCookies.filter((line) => setCookiesOf([line]).some((cookie) => goesTo(cookie, { by, to }))),
  );
  const answer = { headers: response?.headers ?? [], onTheWay };
  return body === undefined ? answer : { ...answer, body };
}

/** What a rule selects in an answer. */
export function selectedValue(rule: ExtractionRule, answer: SelectableAnswer): SelectedValue {
  const values = valuesOf(rule, answer);
  const [first, ...others] = values;
  if (first === undefined) {
    return { count: 0, text: '' };
  }
  const whole = rule.all || others.length > 0 ? values : first;
  return { count: values.length, text: shorten(stringifyJson(whole), MAX_TEXT) };
}

/** Whether a rule finds what it should: anything when it takes all, else one value and no other. */
export function isFound({ all }: ExtractionRule, { count }: SelectedValue): boolean {
  return all ? count > 0 : count === 1;
}

function valuesOf({ from, name, select }: ExtractionRule, answer: SelectableAnswer): readonly JsonValue[] {
  switch (from) {
    case 'header':
      return answer.headers
        .filter((line) => line.name.toLowerCase() === name?.toLowerCase())
        .map(({ value }) => value);
    case 'cookie':
      // Of one that is set twice the last one counts.
      return setCookiesOf([...answer.onTheWay, ...answer.headers])
        .filter((cookie) => cookie.name === name)
        .slice(-1)
        .map(({ value }) => value);
    default: {
      const { body } = answer;
      const isPath = select?.kind === 'path' && body !== undefined;
      const selection = isPath ? selectPathQuickly(select.path, body) : undefined;
      return selection?.ok === true ? selection.values : [];
    }
  }
}
