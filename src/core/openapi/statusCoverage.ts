/** Which described status codes were seen, or are expected. */
/** What of a list is covered. */
export interface Covered {
  readonly covered: readonly string[];
  readonly missing: readonly string[];
}

/** Status codes of an operation. */
export interface StatusCoverage {
  readonly statuses: Covered;
  /** Those that were seen or are expected, and are not described. */
  readonly undescribedStatuses: readonly number[];
}

/** A status code, a class such as `2xx`, or any success where a request says nothing. */
export type ExpectedStatus = number | string;

/**
 * Holds described status codes against others. What means several, such as a class, counts where one alone of the
 * described ones is meant.
 */
export function coverStatuses(
  described: readonly string[],
  expected: readonly ExpectedStatus[],
): StatusCoverage {
  const found = expected.map((status) => ({ status, of: describedStatus(described, status) }));
  const covered = new Set(found.map(({ of }) => of));
  const strange = found.flatMap(({ status, of }) =>
    of === undefined && typeof status === 'number' ? [status] : [],
  );
  return {
    statuses: {
      covered: described.filter((status) => covered.has(status)),
      missing: described.filter((status) => !covered.has(status)),
    },
    undescribedStatuses: [...new Set(strange)].sort((one, other) => one - other),
  };
}

function describedStatus(described: readonly string[], expected: ExpectedStatus): string | undefined {
  if (typeof expected === 'number') {
    const names = [String(expected), `${String(expected).charAt(0)}XX`, 'DEFAULT'];
    return names
      .map((name) => described.find((status) => status.toUpperCase() === name))
      .find((status) => status !== undefined);
  }
  const classes = /^\d/.exec(expected)?.[0] ?? '23';
  const [only, ...others] = described.filter((status) => classes.includes(status.charAt(0)));
  return others.length === 0 ? only : undefined;
}
