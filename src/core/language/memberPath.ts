/** JSONPath (RFC 9535) that leads to one value by the names of members, as people write it. */

/** `$.items[0]['order id']` for the steps `items`, `0`, `order id`. */
export function memberPath(steps: readonly (string | number)[]): string {
  return `$${steps.map(segment).join('')}`;
}

function segment(step: string | number): string {
  if (typeof step === 'number') {
    return `[${step}]`;
  }
  return /^[A-Za-z_]\w*$/.test(step) ? `.${step}` : `['${escaped(step)}']`;
}

/** RFC 9535 §2.3.1.1: the quote is escaped, everything else as in JSON. */
function escaped(name: string): string {
  return JSON.stringify(name).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
}
