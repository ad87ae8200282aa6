/**
 * The loops that a script is in, and which items of their lists it is about: `for (const user of users)`,
 * `users.forEach(…)`. Under `if (user.name === 'ann')` it is the one of that name, without a condition the last
 * one, as each round sets the same variables again. Under any other condition it is not known.
 */
import { type ResponsePart, partValue, type ScriptValue } from './scriptValue';

/** What surrounds a statement: a loop through a list of the response, a condition on its items, or anything else. */
export type Surrounding =
  | {
      readonly kind: 'loop';
      /** JSONPath of the list. */
      readonly list: string;
      /** A round may end early, or be the last one. */
      readonly exits: boolean;
    }
  | ({ readonly kind: 'test' } & ItemTest)
  | { readonly kind: 'unsure' };

/** A condition on the items of a list, as a filter of a JSONPath has it: `@.name == 'ann'`. */
export interface ItemTest {
  readonly list: string;
  readonly test: string;
}

/** A condition of which nothing is known. */
export const UNSURE: Surrounding = { kind: 'unsure' };

/** Keeps account of the loops around a statement. */
export class ScriptLoops {
  readonly #around: { readonly surrounding: Surrounding; isLeft: boolean }[] = [];

  /** Follows what is inside of something. */
  within(surrounding: Surrounding, follow: () => void): void {
    this.#around.push({ surrounding, isLeft: false });
    follow();
    this.#around.pop();
  }

  /** A statement that ends the round: what comes after it is not done for all items. */
  exit(): void {
    const loop = this.#around.findLast(({ surrounding }) => surrounding.kind === 'loop');
    if (loop !== undefined) {
      loop.isLeft = true;
    }
  }

  /** The value after the loops; items become those that the conditions choose. */
  settled(value: ScriptValue): ScriptValue {
    switch (value.kind) {
      case 'part':
        return partValue(this.#chosen(value.part));
      case 'either':
        return { kind: 'either', values: value.values.map((one) => this.settled(one)) };
      default:
        return value;
    }
  }

  #chosen(part: ResponsePart): ResponsePart | undefined {
    const { item: list, ...chosen } = part;
    if (list === undefined || part.path === undefined) {
      return part;
    }
    const index = this.#around.findLastIndex(
      ({ surrounding }) => surrounding.kind === 'loop' && surrounding.list === list,
    );
    const loop = this.#around[index];
    const inside = this.#around.slice(index + 1).map(({ surrounding }) => surrounding);
    const tests = inside.flatMap((one) => (one.kind === 'test' && one.list === list ? [one.test] : []));
    const conditions = inside.filter(({ kind }) => kind !== 'loop');
    const canExit = loop?.surrounding.kind === 'loop' && loop.surrounding.exits;
    // What is only unequal to something are many.
    const isOne = tests.length === 0 ? !canExit : tests.some((test) => test.includes(' == '));
    if (loop === undefined || loop.isLeft || tests.length < conditions.length || !isOne) {
      return undefined;
    }
    const choice = tests.length === 0 ? '[-1]' : `[?${tests.join(' && ')}]`;
    return { ...chosen, path: list + choice + part.path.slice(itemPath(list).length) };
  }
}

/** The item that a loop through a list is at; absent when it is not a JSON list, or an item itself. */
export function itemOf(list: ScriptValue): ScriptValue | undefined {
  const path = listPath(list);
  return list.kind !== 'part' || path === undefined
    ? undefined
    : partValue({ ...list.part, path: itemPath(path), item: path });
}

/** JSONPath of a list that a loop may go through. */
export function listPath(list: ScriptValue): string | undefined {
  return list.kind === 'part' && list.part.regex === undefined && list.part.item === undefined
    ? list.part.path
    : undefined;
}

/** The path of an item while it is not chosen yet. */
export function itemPath(list: string): string {
  return `${list}[*]`;
}
