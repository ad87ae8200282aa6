/** Who is to look at a failure. */

/** Somebody as the service knows them. */
export interface Mention {
  /** Slack: `U…`, `S…` (a group), `here` or `channel`; Teams: an address such as `ann@example.com`. */
  readonly id: string;
  /** What Teams shows; the id when absent. */
  readonly name?: string;
}
