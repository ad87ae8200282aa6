/**
 * What makes two cells of two runs the same one: kind, method, path template, places, variant, the roles of owner
 * and caller, and which attributes they share (specification §3). Nothing of users, hosts, identifiers or planted
 * texts is in it, so a renamed user, another server or a moved line opens no new finding.
 */
import { hex } from '../../hex';
import type { Hash } from '../../ports';
import type { Cell, IdPlace, UserRelation } from '../model/cell';

/** The fingerprint of a cell: 64 hexadecimal digits. Cells of several users of one role share it. */
export function authzFingerprint(cell: Cell, hash: Hash): string {
  const { kind, method, path, ended, ownerRole = '', callerRole, relation } = cell;
  const { variant = ended === true ? 'ended' : '' } = cell;
  const roles = [ownerRole, callerRole, ...(relation === undefined ? [] : [relationText(relation)])];
  const parts = [kind, method, path, attackedPlaces(cell), variant, ...roles];
  return hex(hash.digest('sha256', new TextEncoder().encode(parts.map(separable).join('|'))));
}

/** `team=same,tenant=other`: names of attributes, and none of their values. */
function relationText(relation: UserRelation): string {
  return Object.entries(relation)
    .map(([name, kind]) => `${name}=${kind}`)
    .sort()
    .join(',');
}

/** Where a cell attacks: `path:orderId`, `body:/order/id`, `sets:$.role`, `shows:$.taxNumber`; empty when nothing of an owner is sent. */
function attackedPlaces({ places, property, effect }: Pick<Cell, 'places' | 'property' | 'effect'>): string {
  const verb = effect === 'read' ? 'shows' : 'sets';
  return [...places.map(placePart), ...(property === undefined ? [] : [`${verb}:${property}`])].join(',');
}

function placePart({ in: where, name, variable }: IdPlace): string {
  return `${where}:${name ?? variable}`;
}

/** Keeps `a|b` in one part from looking like two. */
function separable(part: string): string {
  return part.replace(/[\\|]/g, '\\$&');
}
