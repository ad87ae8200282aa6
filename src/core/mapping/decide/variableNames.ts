/**
 * Names of the variables that suggestions set: what the answer calls the value, with the thing it belongs to
 * where that says little. What is refreshed by every page keeps one name, each value until the next.
 */
import { isVagueName, nameInStyle } from '../../extraction/proposeName';
import { nameWords } from '../../language/nameWords';
import type { ResponseValue } from '../read/responseValue';
import type { Slot } from '../read/slots';

/** What frameworks call the token of a form against forged requests. */
const FORM_TOKEN = /csrf|xsrf|authenticity|requestverification|^_token$/i;
const CSRF_WORDS: readonly string[] = ['csrf', 'token'];

/** The names given so far in a session; suggestions ask in the order of their producers. */
export class VariableNames {
  /** By the name that was wished for: the name given, and the step until which its value is used. */
  readonly #given = new Map<string, { readonly name: string; readonly until: number }>();
  readonly #taken: Set<string>;
  /** By a name that was taken: the number that the next variable of this name gets. */
  readonly #numbers = new Map<string, number>();

  /** @param others names that mean something else */
  constructor(private readonly others: readonly string[]) {
    this.#taken = new Set(others);
  }

  /** A name for a value, used by these slots. */
  nameFor(responseValue: ResponseValue, slots: readonly Slot[]): string {
    const wished = nameInStyle(wishedWords(responseValue, slots), this.others);
    const until = slots.reduce((last, { step }) => Math.max(last, step), 0);
    const earlier = this.#given.get(wished);
    const isRefreshed = slots.every(({ isCredential }) => isCredential);
    if (earlier !== undefined && isRefreshed && earlier.until <= responseValue.step) {
      this.#given.set(wished, { name: earlier.name, until });
      return earlier.name;
    }
    const name = this.#free(wished);
    this.#taken.add(name);
    this.#given.set(wished, { name, until });
    return name;
  }

  #free(wished: string): string {
    let count = this.#numbers.get(wished) ?? 1;
    let name = count === 1 ? wished : `${wished}${count}`;
    while (this.#taken.has(name)) {
      count += 1;
      name = `${wished}${count}`;
    }
    this.#numbers.set(wished, count + 1);
    return name;
  }
}

/** The words of the name, whether it is taken or not. */
function wishedWords(responseValue: ResponseValue, slots: readonly Slot[]): readonly string[] {
  const own = placeWords(responseValue);
  const isFormToken =
    FORM_TOKEN.test(own.join('')) ||
    (responseValue.place.source !== 'body' && FORM_TOKEN.test(responseValue.place.name)) ||
    slots.some(({ key }) => typeof key === 'string' && FORM_TOKEN.test(key));
  return isFormToken ? CSRF_WORDS : own;
}

function placeWords({ place, name, segment, parameter, inner }: ResponseValue): readonly string[] {
  if (parameter !== undefined) {
    return nameWords(parameter);
  }
  const isMember = place.source === 'body' || place.source === 'xml';
  if (segment === undefined && inner === undefined && !isMember) {
    return nameWords(place.name);
  }
  return name.isId || isVagueName(name.field) ? [...name.noun, ...name.field] : name.field;
}
