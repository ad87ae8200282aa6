/** What was thrown, as a reason in a result: one bad cell or object must not end a run that has others to delete. */

/** The message of something thrown, as a sentence. */
export function faultText(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return /[.!?]$/.test(message) ? message : `${message}.`;
}
