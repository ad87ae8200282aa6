/** The node that is chosen: its incoming and outgoing flows, with the values of the last run. */
import type { ChainGraph, GraphNode } from '../../src/core/graph/graph';
import { nodeTitle } from '../../src/core/graph/nodeTitle';
import type { RequestProgress } from '../../src/protocol/runView';
import { say, t } from '../ui/l10n';
import { nodeWords } from './nodeWords';
import { flowsAt, type NodeFlow } from './viewerState';
import './FlowList.css';

/** The flows of one node. */
export function FlowList(props: {
  readonly graph: ChainGraph;
  readonly node: GraphNode;
  readonly progress: RequestProgress | undefined;
  readonly values: ReadonlyMap<string, string>;
  readonly onChoose: (key: string) => void;
  readonly onOpen: (key: string) => void;
}) {
  const { graph, node, progress, values, onChoose, onOpen } = props;
  const isRequest = node.kind === 'request' || node.kind === 'inner-request';
  const isStep = node.kind === 'request' && node.called !== undefined;
  return (
    <section class="flows" data-place="flows" aria-label={nodeTitle(node, say)}>
      <h2>{nodeTitle(node, say)}</h2>
      <p class="quiet">{nodeWords(node, progress)}</p>
      {node.kind === 'request' && <Remarks node={node} />}
      <Flows direction="in" flows={flowsAt(graph, node.key, 'in')} values={values} onChoose={onChoose} />
      <Flows direction="out" flows={flowsAt(graph, node.key, 'out')} values={values} onChoose={onChoose} />
      {isRequest && (
        <button type="button" class="link" onClick={() => onOpen(node.key)}>
          {isStep ? t('Go to step') : t('Go to request')}
        </button>
      )}
    </section>
  );
}

function Remarks({ node }: { readonly node: Extract<GraphNode, { kind: 'request' }> }) {
  return (
    <>
      {node.unresolved.length > 0 && (
        <p class="bad">{t('Nothing defines {0}.', node.unresolved.join(', '))}</p>
      )}
      {node.unused.length > 0 && <p class="doubtful">{t('Nothing uses {0}.', node.unused.join(', '))}</p>}
    </>
  );
}

function Flows(props: {
  readonly direction: 'in' | 'out';
  readonly flows: readonly NodeFlow[];
  readonly values: ReadonlyMap<string, string>;
  readonly onChoose: (key: string) => void;
}) {
  const { direction, flows, values, onChoose } = props;
  return (
    <>
      <h3>{direction === 'in' ? t('Flows in') : t('Flows out')}</h3>
      {flows.length === 0 ? (
        <p class="quiet">{t('nothing')}</p>
      ) : (
        <ul class="flow-list">
          {flows.map(({ variable, other, words }) => (
            <li key={`${other.key} ${variable} ${words}`}>
              <code>{variable}</code>
              {values.has(variable) && <code class="quiet"> = {values.get(variable)}</code>}
              {words !== '' && <span class="doubtful"> ({words})</span>}{' '}
              <button type="button" class="link" onClick={() => onChoose(other.key)}>
                {direction === 'in'
                  ? t('from {0}', nodeTitle(other, say))
                  : t('to {0}', nodeTitle(other, say))}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
