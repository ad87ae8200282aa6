/**
 * Masking results before they leave. They are masked already when they are kept; but a folder of results may have
 * come with a clone, and a secret may have been stored since.
 */
import type { AuthzResult } from '../../core/authz/model/authzResult';
import { createRedactor, type Redactor } from '../../core/masking/redact';
import type { ExecutionResult } from '../../core/result/result';
import type { Machine } from '../settings';
import { pseudonyms } from '../../node/secrets/pseudonyms';

/** What is known of the secrets of this workspace. */
export type KnownSecrets = Pick<Machine, 'maskingKey' | 'stored'>;

/** A result without any secret that is known or recognised. */
export function maskedResult(result: ExecutionResult, known: KnownSecrets): ExecutionResult {
  return redactorOf(known).result(result);
}

/** The same of an authorization run. */
export function maskedAuthz(result: AuthzResult, known: KnownSecrets): AuthzResult {
  return maskedComparison({ result, before: undefined }, known).result;
}

/** An authorization run and the one that it is compared with. */
export interface Comparison {
  readonly result: AuthzResult;
  readonly before: AuthzResult | undefined;
}

/** Both masked in the same way, so that what is equal in them stays equal. */
export function maskedComparison({ result, before }: Comparison, known: KnownSecrets): Comparison {
  const redactor = redactorOf(known);
  [result, before].forEach((run) =>
    run?.exchanges.forEach(({ exchange }) => {
      if (exchange !== undefined) {
        redactor.learnFromExchange(exchange);
      }
    }),
  );
  return redactor.data({ result, before });
}

/** Masks what is known of the secrets of this workspace. */
export function redactorOf({ maskingKey, stored }: KnownSecrets): Redactor {
  const redactor = createRedactor({ pseudonym: pseudonyms(maskingKey) });
  [...stored.values()].forEach(({ value }) => redactor.learn(value));
  return redactor;
}
