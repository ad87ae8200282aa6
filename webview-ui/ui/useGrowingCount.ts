/** Long lists that come in steps, so that the first screenful does not wait for the last line. */
import { useEffect, useState } from 'preact/hooks';

const ROWS_AT_ONCE = 200;

/** How many rows to show: a screenful at once, the rest of a long list in steps between frames. */
export function useGrowingCount(total: number): number {
  const [count, setCount] = useState(ROWS_AT_ONCE);
  useEffect(() => {
    if (count < total) {
      const frame = requestAnimationFrame(() => setCount(count + ROWS_AT_ONCE));
      return () => cancelAnimationFrame(frame);
    }
    return undefined;
  }, [count, total]);
  return count;
}
