/** Why a source is not live: its own request sends the recorded value. */
import type { MappingThing, NotLive } from '../../src/protocol/mappingContract';
import { Icon } from '../ui/Icon';
import { tRich } from '../ui/l10n';

/** The reason, with a way to the request that is to be changed first. */
export function NotLiveNote(props: {
  readonly reason: NotLive;
  readonly thing: Pick<MappingThing, 'noun' | 'value'>;
  readonly onReveal: (request: string) => void;
}) {
  const { request, place } = props.reason;
  const { noun, value } = props.thing;
  return (
    <p class="doubtful">
      <Icon name="warning" />{' '}
      {tRich(
        'Not live: {0} itself uses the recorded {1} in {2}.',
        <button type="button" class="link" onClick={() => props.onReveal(request.id)}>
          {request.name}
        </button>,
        `${noun} ${value}`,
        place,
      )}
    </p>
  );
}
