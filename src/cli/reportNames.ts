/** Names in what a command tells a person: the first of them, because the report has them all. */
import { printable } from './paint';

/** More names than these are left to the report. */
const MAX_NAMES = 20;

/** Says on the error output what is to be done with names; nothing when there are none. */
export function reportNames(what: string, names: readonly string[]): void {
  if (names.length > 0) {
    console.error(printable(`  ${what}: ${firstNames(names, MAX_NAMES)}.`));
  }
}

/** `a, b and 3 more`. */
export function firstNames(names: readonly string[], most: number): string {
  const more = names.length > most ? ` and ${names.length - most} more` : '';
  return names.slice(0, most).join(', ') + more;
}
