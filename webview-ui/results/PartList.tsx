/** What a chain that is a step sent, a line for each request, below the item that it was sent for. */
import { readingOrder, partTree, type PartNode } from '../../src/core/result/partTree';
import type { PartResult, RequestResult } from '../../src/core/result/result';
import { answerOf, isRecorded, timeOf } from '../../src/core/result/resultViews';
import { Icon } from '../ui/Icon';
import { MethodName } from '../ui/MethodName';
import { moveBetweenLines } from '../ui/lineKeys';
import { useGrowingCount } from '../ui/useGrowingCount';
import { t } from '../ui/l10n';
import { outcomeLook } from './outcomeLook';
import './ResultLine.css';
import './PartList.css';

/** The step itself, and its parts; arrow keys go through them. */
export function PartList(props: {
  readonly whole: RequestResult;
  readonly parts: readonly PartResult[];
  /** 0 is the step itself. */
  readonly chosen: number;
  /** The person chose another one, by its position. */
  readonly onChoose: (position: number) => void;
}) {
  const { whole, parts, chosen, onChoose } = props;
  const nodes = readingOrder(partTree(parts));
  const shown = useGrowingCount(nodes.length);
  const line = { chosen, onChoose };
  return (
    <ol
      class="part-list"
      aria-label={t('Requests of this step')}
      onKeyDown={(event) => moveBetweenLines(event)?.click()}
    >
      <li>
        <PartLine {...line} result={whole} position={0} depth={0} title={whole.name} />
      </li>
      {nodes.slice(0, shown).map(({ part, position, depth }: PartNode) => (
        <li key={position}>
          <PartLine {...line} result={part} position={position + 1} depth={depth + 1} title={titleOf(part)} />
        </li>
      ))}
    </ol>
  );
}

/** The name; an item of a loop is below the name. */
function titleOf({ name, at }: PartResult): string {
  const item = at.at(-1)?.item;
  return item === undefined ? name : t('Item {0}', item + 1);
}

function PartLine(props: {
  readonly result: RequestResult;
  readonly position: number;
  readonly depth: number;
  readonly title: string;
  readonly chosen: number;
  readonly onChoose: (position: number) => void;
}) {
  const { result, position, depth, title, chosen, onChoose } = props;
  const { icon, colour, word } = outcomeLook(result.outcome);
  const answer = result.exchange === undefined ? word : answerOf(result);
  const time = isRecorded(result) ? '' : timeOf(result);
  return (
    <button
      type="button"
      class={`result-line part-line depth-${Math.min(depth, DEEPEST)}`}
      aria-current={position === chosen ? 'true' : undefined}
      onClick={() => onChoose(position)}
    >
      <span class={colour}>
        <Icon name={icon} />
        <span class="spoken">{word}</span>
      </span>
      <MethodName method={result.method} />
      <span class="part-name" title={title}>
        {title}
      </span>
      <span class={colour === 'good' ? 'quiet' : colour}>
        {[answer, time].filter((text) => text !== '').join(' · ')}
      </span>
    </button>
  );
}

/** Indents beyond this one look the same. */
const DEEPEST = 4;
