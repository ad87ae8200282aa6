/** The way from a call that failed to where the person can change what was in the way; nothing where there is none. */
import type { Remote } from '../../src/protocol/channel';
import type { FunctionsOf } from '../../src/protocol/contract';
import type { RemoteErrorCode } from '../../src/protocol/message';
import type { remedyCalls } from '../../src/protocol/remedyCalls';
import { EnvironmentLink } from './EnvironmentLink';
import { TrustLink } from './TrustLink';

export function RemedyLink(props: {
  /** Why the call failed; absent when none did. */
  readonly code: RemoteErrorCode | undefined;
  readonly editor: Remote<FunctionsOf<typeof remedyCalls>>;
  /** Shows why an action did not work. */
  readonly attempt: (action: Promise<unknown>) => void;
}) {
  const { code, editor, attempt } = props;
  switch (code) {
    case 'untrusted':
      return <TrustLink onManageTrust={() => attempt(editor.manageTrust())} />;
    case 'no-environment':
      return <EnvironmentLink onSelectEnvironment={() => attempt(editor.selectEnvironment())} />;
    default:
      return null;
  }
}
