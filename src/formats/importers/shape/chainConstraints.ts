/** What a chain's schema asks of words that other tools are freer with: methods and names. */

/** Whether a chain can have a method: a token (RFC 9110 §9.1). */
export function isMethod(text: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text);
}

/** Why no chain can have a request, in a sentence; absent when one can. */
export function requestFault(url: string, method: string): string | undefined {
  if (url.trim() === '') {
    return 'It has no URL.';
  }
  return isMethod(method) ? undefined : `A chain cannot have the method ${JSON.stringify(method)}.`;
}

/** Whether no header or variable of a chain may bear a name, for every JavaScript object has it. */
export function isReservedName(name: string): boolean {
  return name === '__proto__' || name === 'constructor' || name === 'prototype';
}
