/** The one name of a cell: the same in the plan, files, reports and waivers, whatever else the matrix holds. */
import type { ChainRequest } from '../../model';
import { splitUrl } from '../../prepare/template';
import type { Cell, IdPlace } from './cell';

/** What the name of a cell is made of. */
export type CellName = Pick<
  Cell,
  'kind' | 'operation' | 'owner' | 'caller' | 'places' | 'property' | 'variant'
>;

/**
 * `OBJ order.read bob<-alice path:orderId#trailing-slash`.
 *
 * @param among every place of the request: of two that only their variables tell apart, the name says them
 */
export function cellId(cell: CellName, among: readonly IdPlace[] = cell.places): string {
  const { kind, operation, owner = NOBODY, caller, property, variant } = cell;
  const places =
    property === undefined ? cell.places.map((place) => placeText(place, among)) : [`body:${property}`];
  const where = places.length === 0 ? '' : ` ${places.join('+')}`;
  return `${kind} ${operation} ${owner}<-${caller}${where}${variant === undefined ? '' : `#${variant}`}`;
}

/** Path of the URL as written, without origin, leading reference, query and fragment; `/` where there is none. */
export function pathTemplate({ url }: Pick<ChainRequest, 'url'>): string {
  const { pathStart, queryStart } = splitUrl(url);
  const path = url.slice(pathStart, queryStart);
  return path === '' ? '/' : path;
}

/** Takes the place of the owner where there is none. */
const NOBODY = '-';

function placeText({ in: part, name, variable }: IdPlace, among: readonly IdPlace[]): string {
  const isShared =
    name !== undefined &&
    among.some((other) => other.in === part && other.name === name && other.variable !== variable);
  return isShared ? `${part}:${name}(${variable})` : `${part}:${name ?? variable}`;
}
