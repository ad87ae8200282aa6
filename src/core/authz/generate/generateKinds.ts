/** What a request of a chain does, as far as its method, its id, its body and the answer it expects say. */
import type { ChainRequest } from '../../model';
import { pathTemplate } from '../plan/cellId';
import { effectOf } from '../matrix/effects';
import { verbOf, wordsOf } from './generateNames';
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
export function effectIn({ body, id, method }: ChainRequest): Effect {
  if (method.toUpperCase() !== 'POST') {
    return effectOf(method);
  }
  const verb = verbOf(id);
  if ((body?.kind === 'graphql' && !isMutation(body.query)) || verb === 'read' || verb === 'list') {
    return 'read';
  }
  return verb === 'update' || verb === 'delete' ? verb : 'action';
}

/** Whether a request ends the session of whoever sends it. */
export function isSigningOut(request: ChainRequest): boolean {
  return [request.id, pathTemplate(request)].some((text) =>
    /log-?out|sign-?out|log-?off/.test(wordsOf(text).join('-')),
  );
}

function isMutation(query: string): boolean {
  return /^\s*mutation\b/m.test(query);
}
