/** One thing, such as an order: one tick for all its places that are sure, and the places when it is unfolded. */
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { MappingThing } from '../../src/protocol/mappingContract';
import { Icon } from '../ui/Icon';
import { moveBetweenLines } from '../ui/lineKeys';
import { t, tRich } from '../ui/l10n';
import { GroupPane } from './GroupPane';
import { NotLiveNote } from './NotLiveNote';
import type { ReviewActions } from './reviewActions';
import {
  isUnfolded,
  notLiveReasons,
  tickOf,
  usesIn,
  type MappingAction,
  type MappingState,
} from './mappingState';
import './ThingPane.css';

interface ThingProps {
  readonly thing: MappingThing;
  readonly state: MappingState;
  readonly dispatch: (action: MappingAction) => void;
  readonly actions: ReviewActions;
}

/** A thing and its places, as an item of a list. */
export function ThingPane(props: ThingProps) {
  const { thing, state, actions } = props;
  const content = useId();
  const isOpen = isUnfolded(state, thing);
  return (
    <li class="thing">
      <ThingHead {...props} isOpen={isOpen} content={content} />
      {isOpen ? (
        <div id={content} class="thing-content">
          {thing.groups.map((group) => (
            <GroupPane {...props} key={group.uses[0]?.key} group={group} />
          ))}
        </div>
      ) : (
        notLiveReasons(state, thing).map((reason) => (
          <NotLiveNote
            key={`${reason.request.id} ${reason.place}`}
            reason={reason}
            thing={thing}
            onReveal={actions.onReveal}
          />
        ))
      )}
    </li>
  );
}

/** The line of a thing: up and down go to the next one, left and right fold it. */
function ThingHead(props: ThingProps & { readonly isOpen: boolean; readonly content: string }) {
  const { thing, state, dispatch, isOpen, content } = props;
  const { key, noun, value } = thing;
  const words = useId();
  const fold = (isToOpen: boolean): void => dispatch({ type: 'unfolded', keys: [key], isUnfolded: isToOpen });
  return (
    <div
      class="thing-head"
      onKeyDown={(event) => {
        moveBetweenLines(event);
        if (event.key === (isOpen ? 'ArrowLeft' : 'ArrowRight')) {
          event.preventDefault();
          fold(!isOpen);
        }
      }}
    >
      <ThingBox thing={thing} state={state} dispatch={dispatch} describedBy={words} />
      <div class="thing-title">
        <h2>
          <button
            type="button"
            class="thing-fold"
            aria-expanded={isOpen}
            aria-controls={isOpen ? content : undefined}
            onClick={() => fold(!isOpen)}
          >
            <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} /> {noun} <code>{value}</code>
          </button>
        </h2>{' '}
        <span id={words} class="thing-words quiet">
          {sourceWords(thing)} {tickedWords(thing, state)}
        </span>
      </div>
    </div>
  );
}

/** The tick of a thing: partly ticked where some places are. */
function ThingBox(
  props: Pick<ThingProps, 'thing' | 'state' | 'dispatch'> & { readonly describedBy: string },
) {
  const { thing, state, dispatch, describedBy } = props;
  const { look, next } = tickOf(state, thing);
  const box = useRef<HTMLInputElement>(null);
  // A click takes the dash away, also where the thing stays partly ticked.
  useLayoutEffect(() => {
    if (box.current !== null) {
      box.current.indeterminate = look === 'some';
    }
  });
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label={t('Tick {0}', `${thing.noun} ${thing.value}`)}
      aria-describedby={describedBy}
      // It keeps the focus of somebody who has just cleared the last tick.
      aria-disabled={look === 'off'}
      checked={look === 'all'}
      onClick={(event) => {
        if (look === 'off') {
          event.preventDefault();
        }
      }}
      onChange={() => dispatch({ type: 'ticked', ...next })}
    />
  );
}

/** Where a thing is from, and how many places use it. */
function sourceWords(thing: MappingThing) {
  const { source, isCreated } = thing;
  const name = <em>{source.name}</em>;
  const places = usesIn(thing).length;
  if (isCreated) {
    return places === 1
      ? tRich('created by {0}, used in 1 place', name)
      : tRich('created by {0}, used in {1} places', name, places);
  }
  return places === 1
    ? tRich('from {0}, used in 1 place', name)
    : tRich('from {0}, used in {1} places', name, places);
}

/** How many of the places are ticked, where the tick alone does not say it. */
function tickedWords(thing: MappingThing, state: MappingState): string {
  const { look, ticked } = tickOf(state, thing);
  switch (look) {
    case 'some':
      return t('({0} ticked)', ticked);
    case 'off':
      return t('(tick its places one by one)');
    case 'all':
    case 'none':
      return '';
  }
}
