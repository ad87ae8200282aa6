/** Which requests a repair may send again without changing anything twice. */
import { removeMember } from '../../edit/jsonEdit';
import { applyEdits } from '../../edit/textEdit';
import { readChainOnly } from '../../files/chainFile';
import { stringifyJson } from '../../json/json';
import { findReferences } from '../../prepare/template';

/** Methods that do the same when a request is sent again (RFC 9110 §9.2.2). */
const IDEMPOTENT = /^(?:GET|HEAD|OPTIONS|TRACE|PUT|DELETE)$/i;

/** Whether a request with this method does the same when it is sent again. */
export function isIdempotent(method: string): boolean {
  return IDEMPOTENT.test(method);
}

/** The chain without the retries of requests that are not idempotent. */
export function withoutRetries(text: string): string {
  const list = readChainOnly(text, 'chain').chain?.requests ?? [];
  const retried = list.flatMap(({ method, retry }, index) =>
    retry === undefined || isIdempotent(method) ? [] : [index],
  );
  return retried.reduce(
    (now, index) => applyEdits(now, removeMember(now, ['requests', index, 'retry'])),
    text,
  );
}

/** Whether a constant of a chain is generated: a part of a run would have another value than the part before it. */
export function hasGenerated(text: string): boolean {
  const constants = stringifyJson(readChainOnly(text, 'chain').chain?.variables ?? {});
  return findReferences(constants).some(({ name }) => name.startsWith('$'));
}
