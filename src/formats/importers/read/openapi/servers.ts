/**
 * The servers of a specification: each an environment with `baseUrl` and the variables of its address.
 *
 * Operations that name a server of their own have its address in the chain instead, because it is the same in
 * every environment.
 */
import type { JsonValue } from '../../../../core/json/json';
import { escapeReferences } from '../../../../core/prepare/template';
import { httpUrl } from '../../../../core/prepare/url';
import { itemsOf, memberOf, scalarText, textOf } from '../../shape/externalJson';
import type { ImportedEnvironment, ImportedVariable } from '../../shape/imported';
import type { Operation } from './operations';
import type { Place, Spec } from './spec';
import { documentation, type Remark } from '../../shape/remark';

/** The addresses of a specification. */
export interface SpecServers {
  readonly environments: readonly ImportedEnvironment[];
  /** The text before the path of an operation: `{{baseUrl}}`, or its own server. */
  readonly base: (operation: Operation, remark: (remark: Remark) => void) => string;
  /** An address that may be relative to the server: `/oauth/token`. */
  readonly absolute: (url: string) => string;
}

/** What the variables of addresses are called. */
export interface ServerNames {
  /** The variable with the address of the server. */
  readonly baseUrl: string;
  readonly nameOf: (variable: string) => string;
}

/** Reads the `servers`, or in Swagger 2 `host`, `basePath` and `schemes`. */
export function readServers(spec: Spec, names: ServerNames): SpecServers {
  const servers = serversOf(spec);
  const [first] = servers;
  const origin = first === undefined ? undefined : httpUrl(withDefaults(first))?.origin;
  const absolute = (url: string): string =>
    url.startsWith('/') ? `${origin ?? `{{${names.baseUrl}}}`}${url}` : url;
  return {
    environments: environmentsOf(servers, names),
    base(operation, remark) {
      const [own, ...more] =
        [operation.operation, operation.item].flatMap((place) => {
          const named = listServers(spec, place);
          return named.length === 0 ? [] : [named];
        })[0] ?? [];
      if (own === undefined || servers.some(({ url }) => url === own.url)) {
        return `{{${names.baseUrl}}}`;
      }
      if (more.length > 0) {
        const others = more.map(({ url }) => url).join(', ');
        remark(documentation(`Its first server is used; it can also be sent to ${others}.`));
      }
      return escapeReferences(absolute(withDefaults(own)).replace(/\/$/, ''));
    },
    absolute,
  };
}

/** URLs of the servers as written, defaults in place of their variables. */
export function serverUrls(spec: Spec): readonly string[] {
  return serversOf(spec).map(withDefaults);
}

function serversOf(spec: Spec): readonly Server[] {
  const listed = listServers(spec, spec.root);
  return listed.length > 0 ? listed : swaggerServers(spec);
}

/** The variable with the address of the server, where there is one specification. */
export const baseUrlName = 'baseUrl';

/** Where a file does not say so: the address of nobody, to be replaced. */
const UNKNOWN_HOST = 'http://localhost';

interface Server {
  readonly url: string;
  readonly title: string;
  readonly variables: readonly ServerVariable[];
}

interface ServerVariable {
  readonly name: string;
  readonly value: string;
  readonly others: readonly string[];
}

function listServers(spec: Spec, place: Place): readonly Server[] {
  return spec.items(spec.at(place, 'servers')).flatMap((server) => {
    const url = textOf(memberOf(server.value, 'url'))?.trim();
    const variables = spec.members(spec.at(server, 'variables')).map(([name, { value }]) => {
      const choices = itemsOf(memberOf(value, 'enum')).flatMap((choice) => scalarText(choice) ?? []);
      const chosen = scalarText(memberOf(value, 'default')) ?? choices[0] ?? '';
      return { name, value: chosen, others: choices.filter((choice) => choice !== chosen) };
    });
    const title = (textOf(memberOf(server.value, 'description')) ?? '').replace(/\s+/g, ' ').trim();
    return url === undefined ? [] : [{ url: url.replace(/\/$/, ''), title, variables }];
  });
}

function swaggerServers(spec: Spec): readonly Server[] {
  const host = textOf(memberOf(spec.root.value, 'host')) ?? '';
  const path = (textOf(memberOf(spec.root.value, 'basePath')) ?? '').replace(/\/$/, '');
  const schemes = itemsOf(memberOf(spec.root.value, 'schemes'))
    .flatMap((scheme) => textOf(scheme) ?? [])
    .filter((scheme) => scheme === 'http' || scheme === 'https');
  if (host === '') {
    return [{ url: path, title: '', variables: [] }];
  }
  const named = schemes.length > 0 ? schemes : ['https'];
  return named.map((scheme) => ({ url: `${scheme}://${host}${path}`, title: '', variables: [] }));
}

function environmentsOf(
  servers: readonly Server[],
  { baseUrl, nameOf }: ServerNames,
): readonly ImportedEnvironment[] {
  const taken = new Set<string>();
  return servers.map((server) => {
    const { url, remarks } = addressOf(server, baseUrl);
    const name = freeName(server, taken);
    taken.add(name);
    const variables = server.variables.map((variable): ImportedVariable => ({
      name: nameOf(variable.name),
      value: variable.value,
      isSecret: false,
    }));
    const address = withReferences(url, (variable) =>
      server.variables.some((one) => one.name === variable) ? `{{${nameOf(variable)}}}` : undefined,
    );
    return { name, variables: [plain(baseUrl, address), ...variables], remarks };
  });
}

function plain(name: string, value: JsonValue): ImportedVariable {
  return { name, value, isSecret: false };
}

/** The address as far as it is known, and what the user has to do about it. */
function addressOf(
  server: Server,
  baseUrl: string,
): { readonly url: string; readonly remarks: readonly Remark[] } {
  const { url } = server;
  const choices = server.variables
    .filter(({ others }) => others.length > 0)
    .map(({ name, others }) => documentation(`The variable ${name} can also be ${others.join(', ')}.`));
  if (/^[a-z][a-z0-9+.-]*:\/\/|^\{/i.test(url)) {
    return { url, remarks: choices };
  }
  const known = url.startsWith('//')
    ? `https:${url}`
    : `${UNKNOWN_HOST}${/^[^/]/.test(url) ? '/' : ''}${url}`;
  const missing = `The file does not say on which server the API is. Write its address into ${baseUrl}.`;
  return { url: known, remarks: url.startsWith('//') ? choices : [missing, ...choices] };
}

/** Servers that differ in their scheme get its name, others a number. */
function freeName(server: Server, taken: ReadonlySet<string>): string {
  const name = nameFor(server);
  const scheme = /^([a-z]+):/i.exec(server.url)?.[1] ?? '';
  const numbered = Array.from({ length: taken.size + 1 }, (_, index) => `${name} ${index + 2}`);
  const candidates = [name, ...(scheme === '' ? [] : [`${name} (${scheme})`]), ...numbered];
  return candidates.find((candidate) => !taken.has(candidate)) ?? name;
}

function nameFor({ url, title }: Server): string {
  const host = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]+)/i.exec(url)?.[1] ?? '';
  const short = title.length <= MAX_TITLE ? title : '';
  return short || host.replace(/[{}]/g, '') || 'server';
}

/** Longer descriptions are no names. */
const MAX_TITLE = 40;

function withDefaults({ url, variables }: Server): string {
  const values = new Map(variables.map(({ name, value }) => [name, value]));
  return url.replace(PLACEHOLDER, (whole, name: string) => values.get(name) ?? whole);
}

function withReferences(url: string, referenceTo: (variable: string) => string | undefined): string {
  return url.replace(PLACEHOLDER, (whole, name: string) => referenceTo(name) ?? whole);
}

const PLACEHOLDER = /\{([^{}]+)\}/g;
