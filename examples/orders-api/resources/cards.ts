/**
 * Loyalty cards: accounts under a name that their holder chooses. Every user has one from the beginning, and a
 * name that is taken is refused with a 200, as many applications do: who does not look into the answer takes the
 * card of a user for one of the own making.
 */
import { parameter, type Call } from '../api';
import { requireCaller } from '../access/caller';
import { addCard, type Card } from '../data/store';
import type { FlawName } from '../flawCatalogue';
import { empty, failure, json, type Reply } from '../http/reply';
import { fieldsOf } from '../http/request';
import { textField } from './fields';

/** A new card under a free name. */
export function createCard(call: Call): Reply {
  const { user } = requireCaller(call);
  const name = textField(fieldsOf(call.request), 'name');
  if (call.api.store.cards.has(name)) {
    return json(200, { status: 'fail', message: 'There is a card of that name already.' });
  }
  addCard(call.api.store, user, name);
  return json(200, { status: 'success' });
}

/** One card. */
export function readCard(call: Call): Reply {
  return withCard(call, 'read-any-card', ({ name, holder, points }) => json(200, { name, holder, points }));
}

/** One card less. */
export function removeCard(call: Call): Reply {
  return withCard(call, undefined, ({ name }) => {
    call.api.store.cards.delete(name);
    return empty(204);
  });
}

function withCard(call: Call, flaw: FlawName | undefined, carryOut: (card: Card) => Reply): Reply {
  const { user } = requireCaller(call);
  const card = call.api.store.cards.get(parameter(call, 'name'));
  if (card === undefined) {
    return failure(404, 'no-such-card', 'There is no such card.');
  }
  return card.ownerId === user.id || (flaw !== undefined && call.api.flaws.has(flaw))
    ? carryOut(card)
    : failure(403, 'forbidden', 'This card is not yours.');
}
