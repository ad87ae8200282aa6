/** What a second session or a run says of a place. */
import type { ShownVerdict } from '../../src/protocol/mappingContract';
import { Icon } from '../ui/Icon';

/** How each verdict looks; its meaning is in words next to it. */
const VERDICTS: Readonly<Record<ShownVerdict['kind'], { readonly icon: string; readonly tone: string }>> = {
  confirmed: { icon: 'pass', tone: 'good' },
  found: { icon: 'pass', tone: 'good' },
  're-aimed': { icon: 'arrow-swap', tone: 'doubtful' },
  rejected: { icon: 'error', tone: 'bad' },
  kept: { icon: 'question', tone: 'quiet' },
};

/** The verdict in words. */
export function VerdictNote({ verdict: { kind, words } }: { readonly verdict: ShownVerdict }) {
  const { icon, tone } = VERDICTS[kind];
  return (
    <p class={tone}>
      <Icon name={icon} /> {words}
    </p>
  );
}
