/** Choices of one of several values. */

/** One of several values of a member: its value in the file, and its label in the language of the page. */
export type Choice<T extends string = string> = readonly [value: T, title: () => string];

/** All values of a member in the order of their titles. */
export function choicesOf<T extends string>(
  titles: Readonly<Record<T, (value: T) => string>>,
): readonly Choice<T>[] {
  return Object.entries<(value: T) => string>(titles).map(([value, title]) => [
    value as T,
    () => title(value as T),
  ]);
}
