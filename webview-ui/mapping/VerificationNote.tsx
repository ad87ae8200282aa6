/** What a second recording said of the proposals, or the way to choose one. */
import type { Verification } from '../../src/protocol/mappingContract';
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
        A second recording of the same requests, with other users and inputs, tells more.{' '}
        <button type="button" class="link" onClick={actions.onVerify}>
          Verify by a recording
        </button>
      </p>
    );
  }
  const { recording, summary } = verification;
  return (
    <p class="review-source" role="status">
      Verified by {recording}: {summary === '' ? 'nothing is left to verify' : summary}.{' '}
      <button type="button" class="link" onClick={actions.onVerify}>
        Choose another
      </button>{' '}
      <button type="button" class="link" onClick={actions.onUnverify}>
        Do without
      </button>
    </p>
  );
}
