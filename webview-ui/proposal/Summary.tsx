/** What would be written where, what a run costs, and what to do after writing. */
import type { ProposalView, ShownProposal } from '../../src/protocol/proposalContract';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { t, tRich } from '../ui/l10n';
import { TypedField } from './TypedField';

/** The summary with its buttons. */
export function Summary(props: {
  readonly view: ProposalView;
  readonly proposal: ShownProposal;
  readonly canWrite: boolean;
  readonly onName: (name: string) => void;
  readonly onWrite: () => void;
  readonly onDryRun: () => void;
  readonly onOpenGrid: () => void;
  readonly onOpenText: () => void;
}) {
  const { view, proposal, canWrite } = props;
  const { size, files, notes } = proposal;
  const matrix = files.at(-1)?.name ?? '';
  const stem = matrix.replace(/^.*\//, '').replace(/\.authz\.json$/, '');
  return (
    <section class="proposal-summary">
      <h2>{t('Summary')}</h2>
      <p>
        {t(
          '{0} operations, {1} cells, at most {2} requests when everything is tested.',
          size.operations,
          size.cells,
          size.requests,
        )}
      </p>
      {notes.length > 0 && (
        <ul class="proposal-notes">
          {notes.map((note) => (
            <li key={note}>
              <Icon name="info" /> <span>{note}</span>
            </li>
          ))}
        </ul>
      )}
      <div class="proposal-row">
        <label for="proposal-name">{t('Name')}</label>
        <TypedField id="proposal-name" value={stem} onType={props.onName} />
      </div>
      <ul class="proposal-files" aria-label={t('Files')}>
        {files.map(({ name, isThere }) => (
          <li key={name}>
            <code>{name}</code>{' '}
            {view.written === undefined && isThere && <span class="doubtful">{t('is replaced')}</span>}
          </li>
        ))}
      </ul>
      {view.written === undefined ? (
        <div class="proposal-buttons">
          <Button isOff={!canWrite} onPress={props.onWrite}>
            {t('Write Files')}
          </Button>
          <span class="quiet">{t('Nothing is sent.')}</span>
        </div>
      ) : (
        <>
          <p role="status">
            <Icon name="pass" /> {tRich('{0} was written.', <code>{view.written}</code>)}
          </p>
          <div class="proposal-buttons">
            <Button onPress={props.onDryRun}>{t('Dry Run')}</Button>
            <Button quiet onPress={props.onOpenGrid}>
              {t('Open as Policy Grid')}
            </Button>
            <Button quiet onPress={props.onOpenText}>
              {t('Show the text')}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
