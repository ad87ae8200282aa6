/** How every panel begins: it asks what it shows, and has that remembered with the window. */
import type { PanelPage } from './panelPage';

/** What a panel shows, and what names it. */
export interface Subject<View> {
  readonly subject: string;
  readonly view: View;
}

/** What the answer is to the state of a panel. */
export type FirstAction<View> =
  | { readonly type: 'shown'; readonly view: View }
  | { readonly type: 'action-failed'; readonly message: string };

/** Tells a panel's state what the editor answered to `ready`, which fails with a RemoteError only. */
export function showFirst<View>(
  ready: Promise<Subject<View>>,
  remember: PanelPage['remember'],
  dispatch: (action: FirstAction<View>) => void,
): void {
  ready.then(
    ({ subject, view }) => {
      remember(subject);
      dispatch({ type: 'shown', view });
    },
    (error: Error) => dispatch({ type: 'action-failed', message: error.message }),
  );
}
