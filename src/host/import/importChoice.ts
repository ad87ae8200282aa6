/**
 * Choosing what to import: every request and environment of the sources in a list, in its folders, all of them
 * chosen at first, with what each request loses; what rules set aside is there as one line for each rule, to be taken in.
 */
import * as vscode from 'vscode';
import { groupRequests, type FolderStyle } from '../../formats/importers/write/folderGroups';
import type {
  EnvironmentOverview,
  KeptOverview,
  SourceOverview,
} from '../../formats/importers/chooseRequests';
import { fileText, withoutIcons } from '../fileText';
import type { ReadOverview } from './importSession';

/** What a person chose. Positions are those of the source and of the request or environment in it. */
export interface ImportChoice {
  readonly requests: ReadonlySet<string>;
  readonly environments: ReadonlySet<string>;
  /** Rules that are not to be applied. */
  readonly keep: ReadonlySet<string>;
}

/** The meaning of a line of the list. */
type ChosenPart =
  | { readonly kind: 'requests'; readonly position: string }
  | { readonly kind: 'environments'; readonly position: string }
  | { readonly kind: 'rule'; readonly name: string };

interface PartItem extends vscode.QuickPickItem {
  readonly part?: ChosenPart;
}

/** Asks what to import; absent when the person gives up. A single thing is not asked about. */
export async function askChoice({
  sound: sources,
  setAside,
}: Pick<ReadOverview, 'sound' | 'setAside'>): Promise<ImportChoice | undefined> {
  const all = sources.flatMap(({ requests }) => requests);
  const items = [...sources.flatMap(sourceItems), ...asideItems(setAside)];
  const parts = items.flatMap(({ part }) => part ?? []);
  const unusable = all.filter((request) => request.kind === 'left-out' && request.rule === undefined).length;
  const chosen =
    parts.length <= 1
      ? items
      : await vscode.window.showQuickPick(items, {
          title: vscode.l10n.t('Import from {0}', sourceNames(sources)),
          placeHolder: placeholder(unusable),
          canPickMany: true,
          ignoreFocusOut: true,
          matchOnDescription: true,
          matchOnDetail: true,
        });
  return chosen === undefined ? undefined : choiceOf(chosen.flatMap(({ part }) => part ?? []));
}

/** Names a request or environment of a source. */
export function positionOf(source: number, index: number): string {
  return `${source}:${index}`;
}

/** Asks what folders become, when there are several; absent when the person gives up. Chains come first for long sources. */
export async function askFolders(
  requests: readonly { readonly folders: readonly string[] }[],
): Promise<FolderStyle | undefined> {
  const folders = groupRequests(requests, 'chains').length;
  if (folders <= 1) {
    return 'tags';
  }
  const divided = groupRequests(requests, 'size').length;
  const tags = {
    label: vscode.l10n.t('Tags of the Requests'),
    description: vscode.l10n.t('one chain in the order of the source'),
    style: 'tags' as const,
  };
  const chains = {
    label: vscode.l10n.t('Chains of Their Own'),
    ...(divided > 1
      ? {
          description: vscode.l10n.t('about {0} chains, one for each larger folder', divided),
          style: 'size' as const,
        }
      : {
          description: vscode.l10n.t('{0} chains, one for each folder', folders),
          style: 'chains' as const,
        }),
  };
  const chosen = await vscode.window.showQuickPick(divided > 1 ? [chains, tags] : [tags, chains], {
    title: vscode.l10n.t('Import'),
    placeHolder: vscode.l10n.t('What do the folders of the source become?'),
    ignoreFocusOut: true,
  });
  return chosen?.style;
}

/** Names of sources on one line. */
function sourceNames(sources: readonly SourceOverview[]): string {
  return fileText(sources.map(({ source }) => source).join(', '));
}

function choiceOf(parts: readonly ChosenPart[]): ImportChoice {
  const positions = (kind: 'requests' | 'environments'): ReadonlySet<string> =>
    new Set(parts.flatMap((part) => (part.kind === kind ? [part.position] : [])));
  return {
    requests: positions('requests'),
    environments: positions('environments'),
    keep: new Set(parts.flatMap((part) => (part.kind === 'rule' ? [part.name] : []))),
  };
}

function placeholder(unusable: number): string {
  return unusable === 0
    ? vscode.l10n.t('What do you want to import?')
    : vscode.l10n.t('What do you want to import? {0} cannot be imported.', unusable);
}

/** A heading wherever another folder begins, then the environments. */
function sourceItems(overview: SourceOverview, at: number): readonly PartItem[] {
  const { source } = overview;
  let heading = '';
  const requests = overview.requests.flatMap((request, index): readonly PartItem[] => {
    if (request.kind === 'left-out') {
      return [];
    }
    const title = [fileText(source), ...request.folders.map(fileText)].join(' / ');
    const begins = title === heading ? [] : [separator(title)];
    heading = title;
    return [...begins, requestItem(request, positionOf(at, index))];
  });
  const environments = overview.environments.map((environment, index) =>
    environmentItem(environment, positionOf(at, index)),
  );
  const title = separator(vscode.l10n.t('{0}: environments', fileText(source)));
  return [...requests, ...(environments.length === 0 ? [] : [title]), ...environments];
}

/** A request; the icon and the line below it are for those that lose more than documentation. */
function requestItem({ name, method, url, lost }: KeptOverview, position: string): PartItem {
  const address = withoutIcons(fileText(`${method} ${url}`));
  const label = name === '' ? address : withoutIcons(fileText(name));
  const detail = lossOf(lost);
  return {
    label: lost.sent === 0 ? label : `$(warning) ${label}`,
    ...(name === '' ? {} : { description: address }),
    ...(detail === '' ? {} : { detail }),
    picked: true,
    part: { kind: 'requests', position },
  };
}

/** What a request loses, the most important first; empty when that is documentation at most. */
function lossOf({ sent, check }: KeptOverview['lost']): string {
  return [
    ...(sent === 0 ? [] : [vscode.l10n.t('changes what is sent: {0}', sent)]),
    ...(check === 0 ? [] : [vscode.l10n.t('checks lost: {0}', check)]),
  ].join(' · ');
}

function environmentItem({ name, variables }: EnvironmentOverview, position: string): PartItem {
  return {
    label: `$(server-environment) ${withoutIcons(fileText(name))}`,
    description: vscode.l10n.t('{0} variables', variables),
    picked: true,
    part: { kind: 'environments', position },
  };
}

function asideItems(aside: ReadonlyMap<string, number>): readonly PartItem[] {
  const items = [...aside].map(([name, count]): PartItem => ({
    label: `${count} ${name}`,
    description: vscode.l10n.t('set aside: choose it to import them as well'),
    part: { kind: 'rule', name },
  }));
  return items.length === 0 ? [] : [separator(vscode.l10n.t('Set aside')), ...items];
}

function separator(label: string): PartItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}
