/** What a request of a chain does, as far as its method, its id, its body and the answer it expects say. */
import type { ChainRequest } from '../../model';
import { effectOf } from '../matrix/effects';
import { soundsEnding } from '../matrix/endsCredentials';
import { verbOf } from './generateNames';
import type { Effect } from '../matrix/matrix';

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
    (request.body?.kind !== 'graphql' || isMutation(request.body.query))
  );
}

/** What a request does to its object; where the method does not say it, its id may. */
export function effectIn(request: ChainRequest): Effect {
  const { body, id, method } = request;
  const isPost = method.toUpperCase() === 'POST';
  if (soundsEnding(request) && (isPost || effectOf(method) === 'read')) {
    return 'action';
  }
  if (!isPost) {
    return effectOf(method);
  }
  const verb = verbOf(id);
  if ((body?.kind === 'graphql' && !isMutation(body.query)) || verb === 'read' || verb === 'list') {
    return 'read';
  }
  return verb === 'update' || verb === 'delete' ? verb : 'action';
}

function isMutation(query: string): boolean {
  return /^\s*mutation\b/m.test(query);
}
