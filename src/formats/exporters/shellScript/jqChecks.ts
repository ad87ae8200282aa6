/** Comparisons as filters of jq: of values of a chain, and of parts of an answer. */
import { findReferences } from '../../../core/prepare/template';
import type { Check, Operator } from '../../../core/model';
import { jqPath } from './jqPaths';
import { headerFilter, jqRegex, type JqSource } from './jqValues';

/** The function that compares: it gets everything that a value can be read as, which is nothing for what is absent. */
export const COMPARES = `def compares($how; $wanted): . as $all
  | if $how == "exists" then (length > 0) == $wanted
    elif length == 0 then false
    elif $how == "equals" then any($all[]; . == $wanted)
    elif $how == "notEquals" then any($all[]; . == $wanted) | not
    elif $how == "lessThan" or $how == "greaterThan" then any($all[]; type == ($wanted | type)
      and (type == "number" or type == "string") and (if $how == "lessThan" then . < $wanted else . > $wanted end))
    elif $how == "matches" then $all[0] | if type == "string" then . else tojson end | test($wanted[0]; $wanted[1])
    elif $how == "contains" then any($all[]; . as $it
      | if type == "array" then any(.[]; . == $wanted)
        elif type == "object" and ($wanted | type) == "object"
        then all($wanted | to_entries[]; .key as $key | ($it | has($key)) and $it[$key] == .value)
        elif ($wanted | type) != "string" then false
        elif type == "object" then has($wanted)
        else type == "string" and contains($wanted) end)
    else any($all[]; type == $wanted or ($wanted == "integer" and type == "number" and floor == .))
    end;`;

/** What an operator compares with; absent for what jq does not compare. */
export function operandOf({ operator, value }: Operator) {
  if (operator !== 'matches') {
    return operator === 'schema' ? undefined : value;
  }
  const regex = findReferences(value).length > 0 ? undefined : jqRegex(value);
  return regex && [regex.source, regex.flags];
}

/** What the part of an answer can be read as that a check is about; absent where jq cannot find it. */
export function checkedPart({ name, path }: Pick<Check, 'name' | 'path'>): JqSource | undefined {
  if (name !== undefined) {
    const lines = `[${headerFilter(name)}] | if . == [] then . else join(", ") | ${READINGS} end`;
    return { file: 'head', filter: lines };
  }
  if (path === undefined) {
    return { file: 'body', filter: READINGS };
  }
  const found = jqPath(path);
  return found === undefined
    ? undefined
    : {
        file: 'body',
        filter: `[select(. != "") | fromjson? | ${found}] | if length > 1 then [.] else . end`,
      };
}

/** A text that is JSON is also what it says. */
const READINGS = '[., (select(. != "") | fromjson?)]';
