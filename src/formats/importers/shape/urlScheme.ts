/** Addresses without a scheme, as people type them into other tools. */

/** The address with the scheme that those tools add; a reference at its beginning may bring one. */
export function withScheme(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/|^\{\{/i.test(url) || url === '' ? url : `http://${url}`;
}
