/**
 * What the editor and the Chain Viewer may ask of each other.
 *
 * The page names nodes by their keys in the graph that the editor gave it, and the part that it wants to see.
 * It never sends drawn text: the editor writes the files that are saved, and looks at a picture first.
 */
import type { ChainGraph } from '../core/graph/graph';
import type { ShownPart } from '../core/graph/shownPart';
import type { Guards } from './channel';
import { hasMembers, isNothing, isText, tuple } from './guards';
import type { RequestProgress } from './runView';

/** What the Chain Viewer may ask the editor. */
export interface ViewerEditor {
  /** The page has loaded and wants to know what it shows. */
  ready: () => ViewerSubject;
  /** Shows a request in its chain file, or a required chain. */
  reveal: (node: string) => void;
  /** Puts what is shown on the clipboard, as a Mermaid flowchart. */
  copyMermaid: (part: ViewedPart) => void;
  /** Asks where to save what is shown as an SVG drawing, and saves it. */
  saveSvg: (part: ViewedPart) => void;
  /** Asks where to save a picture, and saves it; its bytes are in base64. */
  savePng: (picture: string) => void;
}

/** What the editor tells the Chain Viewer. */
export interface ViewerPage {
  /** The chain, its surroundings or its last results have become others. */
  show: (view: ChainView) => void;
  /** A request goes on. */
  progress: (changed: NodeProgress) => void;
}

/** What a Chain Viewer shows. */
export interface ViewerSubject {
  /** Names the chain; kept by the page so that it can be restored with the window. */
  readonly subject: string;
  readonly view: ChainView;
}

/** A chain for drawing, with the outcome of its last run. */
export interface ChainView {
  readonly graph: ChainGraph;
  /** Nodes that were run. */
  readonly progress: readonly NodeProgress[];
  /** Last values of variables. */
  readonly values: readonly LastShownValue[];
}

/** How far a request got, or how it ended last. */
export interface NodeProgress {
  /** Key of the node. */
  readonly node: string;
  readonly progress: RequestProgress;
  /** What it has just extracted. */
  readonly values?: readonly LastShownValue[];
}

/** The value that a variable had last: JSON text, secrets masked, shortened. */
export interface LastShownValue {
  readonly variable: string;
  readonly shown: string;
}

/** A {@link ShownPart} as it crosses the wire. */
export interface ViewedPart extends Omit<ShownPart, 'open'> {
  readonly open: readonly string[];
}

/** Characters of a picture in base64: far more than a screenful, far less than hurts. */
const MAX_PICTURE = 2 ** 24;
const PICTURE = /^[A-Za-z0-9+/]+={0,2}$/;

/** How the calls of {@link ViewerEditor} are recognised. */
export const viewerEditorGuards: Guards<ViewerEditor> = {
  ready: { takes: tuple<[]>(), gives: isSubject },
  reveal: { takes: tuple<[string]>(isText), gives: isNothing },
  copyMermaid: { takes: tuple<[ViewedPart]>(isViewedPart), gives: isNothing },
  saveSvg: { takes: tuple<[ViewedPart]>(isViewedPart), gives: isNothing },
  savePng: { takes: tuple<[string]>(isPicture), gives: isNothing },
};

/** How the calls of {@link ViewerPage} are recognised. */
export const viewerPageGuards: Guards<ViewerPage> = {
  show: { takes: tuple<[ChainView]>(isChainView), gives: isNothing },
  progress: { takes: tuple<[NodeProgress]>(isNodeProgress), gives: isNothing },
};

function isSubject(value: unknown): value is ViewerSubject {
  return hasMembers(value, ['subject', 'view']) && 'view' in value && isChainView(value.view);
}

function isChainView(value: unknown): value is ChainView {
  return hasMembers(value, ['graph', 'progress', 'values']);
}

function isNodeProgress(value: unknown): value is NodeProgress {
  return hasMembers(value, ['node', 'progress']);
}

function isViewedPart(value: unknown): value is ViewedPart {
  if (!hasMembers(value, ['open', 'outside'])) {
    return false;
  }
  const { open, outside, variable }: { open?: unknown; outside?: unknown; variable?: unknown } = value;
  return (
    Array.isArray(open) &&
    open.every(isText) &&
    (outside === 'shown' || outside === 'hidden') &&
    (variable === undefined || isText(variable))
  );
}

function isPicture(value: unknown): value is string {
  return isText(value) && value.length <= MAX_PICTURE && PICTURE.test(value);
}
