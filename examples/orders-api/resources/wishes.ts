/**
 * Wishes: a corner of the API with the habits of applications in the wild. Ids are small numbers, the only text
 * is a member that no list of free-text names has, emptying the wish list deletes wishes behind the back of who
 * looks at one, a POST to one wish creates another, and whatever else is asked for below /shop is a page.
 *
 * Correct behaviour: 401 without a caller, 403 for what is another's, 404 for what is not there.
 */
import { parameter, type Call } from '../api';
import { requireCaller } from '../access/caller';
import { addWish, wishListOf, type Wish, type WishList } from '../data/store';
import type { FlawName } from '../flawCatalogue';
import { empty, failure, html, json, type Reply } from '../http/reply';
import { fieldsOf } from '../http/request';
import { page } from '../http/page';
import { textField } from './fields';

/** The own wishes. */
export function listWishes(call: Call): Reply {
  const { user } = requireCaller(call);
  const shown = [...call.api.store.wishes.values()].filter(
    ({ ownerId }) => ownerId === user.id || call.api.flaws.has('list-every-wish'),
  );
  return json(200, shown.map(wishView));
}

/** A new wish, also when the path names one. */
export function createWish(call: Call): Reply {
  const { user } = requireCaller(call);
  const content = textField(fieldsOf(call.request), 'content');
  return json(201, wishView(addWish(call.api.store, user.id, content)));
}

/** One wish. */
export function readWish(call: Call): Reply {
  return withWish(call, 'read-any-wish', (wish) => json(200, wishView(wish)));
}

/** One wish with another content. */
export function putWish(call: Call): Reply {
  return withWish(call, 'change-any-wish', (wish) => {
    const changed = { ...wish, content: textField(fieldsOf(call.request), 'content') };
    call.api.store.wishes.set(wish.id, changed);
    return json(200, wishView(changed));
  });
}

/** One wish less. */
export function removeWish(call: Call): Reply {
  return withWish(call, 'delete-any-wish', (wish) => {
    call.api.store.wishes.delete(wish.id);
    return empty(204);
  });
}

/** The own wish list, which everybody has. */
export function ownWishList(call: Call): Reply {
  return json(200, listView(wishListOf(call.api.store, requireCaller(call).user)));
}

/** A wish list without its wishes. */
export function readWishList(call: Call): Reply {
  return withList(call, undefined, (list) => json(200, listView(list)));
}

/** Deletes every wish of a list, and shows none of that. */
export function clearWishList(call: Call): Reply {
  return withList(call, 'clear-any-wish-list', ({ ownerId }) => {
    const { wishes } = call.api.store;
    for (const wish of [...wishes.values()].filter((one) => one.ownerId === ownerId)) {
      wishes.delete(wish.id);
    }
    return json(200, { cleared: true });
  });
}

/** A subscription, which takes no credentials. */
export function subscribe(call: Call): Reply {
  textField(fieldsOf(call.request), 'email');
  const newest = [...call.api.store.wishes.values()].at(-1);
  const tip = call.api.flaws.has('newsletter-shows-wish') ? newest?.content : undefined;
  const welcome = { message: 'Welcome, you will hear from us every week', topic: 'Offers of the week' };
  return json(201, tip === undefined ? welcome : { ...welcome, tip });
}

/** The page of a web application that finds its way in the browser: the same for every path. */
export function shopPage(): Reply {
  return html(200, page('Shop', '<div id="app">Loading what you asked for</div>'));
}

function withWish(call: Call, flaw: FlawName, carryOut: (wish: Wish) => Reply): Reply {
  const { user } = requireCaller(call);
  const wish = call.api.store.wishes.get(Number(parameter(call, 'wish_id')));
  if (wish === undefined) {
    return failure(404, 'no-such-wish', 'There is no such wish.');
  }
  if (wish.ownerId === user.id || call.api.flaws.has(flaw)) {
    return carryOut(wish);
  }
  const error = { error: 'forbidden', message: 'This wish is not yours.' };
  return json(403, call.api.flaws.has('wish-in-403') ? { ...error, wish: wishView(wish) } : error);
}

function withList(call: Call, flaw: FlawName | undefined, carryOut: (list: WishList) => Reply): Reply {
  const { user } = requireCaller(call);
  const list = call.api.store.wishLists.get(Number(parameter(call, 'list_id')));
  if (list === undefined) {
    return failure(404, 'no-such-wish-list', 'There is no such wish list.');
  }
  return list.ownerId === user.id || (flaw !== undefined && call.api.flaws.has(flaw))
    ? carryOut(list)
    : failure(403, 'forbidden', 'This wish list is not yours.');
}

function wishView({ id, content }: Wish) {
  return { id, content };
}

function listView({ id, title }: WishList) {
  return { id, title };
}
