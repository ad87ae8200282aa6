/**
 * A request as an attack sends it: that of the chain with the owner's identifiers at some places, and without
 * everything that would judge, repeat or soften it. Pure data in, pure data out; the chain engine resolves and
 * sends it, in the scope of the caller, where `{{owner.X}}` holds what the owner knows as `{{X}}`.
 */
import { defined } from '../../../defined';
import type { JsonValue } from '../../../json/json';
import type { Chain, ChainRequest } from '../../../model';
import { withoutCredentials } from './withoutCredentials';
import type { IdPlace, VariantName } from '../../model/cell';
import { plantText, setProperty, type Planted } from '../../request/canary';
import { ownersValue, swapIds } from './swapIds';
import type { IsText } from './jsonTemplate';
import { varied } from './variants';

/** What makes a request of a chain an attack. */
export interface AttackShape {
  /** Where the owner's identifiers go; everywhere else stay those of the caller. */
  readonly places: readonly IdPlace[];
  readonly variant?: VariantName;
  /** Sent without credentials. */
  readonly anonymous: boolean;
  /** A text for the body: see {@link plantText}. */
  readonly planted?: Planted;
  /** A property of the body; references in its value mean the owner's variables. */
  readonly property?: { readonly path: string; readonly value: JsonValue };
  /**
   * Decides about quotes where a variant writes JSON that no JSON value can say, such as a duplicate member. By
   * default everything is a text that the chain does not state to be something else.
   */
  readonly isText?: IsText;
  /** A text in a further query parameter, which no cache has an answer for. */
  readonly uncached?: string;
}

/** A request and the chain it is sent in. */
export interface AttackedRequest {
  readonly request: ChainRequest;
  readonly chain: Chain;
}

/** The request as the attack sends it; with no places and no variant, as a control sends it. */
export function attackRequest(request: ChainRequest, chain: Chain, attack: AttackShape): AttackedRequest {
  const { places, variant, anonymous, planted, property, isText = textIn(chain), uncached } = attack;
  const bare = bareRequest(uncached === undefined ? request : withParameter(request, uncached));
  const filled = planted === undefined ? bare : plantText(bare, planted);
  const set =
    property === undefined ? filled : setProperty(filled, property.path, ownersValue(property.value));
  const own = anonymous ? withoutCredentials(set, chain, places) : set;
  const owners = swapIds(own, chain, places);
  return {
    request:
      variant === undefined
        ? owners
        : (varied(variant, { own, owners, places, chain, isText, ...defined({ planted }) }) ?? owners),
    chain: anonymous ? { ...chain, auth: { type: 'none' } } : chain,
  };
}

function withParameter(request: ChainRequest, value: string): ChainRequest {
  return { ...request, query: [...request.query, { name: 'uncached', value, disabled: false }] };
}

/** Without what judges an answer, tries again, follows, or lets a cache or a condition answer instead. */
function bareRequest({ retry: _retry, ...request }: ChainRequest): ChainRequest {
  const headers = request.headers.filter(({ name }) => !SOFTENING.test(name));
  return {
    ...request,
    headers: [...headers, { name: 'Cache-Control', value: 'no-cache', disabled: false }],
    extract: [],
    expect: { headers: [], body: [] },
    redirects: 'manual',
  };
}

const SOFTENING = /^(?:If-(?:Match|None-Match|Modified-Since|Unmodified-Since|Range)|Cache-Control)$/i;

function textIn({ variables }: Chain): IsText {
  return ({ name }) => !Object.hasOwn(variables, name) || typeof variables[name] === 'string';
}
