/**
 * The cells of wishes.authz.json and wish-packs.authz.json: an API with the habits of applications in the wild,
 * on which an authorization test is easily wrong. Written from the table of flaws in examples/README.md.
 */
import type { FlawName } from '../../../examples/orders-api/flawCatalogue';
import type { Cell } from '../../../src/core/authz/model/cell';
import type { OutcomeClass } from '../../../src/core/authz/model/verdict';
import type { Flaws } from './flawModel';

type Asked = Pick<Cell, 'kind' | 'operation'>;

/** Flaws of the shop. */
export const WISH_FLAWS: readonly FlawName[] = [
  'read-any-wish',
  'change-any-wish',
  'delete-any-wish',
  'list-every-wish',
  'wish-in-403',
  'clear-any-wish-list',
  'newsletter-shows-wish',
  'read-any-card',
];

/** The class that these flaws give a cell. */
export function wishClass({ kind, operation }: Asked, flaws: Flaws): OutcomeClass {
  // A card under the name of a user was there before the run, which neither attacks nor deletes it.
  if (operation.startsWith('card.')) {
    return 'INCONCLUSIVE_CONTROL';
  }
  const opening = OPENING[operation];
  switch (kind) {
    case 'SELF':
      return 'PASS_EFFECT';
    case 'ANON':
      return anonymousClass(operation, flaws);
    case 'LIST':
      return flaws.has('list-every-wish') ? 'FLAW_READ' : 'PASS_EFFECT';
    default:
      if (opening !== undefined && flaws.has(opening.flaw)) {
        return opening.outcome;
      }
      return operation.startsWith('wish.') && flaws.has('wish-in-403') ? 'FLAW_READ' : 'PASS_403';
  }
}

function anonymousClass(operation: string, flaws: Flaws): OutcomeClass {
  if (operation !== 'newsletter.subscribe') {
    return 'PASS_401';
  }
  return flaws.has('newsletter-shows-wish') ? 'FLAW_READ' : 'PUBLIC_OK';
}

const OPENING: Readonly<
  Record<string, { readonly flaw: FlawName; readonly outcome: OutcomeClass } | undefined>
> = {
  'wish.read': { flaw: 'read-any-wish', outcome: 'FLAW_READ' },
  'wish.put': { flaw: 'change-any-wish', outcome: 'FLAW_WRITE' },
  'wish.delete': { flaw: 'delete-any-wish', outcome: 'FLAW_DELETE' },
  'ownCard.read': { flaw: 'read-any-card', outcome: 'FLAW_READ' },
  'wishList.clear': { flaw: 'clear-any-wish-list', outcome: 'SUSPECT_ACCEPTED' },
};
