/**
 * What the values of a GraphQL request are called: by the arguments that they are given to, because a
 * variable may be called `id` whatever it identifies. `removePost(id: $id)` takes a post's id.
 *
 * One pass over the tokens of the document (GraphQL, October 2021, §2); other texts give no names.
 */
import { isObject, type JsonValue } from '../../json/json';
import {
  isOperator,
  namePlace,
  nounOf,
  ownerOf,
  withoutOperators,
  type PlaceName,
} from '../../language/placeName';

/** A value in the document itself. */
interface GraphqlLiteral {
  readonly value: string;
  readonly name: PlaceName;
}

/** Names of the values of a request. */
export interface GraphqlNaming {
  readonly query: string;
  /** By the members that lead to a value of the body; absent for what is not a variable. */
  readonly nameOf: (steps: readonly (string | number)[]) => PlaceName | undefined;
  readonly literals: readonly GraphqlLiteral[];
}

const DOCUMENT = /^\s*(?:#[^\n]*\n\s*)*(?:\{|(?:query|mutation|subscription|fragment)\b)/;
const TOKEN = /"(?:[^"\\\n]|\\.)*"|#[^\n]*|\$?[A-Za-z_]\w*|-?\d+(?:\.\d+)?|[(){}:]/g;
const MAX_LENGTH = 100_000;

/** The names of a JSON body that is a GraphQL request; absent when it is none. */
export function graphqlNaming(body: JsonValue): GraphqlNaming | undefined {
  const query = isObject(body) && Object.hasOwn(body, 'query') ? body['query'] : undefined;
  if (typeof query !== 'string' || query.length > MAX_LENGTH || !DOCUMENT.test(query)) {
    return undefined;
  }
  const uses = argumentsOf(query);
  // Of a variable that several fields take, as a list and its count do, the first one names it.
  const variables = new Map(
    uses
      .toReversed()
      .flatMap((use) => (use.value.startsWith('$') ? [[use.value.slice(1), use] as const] : [])),
  );
  return {
    query,
    nameOf: ([first, variable, ...rest]) => {
      const use = first === 'variables' ? variables.get(String(variable)) : undefined;
      return use === undefined ? undefined : variableName(use, rest);
    },
    literals: uses.flatMap(({ value, argument, field }) =>
      value.startsWith('$')
        ? []
        : [{ value: value.replace(/^"|"$/g, ''), name: namePlace(argument, nounOf(field)) }],
    ),
  };
}

/** A value that an argument of a field is given: `$id`, `4`, `"open"`. */
interface ArgumentUse {
  readonly field: string;
  readonly argument: string;
  readonly value: string;
}

function argumentsOf(query: string): readonly ArgumentUse[] {
  const tokens = query.match(TOKEN) ?? [];
  const fields: string[] = [];
  const uses: ArgumentUse[] = [];
  let name = '';
  tokens.forEach((token, index) => {
    const isNamed = tokens[index + 1] === ':';
    if (token === '(') {
      fields.push(name);
    } else if (token === ')') {
      fields.pop();
    } else if (/^[A-Za-z_]/.test(token)) {
      name = fields.length === 0 || (isNamed && !isOperator(token)) ? token : name;
    } else if (/^["$\d-]/.test(token) && !isNamed && fields.length > 0) {
      uses.push({ field: fields.at(-1) ?? '', argument: name, value: token });
    }
  });
  return uses;
}

/** A variable is named by its argument, its members by their own names, and it belongs to the field's resource. */
function variableName({ field, argument }: ArgumentUse, rest: readonly (string | number)[]): PlaceName {
  const names = withoutOperators(rest.filter((step) => typeof step === 'string'));
  const own = names.at(-1);
  if (own === undefined) {
    return namePlace(argument, nounOf(field));
  }
  const around = ownerOf(names.slice(0, -1));
  return namePlace(own, around.length === 0 ? nounOf(field) : around);
}
