/** Proposals that the person rejected: out of the way, and not lost. */
import type { MappingUse } from '../../src/protocol/mappingContract';
import './RejectedList.css';

/** What was rejected; nothing when there is none. */
export function RejectedList(props: {
  readonly uses: readonly MappingUse[];
  readonly onRestore: (keys: readonly string[]) => void;
}) {
  const { uses, onRestore } = props;
  if (uses.length === 0) {
    return null;
  }
  return (
    <details class="rejected" data-place="rejected">
      <summary>Rejected ({uses.length})</summary>
      <button type="button" class="link" onClick={() => onRestore(uses.map(({ key }) => key))}>
        Bring all back
      </button>
      <ul>
        {uses.map(({ key, request, place, choices: [first] }) => (
          <li key={key}>
            <span>
              {request.name} <span class="quiet">· {place}</span> <code>{first?.variable}</code>
            </span>
            <button
              type="button"
              class="link"
              aria-label={`Bring back ${place} of ${request.name}`}
              onClick={() => onRestore([key])}
            >
              Bring back
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
