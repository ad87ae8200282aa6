/**
 * What a request needs to be as a newer description of its API says, and what only a person can decide.
 *
 * What is required and missing comes in as an import would write it. What an older description had and the newer one
 * does not goes only where the request still has exactly what an import wrote there: references and values of a
 * person's own stay and are named. Extractions and expectations are never changed.
 */
import isEqual from 'lodash/isEqual.js';
import uniqWith from 'lodash/uniqWith.js';
import { parsePath } from '../../core/json/jsonPathParse';
import { leadsTo, responsePaths } from '../../core/openapi/requestUse';
import { coverStatuses } from '../../core/openapi/statusCoverage';
import { list } from '../../core/words';
import { isDeprecated } from '../importers/read/openapi/operations';
import { bodyPoints } from './bodyPoints';
import { isCorrection, type Point } from './correction';
import { differencePoints } from './differencePoints';
import { movePoints } from './movePoints';
import { parameterPoints } from './parameterPoints';
import type { ChangedRequest, RequestToReview } from './requestToReview';

/** Reviews a request. */
export function reviewRequest(review: RequestToReview): readonly Point[] {
  const { before } = review;
  const points = uniqWith(
    [...differencePoints(review), ...(before === undefined ? [] : changePoints({ ...review, before }))],
    isEqual,
  );
  const replaced = points.filter(isCorrection).filter(({ kind }) => kind === 'set');
  const isInside = (point: Point): boolean =>
    isCorrection(point) &&
    replaced.some(
      ({ path }) => path.length < point.path.length && isEqual(path, point.path.slice(0, path.length)),
    );
  return points.filter((point) => !isInside(point));
}

function* changePoints(review: ChangedRequest): Generator<Point> {
  const { before, after } = review;
  yield* movePoints(review);
  yield* parameterPoints(review);
  yield* bodyPoints(review);
  yield* responsePoints(review);
  if (!isEqual(before.security, after.security) && !isAuthenticatedAs(review)) {
    yield {
      kind: 'open',
      text: 'The description has another authentication for it now. Compare it with "auth".',
    };
  }
  if (isDeprecated(after.operation) && !isDeprecated(before.operation)) {
    yield { kind: 'new', text: 'It is deprecated now.' };
  }
}

/** Whether the request already has the kind of authentication that it is described with. */
function isAuthenticatedAs({ auth, after: { security } }: ChangedRequest): boolean {
  const kindOf = (one: Readonly<Record<string, unknown>>): readonly unknown[] =>
    ['type', 'in', 'name', 'grant'].map((member) => one[member]);
  return security !== undefined && isEqual(kindOf(auth), kindOf(security.auth));
}

/** What the request expects or reads of a response that is not described any more. */
function* responsePoints({ request, before, after }: ChangedRequest): Generator<Point> {
  const expected = request.expect.status ?? [];
  const known = new Set(coverStatuses(before.listed.statuses, expected).undescribedStatuses);
  for (const status of coverStatuses(after.listed.statuses, expected).undescribedStatuses) {
    if (!known.has(status)) {
      const described = after.listed.statuses.length === 0 ? 'none' : list(after.listed.statuses);
      yield {
        kind: 'open',
        text: `It expects the status ${status}, which is no longer described. Described: ${described}.`,
      };
    }
  }
  const [old, now] = [before.listed.response, after.listed.response];
  for (const path of now.length === 0 ? [] : new Set(responsePaths(request))) {
    const parsed = parsePath(path);
    if (
      parsed.ok &&
      old.some((steps) => leadsTo(parsed.query, steps)) &&
      !now.some((steps) => leadsTo(parsed.query, steps))
    ) {
      yield {
        kind: 'open',
        text: `It reads ${path} of the response, which is no longer described. Correct what reads it.`,
      };
    }
  }
}
