/** What a second recording said of the proposals, or the way to choose one. */
import type { Verification } from '../../src/protocol/mappingContract';
import { t } from '../ui/l10n';
import type { ReviewActions } from './reviewActions';

/** The note above the proposals. */
export function VerificationNote(props: {
  readonly verification: Verification | undefined;
  readonly actions: Pick<ReviewActions, 'onVerify' | 'onUnverify'>;
}) {
  const { verification, actions } = props;
  if (verification === undefined) {
    return (
      <p class="review-source quiet">
        {t('A second recording of the same requests, with other users and inputs, tells more.')}{' '}
        <button type="button" class="link" onClick={actions.onVerify}>
          {t('Verify by a recording')}
        </button>
      </p>
    );
  }
  const { recording, summary } = verification;
  return (
    <p class="review-source" role="status">
      {summary === ''
        ? t('Verified by {0}: nothing is left to verify.', recording)
        : t('Verified by {0}: {1}.', recording, summary)}{' '}
      <button type="button" class="link" onClick={actions.onVerify}>
        {t('Choose another')}
      </button>{' '}
      <button type="button" class="link" onClick={actions.onUnverify}>
        {t('Do without')}
      </button>
    </p>
  );
}
