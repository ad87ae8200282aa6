/** The state of a session, drawn again whenever it changes. */
import { useEffect, useReducer } from 'preact/hooks';
import type { FormSession } from './formSession';
import type { FormState } from './formState';

/** The current state. */
export function useSession(session: FormSession): FormState {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const unsubscribe = session.subscribe(() => draw(undefined));
    const stop = session.start();
    return () => {
      unsubscribe();
      stop();
    };
  }, [session]);
  return session.state;
}
