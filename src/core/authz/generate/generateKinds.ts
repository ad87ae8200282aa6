/** What a request of a chain does, as far as its method, its id, its body and the answer it expects say. */
import type { ChainRequest } from '../../model';
import { effectOf } from '../matrix/effects';
import { soundsEnding } from '../matrix/endsCredentials';
import { isSafe, isSafeByMethod } from '../matrix/safeRequest';
import { verbOf } from './generateNames';
import type { Effect } from '../model/matrix';

/** Whether a status among those that a request expects is a success; 304 answers a condition. */
export function isAccepted({ expect: { status } }: ChainRequest): boolean {
  return status === undefined || status.some((code) => /^[23]/.test(String(code)) && String(code) !== '304');
}

/** Whether a request makes something: a POST that answers 2xx and does not only ask. */
export function isCreating(request: ChainRequest): boolean {
  const { status } = request.expect;
  const verb = verbOf(request.id);
  return (
    request.method.toUpperCase() === 'POST' &&
    (status === undefined || status.some((code) => String(code).startsWith('2'))) &&
    verb !== 'read' &&
    verb !== 'list' &&
    !isSafeByMethod(request)
  );
}

/**
 * What a request does to its object; where the method does not show it, its id may. Only what is safe by its method
 * and by its name counts as reading, because such requests are sent without consent to changes.
 */
export function effectIn(request: ChainRequest): Effect {
  const isPost = request.method.toUpperCase() === 'POST';
  const byMethod = effectOf(request.method);
  if (soundsEnding(request) && (isPost || byMethod === 'read')) {
    return 'action';
  }
  if (isSafe(request)) {
    return 'read';
  }
  if (!isPost) {
    return byMethod === 'read' ? 'action' : byMethod;
  }
  const verb = verbOf(request.id);
  return verb === 'update' || verb === 'delete' ? verb : 'action';
}
