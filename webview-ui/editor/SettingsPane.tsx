/** The settings of the chain itself. */
import { ProblemList } from './ProblemList';
import type { DocumentState } from './documentState';

/** The form of the chain. */
export function SettingsPane({ document: { view } }: { readonly document: DocumentState }) {
  return (
    <section class="request-pane" aria-label="Chain settings">
      <ProblemList problems={view.problems} revision={view.revision} />
    </section>
  );
}
