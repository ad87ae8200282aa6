/**
 * Which cells may begin while others are under way, so that the limit of requests holds: near the limit they begin one
 * after the other, as they do without workers.
 */
import type { AuthzContext } from '../act/context';

/** Lets cells begin. */
export interface Admission {
  /** Asks a cell as soon as the limit allows it next to the others. */
  admitted(ask: () => Promise<void>): Promise<void>;
}

/** Requests that a cell which only reads costs, controls and sign-ins included; seldom more. */
const REQUESTS_OF_CELL = 20;

/** Admits cells of a run; a cancelled run holds nothing back. */
export function createAdmission({ sender, loaded }: AuthzContext, signal: AbortSignal): Admission {
  const { requests } = loaded.matrix.limits;
  const underWay = new Set<Promise<unknown>>();
  const mayExceed = (): boolean => sender.sent + (underWay.size + 1) * REQUESTS_OF_CELL > requests;
  return {
    async admitted(ask) {
      while (underWay.size > 0 && mayExceed() && !signal.aborted) {
        await Promise.race(underWay);
      }
      const asked = ask();
      const ended = asked.catch(() => undefined);
      underWay.add(ended);
      try {
        await asked;
      } finally {
        underWay.delete(ended);
      }
    },
  };
}
