/** Places of a request, or of the settings, in the words of the form: as people find them there. */
import type { WrittenChain, WrittenRequest } from '../../src/core/files/writtenChain';
import { t } from '../ui/l10n';
import type { FormPath } from './formValue';

type Member = keyof WrittenRequest | keyof WrittenChain;

/** Members that have a tab, or a field, of their own. */
const TITLES: ReadonlyMap<unknown, () => string> = new Map<Member, () => string>([
  ['url', () => t('URL')],
  ['query', () => t('Query')],
  ['headers', () => t('Headers')],
  ['auth', () => t('Authentication')],
  ['body', () => t('Body')],
  ['extract', () => t('Extract')],
  ['expect', () => t('Expect')],
  ['when', () => t('Condition')],
  ['forEach', () => t('Loop')],
  ['delayMs', () => t('Pause')],
  ['retry', () => t('Retry')],
  ['stream', () => t('Event stream')],
  ['variables', () => t('Variables')],
  ['requires', () => t('Requires')],
]);

/** Where a path leads: `Headers 2`; empty when the words of the problem say enough. */
export function placeWords([first, second]: FormPath): string {
  const title = TITLES.get(first)?.() ?? '';
  return title !== '' && typeof second === 'number' ? `${title} ${second + 1}` : title;
}
