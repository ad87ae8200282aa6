/** The Chain Viewer: the drawing, a list that tells the same, and what flows at the request that is chosen. */
import { useMemo } from 'preact/hooks';
import type { ChainGraph } from '../../src/core/graph/graph';
import type { Remote, RemoteError } from '../../src/protocol/channel';
import type { ViewerEditor, ViewerPage } from '../../src/protocol/viewerContract';
import { Button } from '../ui/Button';
import { Loading } from '../ui/Loading';
import { useEditor, type EditorLink } from '../ui/editorLink';
import type { PageMemory } from '../ui/pageMemory';
import { ProblemBanner } from '../ui/ProblemBanner';
import { useKeptLook } from '../ui/useKeptLook';
import { t } from '../ui/l10n';
import { FlowList } from './FlowList';
import { Minimap } from './Minimap';
import { NodeList } from './NodeList';
import { Toolbar } from './Toolbar';
import { ZoomButtons } from './ZoomButtons';
import { chainWords } from './nodeWords';
import { useCanvas } from './useCanvas';
import { lookOf, stateWith } from './viewerLook';
import { drawingOf, reduceViewer, variablesOf, type ViewerAction, type ViewerState } from './viewerState';
import type { Viewport } from './viewport';
import './ViewerApp.css';

/** The whole viewer; `link` is its only way to the editor. */
export function ViewerApp(props: {
  readonly link: EditorLink<ViewerEditor, ViewerPage>;
  readonly memory: PageMemory;
}) {
  const { link, memory } = props;
  const { editor } = link;
  const [state, dispatch] = useKeptLook(memory, { lookOf, stateWith }, reduceViewer);
  useEditor(link, dispatch, {
    show: (view) => dispatch({ type: 'shown', view }),
    progress: (changed) => dispatch({ type: 'progressed', changed }),
  });
  const attempt = (action: Promise<unknown>): void => {
    action.catch((error: RemoteError) => dispatch({ type: 'action-failed', message: error.message }));
  };
  const { graph, problem } = state;
  return (
    <main class="viewer">
      {graph !== undefined && <h1 class="spoken">{graph.name === '' ? t('Chain') : graph.name}</h1>}
      <ProblemBanner problem={problem} onDismiss={() => dispatch({ type: 'problem-dismissed' })} />
      {graph === undefined && problem === undefined && (
        <Loading heading={t('Chain Viewer')} text={t('Loading the chain…')} />
      )}
      {graph?.nodes.length === 0 && (
        <div class="viewer-nothing">
          <p>{t('This chain has no requests yet. Add some in its form.')}</p>
          <Button onPress={() => attempt(editor.openForm())}>{t('Open as Form')}</Button>
        </div>
      )}
      {graph !== undefined && graph.nodes.length > 0 && (
        <Chain state={state} graph={graph} editor={editor} dispatch={dispatch} attempt={attempt} />
      )}
    </main>
  );
}

interface ChainProps {
  readonly state: ViewerState;
  readonly graph: ChainGraph;
  readonly editor: Remote<ViewerEditor>;
  readonly dispatch: (action: ViewerAction) => void;
  /** Shows why an action did not work. */
  readonly attempt: (action: Promise<unknown>) => void;
}

function Chain({ state, graph, editor, dispatch, attempt }: ChainProps) {
  const { part, progress, chosen, viewport } = state;
  const drawing = useMemo(() => drawingOf(graph, part), [graph, part]);
  const variables = useMemo(() => variablesOf(graph, { open: part.open }), [graph, part.open]);
  const viewed = { ...part, open: [...part.open] };
  const choose = (node: string): void => dispatch({ type: 'chosen', node });
  const open = (node: string): void => attempt(editor.reveal(node));
  const move = (moved: Viewport | undefined): void => dispatch({ type: 'moved', viewport: moved });
  const actions = { onChoose: choose, onOpen: open, onMove: move };
  const { place, canvas } = useCanvas({ drawing, progress, chosen, viewport, actions });
  return (
    <>
      <Toolbar
        state={state}
        variables={variables}
        dispatch={dispatch}
        actions={{
          onCopyMermaid: () => attempt(editor.copyMermaid(viewed)),
          onSaveSvg: () => attempt(editor.saveSvg(viewed)),
          onSavePng: () => attempt(editor.savePng(canvas?.picture() ?? '')),
        }}
      />
      <div class="viewer-panes">
        <div class="viewer-drawing">
          <div
            id="cy"
            ref={place}
            role="img"
            aria-label={t('Drawing of the chain. The list of requests tells the same.')}
          />
          {canvas !== undefined && (
            <>
              <ZoomButtons canvas={canvas} />
              <Minimap drawing={drawing} progress={progress} canvas={canvas} />
            </>
          )}
        </div>
        <Side
          state={state}
          graph={drawing.graph}
          summary={chainWords(graph)}
          onChoose={choose}
          onOpen={open}
          dispatch={dispatch}
        />
      </div>
    </>
  );
}

function Side(props: {
  readonly state: ViewerState;
  /** What of the chain is seen. */
  readonly graph: ChainGraph;
  /** What the whole chain has, in words. */
  readonly summary: string;
  readonly onChoose: (key: string) => void;
  readonly onOpen: (key: string) => void;
  readonly dispatch: (action: ViewerAction) => void;
}) {
  const { state, graph, summary, onChoose, onOpen, dispatch } = props;
  const { part, progress, chosen, values } = state;
  const node = graph.nodes.find(({ key }) => key === chosen);
  return (
    <aside class="viewer-side" aria-label={t('Requests and what flows between them')}>
      <p class="viewer-summary quiet">{summary}</p>
      <NodeList
        graph={graph}
        progress={progress}
        chosen={chosen}
        open={part.open}
        onChoose={onChoose}
        onOpen={onOpen}
        onToggle={(group) => dispatch({ type: 'group-toggled', group })}
      />
      {node !== undefined && (
        <FlowList
          graph={graph}
          node={node}
          progress={progress.get(node.key)}
          values={values}
          onChoose={onChoose}
          onOpen={onOpen}
        />
      )}
    </aside>
  );
}
