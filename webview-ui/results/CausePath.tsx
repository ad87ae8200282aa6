/** The way from a blocked request to what went wrong first; each request on it can be gone to. */
import type { CauseStep } from '../../src/core/run/causePath';
import { t } from '../ui/l10n';
import { outcomeLook } from './outcomeLook';
import './CausePath.css';

/** The steps behind the request itself; nothing while there are none. */
export function CausePath(props: {
  readonly steps: readonly CauseStep[];
  readonly onChoose: (index: number) => void;
}) {
  const { steps, onChoose } = props;
  const behind = steps.slice(1);
  return behind.length === 0 ? null : (
    <ol class="cause-path" aria-label={t('Way to the root cause')}>
      {behind.map(({ index, name, outcome, message }) => (
        <li key={index}>
          <button type="button" class="link" onClick={() => onChoose(index)}>
            {name}
          </button>{' '}
          <span class={outcomeLook(outcome).colour}>{outcomeLook(outcome).word}</span>
          {message !== '' && <span class="quiet">: {message}</span>}
        </li>
      ))}
    </ol>
  );
}
