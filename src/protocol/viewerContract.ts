/**
 * What the editor and the Chain Viewer may ask of each other.
 *
 * The page names nodes by their keys in the graph that the editor gave it, and the part that it wants to see.
 * It never sends drawn text: the editor writes the files that are saved, and looks at a picture first.
 */
import type { ChainGraph } from '../core/graph/graph';
import type { ShownPart } from '../core/graph/shownPart';
import { call, type FunctionsOf } from './contract';
import type { RequestProgress } from './runView';
import { list, object, oneOf, text, trusted, where, type Schema } from './schema';

/** What a Chain Viewer shows. */
interface ViewerSubject {
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

const viewedPart: Schema<ViewedPart> = object(
  { open: list(text()), outside: oneOf('shown', 'hidden') },
  { variable: text() },
);

/** Characters of a picture in base64: far more than a screenful, far less than hurts. */
const MAX_PICTURE = 2 ** 24;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** What the editor and a Chain Viewer may ask of each other. */
export const viewerContract = {
  editor: {
    /** The page has loaded and wants to know what it shows. */
    ready: call([], trusted<ViewerSubject>()),
    /** Shows a request in its chain file, or a required chain, by the key of its node. */
    reveal: call([text()]),
    /** Opens the form of the chain. */
    openForm: call([]),
    /** Puts what is shown on the clipboard, as a Mermaid flowchart. */
    copyMermaid: call([viewedPart]),
    /** Asks where to save what is shown as an SVG drawing, and saves it. */
    saveSvg: call([viewedPart]),
    /** Asks where to save a picture, and saves it; its bytes are in base64. */
    savePng: call([where(text(MAX_PICTURE), (picture) => BASE64.test(picture))]),
  },
  page: {
    /** The chain, its surroundings or its last results have become others. */
    show: call([trusted<ChainView>()]),
    /** A request makes progress. */
    progress: call([trusted<NodeProgress>()]),
  },
};

/** What the Chain Viewer may ask the editor. */
export type ViewerEditor = FunctionsOf<typeof viewerContract.editor>;
/** Calls and notifications from the editor to the Chain Viewer. */
export type ViewerPage = FunctionsOf<typeof viewerContract.page>;
