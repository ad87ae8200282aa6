/** Which requests of imported files are taken along: those that others refer to, and what these need in turn. */
import type { HttpRegion } from './httpRegion';
import type { HttpFile } from './httpSources';

/** The regions of imported files whose requests the last file needs. */
export function neededRequests(files: readonly HttpFile[]): ReadonlySet<HttpRegion> {
  const named = new Map(
    files.flatMap(({ regions }) =>
      regions.flatMap((region) => {
        const name = nameOf(region);
        return name === undefined ? [] : [[name, region] as const];
      }),
    ),
  );
  const needed = new Set<HttpRegion>();
  const queue = [...(files.at(-1)?.regions ?? [])];
  for (let region = queue.pop(); region !== undefined; region = queue.pop()) {
    for (const name of referredIn(region)) {
      const other = named.get(name);
      if (other !== undefined && !needed.has(other)) {
        needed.add(other);
        queue.push(other);
      }
    }
  }
  return needed;
}

function nameOf({ meta }: HttpRegion): string | undefined {
  return meta.find(({ name }) => name === 'name')?.value;
}

/** Names in `# @ref` and in front of a dot or bracket in references. */
function referredIn({ meta, request, headers, body, variables, command }: HttpRegion): readonly string[] {
  const refs = meta.filter(({ name }) => name === 'ref' || name === 'forceref').map(({ value }) => value);
  const texts = [
    request?.url ?? '',
    command ?? '',
    ...headers.map(({ value }) => value),
    ...variables.map(({ value }) => value),
    ...body,
  ];
  const names = texts.flatMap((text) =>
    [...text.matchAll(/\{\{\s*([A-Za-z_][\w-]*)[.[]/g)].map(([, name = '']) => name),
  );
  return [...refs, ...names];
}
