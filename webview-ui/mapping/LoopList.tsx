/** Requests that are the same but for the items of a list: one of them can be sent for each item. */
import type { ShownLoop } from '../../src/protocol/mappingContract';
import { Button } from '../ui/Button';
import { useGrowingCount } from '../ui/useGrowingCount';
import { t, tRich } from '../ui/l10n';
import { Change } from './Change';
import type { ReviewActions } from './reviewActions';
import './offers.css';

/** The loops, each to be written as one request; nothing when there is none. */
export function LoopList(props: {
  readonly loops: readonly ShownLoop[];
  readonly actions: Pick<ReviewActions, 'onApplyLoop' | 'onReveal'>;
}) {
  const { loops, actions } = props;
  const shown = useGrowingCount(loops.length);
  if (loops.length === 0) {
    return null;
  }
  return (
    <section class="offers" aria-label={t('Requests for each item of a list')}>
      <h2>{t('Requests for each item of a list')}</h2>
      <p class="quiet">
        {t(
          'These requests were sent once for each item of a list that an earlier response has. One request with a loop does the same, however many items there are.',
        )}
      </p>
      <ul>
        {loops.slice(0, shown).map((loop) => (
          <LoopEntry loop={loop} actions={actions} key={loop.key} />
        ))}
      </ul>
    </section>
  );
}

function LoopEntry(props: {
  readonly loop: ShownLoop;
  readonly actions: Pick<ReviewActions, 'onApplyLoop' | 'onReveal'>;
}) {
  const { loop, actions } = props;
  const { variable, source, place, request, removed } = loop;
  const link = ({ id, name }: ShownLoop['source']) => (
    <button type="button" class="link" onClick={() => actions.onReveal(id)}>
      {name}
    </button>
  );
  return (
    <li>
      <p>{tRich('{0} {1} of {2}', <code>{variable}</code>, place, link(source))}</p>
      <Change place={t('extract of {0}', source.name)} after={loop.extraction} />
      <Change place={t('loop of {0}', request.name)} after={loop.loop} />
      <Change place={request.name} after={loop.after} />
      {removed.map(({ id, name }) => (
        <Change place={t('request')} before={name} key={id} />
      ))}
      <Button onPress={() => actions.onApplyLoop(loop.key)}>
        {t('Send {0} for each {1}', request.name, loop.item)}
      </Button>
    </li>
  );
}
