/** Places of a request in the words of the form: as people find them there. */
import { t } from '../ui/l10n';
import type { FormPath } from './formValue';

/** Where a path leads: `Headers 2`; empty when the words of the problem say enough. */
export function placeWords(path: FormPath): string {
  const [first, ...rest] = path;
  const tab = tabTitle(first);
  if (tab === undefined) {
    return '';
  }
  const [second] = rest;
  return typeof second === 'number' ? `${tab} ${second + 1}` : tab;
}

function tabTitle(member: FormPath[number] | undefined): string | undefined {
  switch (member) {
    case 'url':
      return t('URL');
    case 'query':
      return t('Query');
    case 'headers':
      return t('Headers');
    case 'auth':
      return t('Authentication');
    case 'body':
      return t('Body');
    case 'extract':
      return t('Extract');
    case 'expect':
      return t('Expect');
    case 'retry':
      return t('Retry');
    case 'variables':
      return t('Variables');
    case 'requires':
      return t('Requires');
    default:
      return undefined;
  }
}
