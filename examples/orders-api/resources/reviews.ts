/**
 * Reviews, which only their author sees. A new one is answered with 204, without a body and without a Location: which
 * identifier it got shows in the list alone, as in many APIs.
 *
 * Correct behaviour: 401 without a caller, 404 for the review of another exactly as for one that does not exist.
 */
import { parameter, type Call } from '../api';
import { requireCaller } from '../access/caller';
import type { Review } from '../data/store';
import type { FlawName } from '../flawCatalogue';
import { empty, failure, json, type Reply } from '../http/reply';
import { fieldsOf } from '../http/request';
import { textField } from './fields';

/** The own reviews. */
export function listReviews(call: Call): Reply {
  const { user } = requireCaller(call);
  const own = [...call.api.store.reviews.values()].filter(({ authorId }) => authorId === user.id);
  return json(200, { reviews: own.map(reviewView) });
}

/** A new review; the answer does not say which. */
export function createReview(call: Call): Reply {
  const { user } = requireCaller(call);
  const text = textField(fieldsOf(call.request), 'text');
  const id = `rev-${call.api.ids.next('review').slice(0, 12)}`;
  call.api.store.reviews.set(id, { id, authorId: user.id, text });
  return empty(204);
}

/** One review. */
export function readReview(call: Call): Reply {
  return withReview(call, 'read-any-review', (review) => json(200, reviewView(review)));
}

/** One review less. */
export function removeReview(call: Call): Reply {
  return withReview(call, 'delete-any-review', ({ id }) => {
    call.api.store.reviews.delete(id);
    return empty(204);
  });
}

function withReview(call: Call, flaw: FlawName, carryOut: (review: Review) => Reply): Reply {
  const { user } = requireCaller(call);
  const review = call.api.store.reviews.get(parameter(call, 'review_id'));
  return review === undefined || (review.authorId !== user.id && !call.api.flaws.has(flaw))
    ? failure(404, 'no-such-review', 'You wrote no such review.')
    : carryOut(review);
}

function reviewView({ id, text }: Review) {
  return { reviewId: id, text };
}
