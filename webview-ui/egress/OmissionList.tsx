/** What can be left out: bodies, headers, single requests. */
import type { ComponentChildren } from 'preact';
import type { Omissions, Omittable } from '../../src/core/result/omissions';
import { useGrowingCount } from '../ui/useGrowingCount';
import { t } from '../ui/l10n';
import { withExchange } from './egressState';

/** A box for each; ticked is left out. */
export function OmissionList(props: {
  readonly omittable: Omittable;
  readonly omissions: Omissions;
  readonly onOmit: (omissions: Partial<Omissions>) => void;
}) {
  const { omittable, omissions, onOmit } = props;
  const { bodies, headers, exchanges } = omittable;
  const shown = useGrowingCount(exchanges.length);
  const left = new Set(omissions.exchanges);
  return (
    <fieldset class="egress-omissions">
      <legend>{t('Leave out')}</legend>
      {bodies > 0 && (
        <Box isTicked={omissions.bodies} onTick={(isTicked) => onOmit({ bodies: isTicked })}>
          {t('Bodies')}{' '}
          <span class="quiet">{t('{0}, and values that came from or went into them', bodies)}</span>
        </Box>
      )}
      {headers > 0 && (
        <Box isTicked={omissions.headers} onTick={(isTicked) => onOmit({ headers: isTicked })}>
          {t('Headers')}{' '}
          <span class="quiet">{t('{0} lines, and values that came from or went into them', headers)}</span>
        </Box>
      )}
      {exchanges.length > 0 && (
        <details open={exchanges.length <= OPEN_UP_TO || left.size > 0}>
          <summary>
            {t('Single requests')}{' '}
            <span class="quiet">
              {left.size === 0 ? exchanges.length : t('{0} of {1} left out', left.size, exchanges.length)}
            </span>
          </summary>
          <ul>
            {exchanges.slice(0, shown).map(({ name, answer }, index) => (
              <li key={index}>
                <Box
                  isTicked={left.has(index)}
                  onTick={(isTicked) => onOmit({ exchanges: withExchange(omissions, index, isTicked) })}
                >
                  {name} <span class="quiet">{answer}</span>
                </Box>
              </li>
            ))}
          </ul>
        </details>
      )}
    </fieldset>
  );
}

/** Requests that are listed without being asked for. */
const OPEN_UP_TO = 8;

function Box(props: {
  readonly isTicked: boolean;
  readonly onTick: (isTicked: boolean) => void;
  readonly children: ComponentChildren;
}) {
  return (
    <label class="egress-box">
      <input
        type="checkbox"
        checked={props.isTicked}
        onChange={({ currentTarget }) => props.onTick(currentTarget.checked)}
      />
      <span>{props.children}</span>
    </label>
  );
}
