/** Header lines: looking up by name, which is compared without case, and replacing. */
import type { HeaderLine, HttpRequest } from './model';

/** The first value of a header. */
export function headerValue(headers: readonly HeaderLine[], name: string): string | undefined {
  const wanted = name.toLowerCase();
  return headers.find((line) => isNamed(line, wanted))?.value;
}

/** All values of a header, in order. */
export function headerValues(headers: readonly HeaderLine[], name: string): readonly string[] {
  const wanted = name.toLowerCase();
  return headers.filter((line) => isNamed(line, wanted)).map(({ value }) => value);
}

/** Every exchange looks for a dozen names among its lines, and most differ in length already. */
function isNamed({ name }: HeaderLine, lowerCase: string): boolean {
  return name.length === lowerCase.length && name.toLowerCase() === lowerCase;
}

/** The request with a further header line, in place of any of the same name. */
export function withHeader(request: HttpRequest, line: HeaderLine): HttpRequest {
  const { headers } = withoutHeaders(request, [line.name]);
  return { ...request, headers: [...headers, line] };
}

/** The request without the lines of these names. */
export function withoutHeaders(request: HttpRequest, names: readonly string[]): HttpRequest {
  const unwanted = new Set(names.map((name) => name.toLowerCase()));
  return { ...request, headers: request.headers.filter(({ name }) => !unwanted.has(name.toLowerCase())) };
}

/** The value of one `Cookie` line for what several say; absent when they say nothing. */
export function joinCookies(values: readonly (string | undefined)[]): string | undefined {
  const present = values.filter((value) => value !== undefined && value !== '');
  return present.length === 0 ? undefined : present.join('; ');
}
