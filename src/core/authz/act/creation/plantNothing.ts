/** Creating without a planted text. */
import type { ChainRequest } from '../../../model';
import { requestOf } from '../../matrix/findByName';
import type { MatrixResource } from '../../model/matrix';
import { type PlantedAt, plantText } from '../../request/canary';
import type { AuthzContext } from '../context';

/**
 * For a creation that was refused: the reason may be a text that was planted by names alone. From now on none is
 * planted; the answer plants it again, when that was not the reason. Absent where there was no such text.
 */
export function plantNothing(
  { loaded, planting }: AuthzContext,
  resource: MatrixResource,
): (() => void) | undefined {
  const { create, canary } = resource;
  const before = planting.of(resource);
  if (
    create === undefined ||
    canary.length > 0 ||
    !plantsAnything(requestOf(loaded, create).request, before)
  ) {
    return undefined;
  }
  planting.keep(resource, { paths: [], free: false });
  return () => {
    planting.keep(resource, before);
  };
}

function plantsAnything(request: ChainRequest, at: PlantedAt): boolean {
  return JSON.stringify(plantText(request, { ...at, text: 'CNRY-' }).body) !== JSON.stringify(request.body);
}
