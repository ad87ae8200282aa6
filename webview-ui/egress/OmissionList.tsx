/** What can be left out: bodies, headers, single requests. */
import type { ComponentChildren } from 'preact';
import type { Omissions, Omittable } from '../../src/core/result/omissions';
import { useGrowingCount } from '../ui/useGrowingCount';
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
      <legend>Leave out</legend>
      {bodies > 0 && (
        <Box isTicked={omissions.bodies} onTick={(isTicked) => onOmit({ bodies: isTicked })}>
          Bodies <span class="quiet">{bodies}, and values that came from or went into them</span>
        </Box>
      )}
      {headers > 0 && (
        <Box isTicked={omissions.headers} onTick={(isTicked) => onOmit({ headers: isTicked })}>
          Headers <span class="quiet">{headers} lines, and values that came from or went into them</span>
        </Box>
      )}
      {exchanges.length > 0 && (
        <details open={exchanges.length <= OPEN_UP_TO || left.size > 0}>
          <summary>
            Single requests{' '}
            <span class="quiet">
              {left.size === 0 ? exchanges.length : `${left.size} of ${exchanges.length} left out`}
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
