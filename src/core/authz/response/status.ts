/** What HTTP statuses mean to authorization tests. */

/** Whether a status says that a request was carried out: any 2xx, and 304, which repeats an earlier one. */
export function isSuccess(status: number): boolean {
  return (status >= 200 && status < 300) || status === 304;
}

/** Whether a status says that what was asked for is not there. */
export function isMissing(status: number): boolean {
  return status === 404 || status === 410;
}

/** Whether a status says that a request was not carried out for a reason of the caller's: any 4xx. */
export function isRefusal(status: number): boolean {
  return status >= 400 && status < 500;
}
