/**
 * Exports of version 4: a flat list of resources, each with the id of its parent, in no particular order.
 *
 * Parents can be missing or form a cycle: items that no workspace leads to are put at the end.
 */
import { UserError } from '../../../../core/errors';
import type { JsonValue } from '../../../../core/json/json';
import {
  descriptionOf,
  itemsOf,
  memberOf,
  objectOf,
  scalarText,
  textOf,
  type Foreign,
} from '../../shape/externalJson';
import {
  bySortKey,
  reasonOf,
  type InsomniaEnvironment,
  type InsomniaItem,
  type InsomniaWorkspace,
} from './insomniaTree';
import { documentation, lostCheck, type Remark } from '../../shape/remark';

/** Reads the `resources`. Throws UserError when there are none. */
export function readExportV4(file: Foreign): readonly InsomniaWorkspace[] {
  const version = scalarText(memberOf(file, '__export_format'));
  if (version !== '4' && version !== '3') {
    const shown = JSON.stringify(version ?? '');
    throw new UserError(
      `This version of Insomnia's exports is not known: ${shown}.`,
      'Export from a current Insomnia.',
    );
  }
  const resources = itemsOf(memberOf(file, 'resources')).flatMap((resource): readonly JsonValue[] =>
    objectOf(resource) === undefined ? [] : [resource],
  );
  if (resources.length === 0) {
    throw new UserError('This export of Insomnia has no `resources`.', 'Export the collection again.');
  }
  return new Resources(resources).workspaces();
}

class Resources {
  private readonly children = new Map<string, Foreign[]>();
  private readonly reached = new Set<Foreign>();

  constructor(private readonly all: readonly Foreign[]) {
    for (const resource of all) {
      const parent = scalarText(memberOf(resource, 'parentId')) ?? '';
      const siblings = this.children.get(parent) ?? [];
      siblings.push(resource);
      this.children.set(parent, siblings);
    }
  }

  workspaces(): readonly InsomniaWorkspace[] {
    const named = this.all.filter((resource) => typeOf(resource) === 'workspace');
    const read = named.map((workspace) => this.workspace(workspace));
    const lost = this.all.filter((one) => REQUESTS.test(typeOf(one)) && !this.reached.has(one));
    if (lost.length === 0 && read.length > 0) {
      return read;
    }
    const [first = EMPTY, ...others] = read;
    const remarks = [`Requests that belong to no folder of the file are at the end: ${lost.length}.`];
    return [
      {
        ...first,
        items: [...first.items, ...lost.map((one) => this.item(one, 0))],
        remarks: [...first.remarks, ...(lost.length === 0 ? [] : remarks)],
      },
      ...others,
    ];
  }

  private workspace(workspace: Foreign): InsomniaWorkspace {
    const inside = this.childrenOf(workspace);
    return {
      name: (scalarText(memberOf(workspace, 'name')) ?? '').trim(),
      description: descriptionOf(memberOf(workspace, 'description')),
      items: this.items(inside, 0),
      environments: inside.filter(isEnvironment).map((one) => this.environment(one)),
      remarks: inside.flatMap(remarksOn),
    };
  }

  private items(resources: readonly Foreign[], depth: number): readonly InsomniaItem[] {
    const items = resources.filter((one) => REQUESTS.test(typeOf(one)) || typeOf(one) === 'request_group');
    return bySortKey(items, (one) => memberOf(one, 'metaSortKey')).flatMap((one) =>
      this.reached.has(one) ? [] : [this.item(one, depth)],
    );
  }

  private item(resource: Foreign, depth: number): InsomniaItem {
    this.reached.add(resource);
    const type = typeOf(resource);
    const settings = Object.entries(USUAL).filter(
      ([name, usual]) => (memberOf(resource, name) ?? usual) !== usual,
    );
    const reason = reasonOf(type, textOf(memberOf(resource, 'url')) ?? '');
    const isFolder = type === 'request_group';
    return {
      kind: isFolder ? 'folder' : reason === '' ? 'request' : 'left-out',
      id: idOf(resource),
      name: (scalarText(memberOf(resource, 'name')) ?? '').trim(),
      description: descriptionOf(memberOf(resource, 'description')),
      source: resource,
      before: textOf(memberOf(resource, 'preRequestScript')) ?? '',
      after: textOf(memberOf(resource, 'afterResponseScript')) ?? '',
      settings: settings.map(([name]) => name.replace(/^setting/, '')),
      followsRedirects: memberOf(resource, 'settingFollowRedirects') !== 'off',
      reason,
      // Deeper ones are found again as requests without a folder.
      children: isFolder && depth < MAX_DEPTH ? this.items(this.childrenOf(resource), depth + 1) : [],
    };
  }

  private environment(resource: Foreign): InsomniaEnvironment {
    return {
      name: (scalarText(memberOf(resource, 'name')) ?? '').trim(),
      source: resource,
      subEnvironments: bySortKey(this.childrenOf(resource).filter(isEnvironment), (one) =>
        memberOf(one, 'metaSortKey'),
      ).map((one) => ({
        name: (scalarText(memberOf(one, 'name')) ?? '').trim(),
        source: one,
        subEnvironments: [],
      })),
    };
  }

  private childrenOf(resource: Foreign): readonly Foreign[] {
    return this.children.get(idOf(resource)) ?? [];
  }
}

/** Folders in folders; nobody has more. */
const MAX_DEPTH = 100;

const EMPTY: InsomniaWorkspace = {
  name: '',
  description: undefined,
  items: [],
  environments: [],
  remarks: [],
};

const REQUESTS = /^(?:request|grpc_request|websocket_request|socketio_request|mcp_request)$/;

/** What Insomnia begins with. */
const USUAL: Readonly<Record<string, boolean>> = {
  settingStoreCookies: true,
  settingSendCookies: true,
  settingDisableRenderRequestBody: false,
  settingEncodeUrl: true,
  settingRebuildPath: true,
};

function typeOf(resource: Foreign): string {
  return textOf(memberOf(resource, '_type')) ?? '';
}

function idOf(resource: Foreign): string {
  return scalarText(memberOf(resource, '_id')) ?? '';
}

function isEnvironment(resource: Foreign): boolean {
  return typeOf(resource) === 'environment';
}

function remarksOn(resource: Foreign): readonly Remark[] {
  const name = JSON.stringify(scalarText(memberOf(resource, 'name') ?? memberOf(resource, 'fileName')) ?? '');
  switch (typeOf(resource)) {
    case 'api_spec':
      return (textOf(memberOf(resource, 'contents')) ?? '').trim() === ''
        ? []
        : [
            documentation(
              `The specification ${name} is not imported with it. Import it as a file of its own.`,
            ),
          ];
    case 'cookie_jar':
      return itemsOf(memberOf(resource, 'cookies')).length === 0
        ? []
        : [`The cookies of ${name} are not carried over.`];
    case 'unit_test_suite':
      return [lostCheck(`The test suite ${name} is not carried over.`)];
    case 'mock_server':
      return [documentation(`The mock server ${name} is not carried over.`)];
    default:
      return [];
  }
}
