/** The panel's way to the editor: the calls of the contract, and the run as it comes. */
import type { CauseStep } from '../../src/core/run/causePath';
import type { RequestPast } from '../../src/core/compare/requestPast';
import type { ResponsePart } from '../../src/core/extraction/responsePart';
import type { RequestResult } from '../../src/core/result/result';
import type { PlainTreeView, TreeWanted } from '../../src/protocol/bodyTree';
import { Channel } from '../../src/protocol/channel';
import type { ExtractionChoice, ExtractionOffer } from '../../src/protocol/extractionOffer';
import {
  resultsEditorGuards,
  resultsPanelGuards,
  type ResultsEditor,
  type ResultsPanel,
} from '../../src/protocol/resultsContract';
import { showFirst } from '../ui/firstView';
import type { PanelPage } from '../ui/panelPage';
import type { ResultsAction } from './resultsState';

/** What the panel asks of the editor; every promise settles, and rejects with a RemoteError only. */
export interface EditorLink {
  /** Starts to listen and asks for the run to show; the function it returns ends both. */
  start(dispatch: (action: ResultsAction) => void): () => void;
  details(run: number, index: number): Promise<RequestResult>;
  causes(run: number, index: number): Promise<readonly CauseStep[]>;
  past(run: number, index: number): Promise<RequestPast>;
  runAll(): Promise<void>;
  rerunFailed(): Promise<void>;
  runRequest(run: number, index: number): Promise<void>;
  runWithDependencies(run: number, index: number): Promise<void>;
  runFromHere(run: number, index: number): Promise<void>;
  cancel(): Promise<void>;
  reveal(run: number, index: number): Promise<void>;
  openBody(run: number, index: number): Promise<void>;
  bodyTree(run: number, index: number, wanted: TreeWanted): Promise<PlainTreeView>;
  offerExtraction(run: number, index: number, part: ResponsePart): Promise<ExtractionOffer>;
  extract(offer: number, choice: ExtractionChoice): Promise<void>;
  openLog(): Promise<void>;
  raiseIssue(run: number, index: number): Promise<string | null>;
  issue(run: number, index: number): Promise<string | null>;
  openIssue(run: number, index: number): Promise<void>;
  share(): Promise<void>;
  notify(): Promise<void>;
}

/** Connects a panel to the editor. */
export function connectEditor({ remember, ...page }: PanelPage): EditorLink {
  let dispatch: (action: ResultsAction) => void = () => undefined;
  const channel = new Channel<ResultsPanel, ResultsEditor>({
    ...page,
    offered: {
      guards: resultsPanelGuards,
      implementation: {
        show: (view) => dispatch({ type: 'shown', view }),
        update: (update) => dispatch({ type: 'updated', update }),
      },
    },
    used: resultsEditorGuards,
  });
  return {
    start(listener) {
      dispatch = listener;
      showFirst(channel.call('ready'), remember, listener);
      return () => channel.dispose();
    },
    details: (run, index) => channel.call('details', run, index),
    causes: (run, index) => channel.call('causes', run, index),
    past: (run, index) => channel.call('past', run, index),
    runAll: () => channel.call('runAll'),
    rerunFailed: () => channel.call('rerunFailed'),
    runRequest: (run, index) => channel.call('runRequest', run, index),
    runWithDependencies: (run, index) => channel.call('runWithDependencies', run, index),
    runFromHere: (run, index) => channel.call('runFromHere', run, index),
    cancel: () => channel.call('cancel'),
    reveal: (run, index) => channel.call('reveal', run, index),
    openBody: (run, index) => channel.call('openBody', run, index),
    bodyTree: (run, index, wanted) => channel.call('bodyTree', run, index, wanted),
    offerExtraction: (run, index, part) => channel.call('offerExtraction', run, index, part),
    extract: (offer, choice) => channel.call('extract', offer, choice),
    openLog: () => channel.call('openLog'),
    raiseIssue: (run, index) => channel.call('raiseIssue', run, index),
    issue: (run, index) => channel.call('issue', run, index),
    openIssue: (run, index) => channel.call('openIssue', run, index),
    share: () => channel.call('share'),
    notify: () => channel.call('notify'),
  };
}
