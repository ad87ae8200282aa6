/** What can be chosen in a cell of the policy grid, and what it shows. */
import { parseJson } from '../../src/core/json/json';
import type { GrantChoice } from '../../src/protocol/policyContract';
import type { PolicyView, PolicyViewRow } from '../../src/protocol/policyView';
import { t } from '../ui/l10n';
import { columnsOf, type CellPlace } from './policyState';

/** What a cell shows: what is granted, and the line that says so. */
export interface CellText {
  readonly scope: string;
  readonly source: string;
  /** How the cell looks: granted, refused by a line, no line, or nothing special. */
  readonly kind: 'granted' | 'refused' | 'open' | 'quiet';
  /** Whether the line names the operation. */
  readonly isByName: boolean;
}

/** Something that can be chosen in a cell. */
export interface Choice {
  readonly title: string;
  /** Whether it is what the text says. */
  readonly isChosen: boolean;
  readonly change: GrantChange;
}

/** What a choice asks of the editor. */
export type GrantChange =
  | { readonly kind: 'grant'; readonly choice: GrantChoice }
  | { readonly kind: 'public'; readonly operation: string; readonly isPublic: boolean };

/** What the cell of a column (by position; the last is what is public) shows. */
export function cellText(row: PolicyViewRow, column: number): CellText {
  const grant = row.grants[column];
  const { public: open } = row;
  if (grant?.own !== undefined) {
    return scopeCell(grant.own, t('by name'), true);
  }
  if (grant?.patternScope !== undefined) {
    return scopeCell(grant.patternScope, grant.pattern ?? '', false);
  }
  if (open.isNamed || open.pattern !== undefined) {
    const named = open.isNamed ? t('by name') : (open.pattern ?? '');
    return grant === undefined
      ? { scope: t('public'), source: named, kind: 'granted', isByName: open.isNamed }
      : { scope: 'any', source: t('public'), kind: 'granted', isByName: false };
  }
  return grant === undefined
    ? { scope: t('not public'), source: '', kind: 'quiet', isByName: false }
    : { scope: t('not granted'), source: t('no line'), kind: 'open', isByName: false };
}

/** What can be chosen in a cell; exactly one choice is what the text says. */
export function choicesOf(view: PolicyView, row: PolicyViewRow, { role }: CellPlace): readonly Choice[] {
  return role === null ? publicChoices(row) : grantChoices(view, row, role);
}

/** A scope as people read it: `own` for `"own"`; anything but a text as written. */
function scopeWord(json: string): string {
  const scope = parseJson(json);
  return typeof scope === 'string' ? scope : json;
}

function scopeCell(json: string, source: string, isByName: boolean): CellText {
  const scope = scopeWord(json);
  return { scope, source, kind: scope === 'none' ? 'refused' : 'granted', isByName };
}

function grantChoices(view: PolicyView, row: PolicyViewRow, role: string): readonly Choice[] {
  const { own, pattern, patternScope } = row.grants[columnsOf(view).indexOf(role)] ?? {};
  const { operation, public: open } = row;
  const isKnown = own === undefined || view.scopes.includes(own);
  const scopes = isKnown ? view.scopes : [...view.scopes, own];
  const choice = { role, operation, before: own ?? null };
  const withoutLine =
    pattern !== undefined && patternScope !== undefined
      ? t('As {0} says: {1}', pattern, scopeWord(patternScope))
      : open.isNamed || open.pattern !== undefined
        ? t('No line: public, so for everybody')
        : t('No line: not granted');
  return [
    ...scopes.map((scope) => ({
      title: scopeTitle(scope),
      isChosen: scope === own,
      change: { kind: 'grant' as const, choice: { ...choice, scope } },
    })),
    {
      title: withoutLine,
      isChosen: own === undefined,
      change: { kind: 'grant' as const, choice: { ...choice, scope: null } },
    },
  ];
}

function publicChoices({ operation, public: { isNamed, pattern } }: PolicyViewRow): readonly Choice[] {
  const change = (isPublic: boolean): GrantChange => ({ kind: 'public', operation, isPublic });
  return [
    { title: t('Public: needs no credentials'), isChosen: isNamed, change: change(true) },
    {
      title: pattern === undefined ? t('Not public') : t('As {0} says: {1}', pattern, t('public')),
      isChosen: !isNamed,
      change: change(false),
    },
  ];
}

function scopeTitle(json: string): string {
  const scope = scopeWord(json);
  switch (scope) {
    case 'own':
      return t('{0}: only their own objects', scope);
    case 'any':
      return t('{0}: the objects of everybody', scope);
    case 'none':
      return t('{0}: must be refused', scope);
    default:
      return scope === json ? scope : t('{0}: objects of users who have the same {0}', scope);
  }
}
