/** The status that an operation answers with when all goes well, as an expectation. */
import type { WrittenRequest } from '../../../../core/files/writtenChain';
import type { Operation } from './operations';
import type { Place, Spec } from './spec';

/** What responses say: the expectation, and the answers that belong to it. */
export interface DocumentedSuccess {
  /** Members `expect` and `redirects`. */
  readonly members: Pick<WrittenRequest, 'expect' | 'redirects'>;
  /** Responses with the expected status. */
  readonly responses: readonly Place[];
}

/** Reads the `responses`: those of the class 2xx, else those of 3xx. What is documented only by default has none. */
export function documentedSuccess(spec: Spec, { operation }: Operation): DocumentedSuccess {
  const responses = spec.members(spec.at(operation, 'responses'));
  const success = responses.filter(([status]) => /^2(?:\d\d|xx)$/i.test(status));
  const redirects = responses.filter(([status]) => /^3(?:\d\d|xx)$/i.test(status));
  const expected = success.length > 0 ? success : redirects;
  const [first, ...more] = expected.map(([status]) => {
    const lower = status.toLowerCase();
    return lower.endsWith('x') ? lower : Number(status);
  });
  const others = responses.filter(([status]) => status === 'default');
  return {
    members: {
      ...(first === undefined ? {} : { expect: { status: more.length === 0 ? first : [first, ...more] } }),
      ...(success.length === 0 && redirects.length > 0 ? { redirects: 'manual' } : {}),
    },
    responses: (expected.length > 0 ? expected : others).map(([, response]) => response),
  };
}
