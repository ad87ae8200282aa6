/** `:name` in the path of an address, as other tools write path parameters, and their separate values. */

/** The address with the values in the place of their names; one without a value stays and gets a remark. */
export function withPathValues(
  url: string,
  values: ReadonlyMap<string, string>,
  remark: (sentence: string) => void,
): string {
  return url.replace(/(?<=\/):([^/?#:{}]+)/g, (whole, name: string) => {
    const value = values.get(name);
    if (value === '') {
      remark(`The path parameter ${whole} has no value. Write one, or a reference, in its place in the URL.`);
    }
    return value === undefined || value === '' ? whole : value;
  });
}
