/**
 * The media type that Postman and Bruno state for a file when nobody chose one: the one of its name's extension. Those
 * that people send to an API are listed.
 */

const TYPES: ReadonlyMap<string, string> = new Map([
  ['csv', 'text/csv'],
  ['gif', 'image/gif'],
  ['html', 'text/html'],
  ['jpeg', 'image/jpeg'],
  ['jpg', 'image/jpeg'],
  ['json', 'application/json'],
  ['mp3', 'audio/mpeg'],
  ['mp4', 'video/mp4'],
  ['pdf', 'application/pdf'],
  ['png', 'image/png'],
  ['svg', 'image/svg+xml'],
  ['txt', 'text/plain'],
  ['webp', 'image/webp'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['xml', 'application/xml'],
  ['yaml', 'text/yaml'],
  ['yml', 'text/yaml'],
  ['zip', 'application/zip'],
]);

/** The type for a path; absent where its extension says nothing. */
export function fileType(path: string): string | undefined {
  return TYPES.get(/\.([A-Za-z0-9]+)$/.exec(path)?.[1]?.toLowerCase() ?? '');
}
