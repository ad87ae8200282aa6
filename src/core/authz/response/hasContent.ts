/**
 * Successes that hold what was asked for. A 304 is one as well, of a request that was carried out, but there is
 * nothing in it to be read or compared.
 */

/** Whether a status promises a body to read: any 2xx. */
export function hasContent(status: number): boolean {
  return status >= 200 && status < 300;
}
