/** Requests that are the same but for the items of a list: one of them can be sent for each item. */
import type { ShownLoop } from '../../src/protocol/mappingContract';
import { Button } from '../ui/Button';
import { t, tRich } from '../ui/l10n';
import { Change } from './Change';
import { OfferList } from './OfferList';
import type { ReviewActions } from './reviewActions';

/** The loops, each to be written as one request; nothing when there is none. */
export function LoopList(props: {
  readonly loops: readonly ShownLoop[];
  readonly actions: Pick<ReviewActions, 'onApplyLoop' | 'onReveal'>;
}) {
  const { loops, actions } = props;
  return (
    <OfferList
      title={t('Requests for each item of a list')}
      about={t(
        'These requests were sent once for each item of a list that an earlier response has. One request with a loop does the same, however many items there are.',
      )}
      offers={loops}
      entry={(loop) => <LoopEntry loop={loop} actions={actions} />}
    />
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
    <>
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
    </>
  );
}
