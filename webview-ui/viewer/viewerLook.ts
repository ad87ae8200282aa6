/** How a person looks at a chain: what of the viewer's state outlives its page. */
import { defined } from '../../src/core/defined';
import type { ShownPart } from '../../src/core/graph/shownPart';
import { isText, membersOf } from '../ui/pageMemory';
import { initialState, type ViewerState } from './viewerState';
import { LARGEST_SCALE, SMALLEST_SCALE, type Viewport } from './viewport';

/** The part that is kept, as plain data. */
export interface ViewerLook
  extends Pick<ViewerState, 'chosen' | 'search' | 'viewport'>, Omit<ShownPart, 'open'> {
  readonly open: readonly string[];
}

/** What is kept of a state. */
export function lookOf({ chosen, search, part, viewport }: ViewerState): ViewerLook {
  return {
    ...part,
    open: [...part.open],
    search,
    ...defined({ chosen, viewport }),
  };
}

/** The state to begin with; what was kept may be of an earlier version, or nothing. */
export function stateWith(kept: unknown): ViewerState {
  const { variable, open, outside, search, chosen, viewport } = membersOf(kept);
  return {
    ...initialState,
    part: {
      ...(isText(variable) ? { variable } : {}),
      open: new Set(Array.isArray(open) ? open.filter(isText) : []),
      outside: outside === 'shown' ? 'shown' : 'hidden',
    },
    ...(isText(search) ? { search } : {}),
    ...(isText(chosen) ? { chosen } : {}),
    ...(isViewport(viewport) ? { viewport } : {}),
  };
}

function isViewport(value: unknown): value is Viewport {
  const { zoom, pan } = membersOf(value);
  const { x, y } = membersOf(pan);
  return isFinite(x) && isFinite(y) && isFinite(zoom) && zoom >= SMALLEST_SCALE && zoom <= LARGEST_SCALE;
}

function isFinite(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
