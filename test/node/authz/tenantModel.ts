/**
 * The cells of tenants.authz.json: notes that the members of an organization share, reviews that only a list
 * identifies, and boards under keys of the client's choice. Written from the table of flaws in examples/README.md.
 */
import type { FlawName } from '../../../examples/orders-api/flawCatalogue';
import type { Cell } from '../../../src/core/authz/model/cell';
import type { OutcomeClass } from '../../../src/core/authz/model/verdict';
import type { Flaws } from './flawModel';

/** Flaws of notes, reviews and boards. */
export const TENANT_FLAWS: readonly FlawName[] = [
  'cross-tenant-read',
  'cross-tenant-update',
  'cross-tenant-delete',
  'cross-tenant-list',
  'colleague-deletes',
  'colleague-refused',
  'read-any-review',
  'delete-any-review',
  'read-any-board',
];

/** The class that these flaws give a cell. */
export function tenantClass({ kind, operation, owner, caller }: Cell, flaws: Flaws): OutcomeClass {
  if (kind === 'ANON') {
    return 'PASS_401';
  }
  if (owner === caller) {
    return 'PASS_EFFECT';
  }
  const isShared = operation.startsWith('note.') && isColleague(owner, caller);
  return isShared ? colleagueClass(operation, flaws) : strangerClass(operation, flaws);
}

/** The organizations of examples/README.md. */
const ACME: readonly (string | undefined)[] = ['alice', 'sam'];

function isColleague(owner: string | undefined, caller: string): boolean {
  return ACME.includes(owner) === ACME.includes(caller);
}

function colleagueClass(operation: string, flaws: Flaws): OutcomeClass {
  if (operation === 'note.delete') {
    return flaws.has('colleague-deletes') ? 'FLAW_DELETE' : 'PASS_403';
  }
  const isRefused = operation === 'note.read' && flaws.has('colleague-refused');
  return isRefused ? 'OVER_RESTRICTED' : 'PASS_EFFECT';
}

function strangerClass(operation: string, flaws: Flaws): OutcomeClass {
  const [flaw, harm, otherwise] = OPENING[operation] ?? assertNever(operation);
  return flaws.has(flaw) ? harm : otherwise;
}

const OPENING: Readonly<
  Record<string, readonly [flaw: FlawName, harm: OutcomeClass, otherwise: OutcomeClass] | undefined>
> = {
  'note.list': ['cross-tenant-list', 'FLAW_READ', 'PASS_EFFECT'],
  'note.read': ['cross-tenant-read', 'FLAW_READ', 'PASS_404'],
  'note.put': ['cross-tenant-update', 'FLAW_WRITE', 'PASS_404'],
  'note.delete': ['cross-tenant-delete', 'FLAW_DELETE', 'PASS_404'],
  'review.read': ['read-any-review', 'FLAW_READ', 'PASS_404'],
  'review.delete': ['delete-any-review', 'FLAW_DELETE', 'PASS_404'],
  'board.read': ['read-any-board', 'FLAW_READ', 'PASS_404'],
};

function assertNever(operation: string): never {
  throw new Error(`The model does not know ${operation}`);
}
