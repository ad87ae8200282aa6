/** Times as people of this machine write them. */

/** The time of a run, with its date when that was not today. */
export function timeText(iso: string): string {
  const time = new Date(iso);
  return time.toDateString() === new Date().toDateString()
    ? time.toLocaleTimeString()
    : time.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
}
