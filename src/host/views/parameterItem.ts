/**
 * How variables look in the Parameter Dashboard. Names and values come from files and responses that may
 * be a stranger's: plain text in labels, escaped in tooltips, and values masked.
 */
import * as vscode from 'vscode';
import type { Parameter, ParameterGroup, ParameterPlace } from '../../core/analysis/parameter';
import { defined } from '../../core/defined';
import { shorten } from '../../core/shownText';

/** A line of the view. */
export type ParametersNode = GroupNode | ParameterNode | PlaceNode;

/** Variables in the same state. */
export interface GroupNode {
  readonly kind: 'group';
  readonly group: ParameterGroup;
}

/** A variable. */
export interface ParameterNode {
  readonly kind: 'parameter';
  readonly parent: GroupNode;
  readonly parameter: Parameter;
}

/** A place that gives a variable its value or takes it. */
export interface PlaceNode {
  readonly kind: 'place';
  readonly parent: ParameterNode;
  readonly chain: vscode.Uri;
  readonly place: ParameterPlace;
  readonly index: number;
}

/** Characters of a value in a line. */
const SHOWN_VALUE = 60;
/** Characters of a value in a tooltip. */
const SHOWN_MORE = 1000;

/** The line of a group. */
export function groupItem({ group: { health, parameters } }: GroupNode): vscode.TreeItem {
  const { label, icon, colour } = groupLook(health);
  return {
    id: health,
    label,
    description: String(parameters.length),
    iconPath: new vscode.ThemeIcon(icon, new vscode.ThemeColor(colour)),
    collapsibleState: vscode.TreeItemCollapsibleState.Expanded,
    contextValue: 'parameterGroup',
    accessibilityInformation: {
      label:
        parameters.length === 1
          ? vscode.l10n.t('{0}: 1 variable', label)
          : vscode.l10n.t('{0}: {1} variables', label, parameters.length),
    },
  };
}

/** The line of a variable. */
export function parameterItem({ parameter, parent }: ParameterNode): vscode.TreeItem {
  const { name, request, problems } = parameter;
  const { health } = parent.group;
  const value = parameter.value === undefined ? undefined : shortened(parameter.value, SHOWN_VALUE);
  const spoken = value === undefined ? vscode.l10n.t('no value yet') : vscode.l10n.t('value {0}', value);
  return {
    id: parameterId(health, parameter),
    label: name,
    ...defined({
      description: request === undefined ? value : [request.id, value].filter(Boolean).join(' · '),
    }),
    iconPath: new vscode.ThemeIcon('symbol-variable'),
    collapsibleState:
      health === 'broken'
        ? vscode.TreeItemCollapsibleState.Expanded
        : vscode.TreeItemCollapsibleState.Collapsed,
    contextValue: 'parameter',
    tooltip: parameterTooltip(parameter),
    accessibilityInformation: {
      label: [spokenName(parameter), groupLook(health).label, spoken, ...problems].join(', '),
    },
  };
}

/** The line of a place; a click leads there. */
export function placeItem(node: PlaceNode): vscode.TreeItem {
  const { place, parent, index } = node;
  const look = placeLook(place);
  const facts = [place.part, ...(look.fault === undefined ? [] : [look.fault])].filter((fact) => fact !== '');
  return {
    id: `${parameterId(parent.parent.group.health, parent.parameter)}/${index}`,
    label: look.label,
    description: facts.join(' · '),
    iconPath: place.fails
      ? new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'))
      : new vscode.ThemeIcon(look.icon),
    collapsibleState: vscode.TreeItemCollapsibleState.None,
    contextValue: place.role === 'use' ? 'consumer' : 'producer',
    tooltip: [`${look.role} ${look.label}`, ...facts, place.file].join('\n'),
    accessibilityInformation: { label: [`${look.role} ${look.label}`, ...facts].join(', ') },
    command: {
      command: 'chainwright.showVariablePlace',
      title: vscode.l10n.t('Show in File'),
      arguments: [node],
    },
  };
}

function parameterId(health: string, { name, request }: Parameter): string {
  return `${health}/${request?.index ?? ''}/${name}`;
}

function spokenName({ name, request }: Parameter): string {
  return request === undefined
    ? vscode.l10n.t('Variable {0}', name)
    : vscode.l10n.t('Variable {0} of the request {1}', name, request.id);
}

interface GroupLook {
  readonly label: string;
  readonly icon: string;
  readonly colour: string;
}

function groupLook(health: ParameterGroup['health']): GroupLook {
  switch (health) {
    case 'broken':
      return { label: vscode.l10n.t('Broken'), icon: 'error', colour: 'list.errorForeground' };
    case 'unused':
      return { label: vscode.l10n.t('Unused'), icon: 'warning', colour: 'list.warningForeground' };
    case 'healthy':
      return { label: vscode.l10n.t('Healthy'), icon: 'pass', colour: 'testing.iconPassed' };
  }
}

interface PlaceLook {
  readonly label: string;
  /** What the place is to the variable. */
  readonly role: string;
  readonly icon: string;
  readonly fault?: string;
}

function placeLook({ role, owner, file, fails }: ParameterPlace): PlaceLook {
  const producer = vscode.l10n.t('Producer');
  switch (role) {
    case 'extraction':
      return {
        label: owner,
        role: producer,
        icon: 'export',
        ...(fails ? { fault: vscode.l10n.t('switched off') } : {}),
      };
    case 'own':
      return { label: vscode.l10n.t('variable of {0}', owner), role: producer, icon: 'symbol-constant' };
    case 'column':
      return { label: vscode.l10n.t('column of {0}', file), role: producer, icon: 'table' };
    case 'constant':
      return { label: vscode.l10n.t('constant of the chain'), role: producer, icon: 'symbol-constant' };
    case 'required':
      return { label: owner === '' ? file : `${owner} (${file})`, role: producer, icon: 'link' };
    case 'environment':
      return { label: vscode.l10n.t('environment {0}', owner), role: producer, icon: 'server-environment' };
    case 'use':
      return {
        label: owner === '' ? vscode.l10n.t('the whole chain') : owner,
        role: vscode.l10n.t('Consumer'),
        icon: 'references',
        ...(fails ? { fault: vscode.l10n.t('no value here') } : {}),
      };
  }
}

function parameterTooltip({ name, value, problems }: Parameter): vscode.MarkdownString {
  // Set before any text is added, which is escaped accordingly.
  const tooltip = new vscode.MarkdownString('', true);
  tooltip.appendText(name);
  if (value !== undefined) {
    tooltip.appendMarkdown('\n').appendCodeblock(shortened(value, SHOWN_MORE), 'json');
  }
  for (const problem of problems) {
    tooltip.appendMarkdown('\n\n$(warning) ').appendText(problem);
  }
  return tooltip;
}

/** One line of at most so many characters. */
function shortened(text: string, length: number): string {
  return shorten(text, length).replace(/\s+/g, ' ');
}
