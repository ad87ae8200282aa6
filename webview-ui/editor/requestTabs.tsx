/** The tabs of a request: one for each of its parts, with the count of what is in it. */
import type { JsonObject } from '../../src/core/json/json';
import type { FormPreview } from '../../src/protocol/formPreview';
import type { Tab } from '../ui/Tabs';
import { t } from '../ui/l10n';
import { AuthTab } from './AuthTab';
import { BodyTab } from './BodyTab';
import { ExpectTab } from './ExpectTab';
import { ExtractTab } from './ExtractTab';
import { FieldTable } from './FieldTable';
import { RequestSettings } from './RequestSettings';
import { SentHeaders } from './SentHeaders';
import { listAt, valueAt, type FormPath } from './formValue';

/** The tabs in the order of the file. */
export function requestTabs(shown: JsonObject, preview: FormPreview | undefined): readonly Tab[] {
  const has = (path: FormPath): number => (valueAt(shown, path) === undefined ? 0 : 1);
  const count = (path: FormPath): number => listAt(shown, path).length;
  return [
    {
      title: t('Query'),
      count: count(['query']),
      content: () => <FieldTable path={['query']} thing="parameter" hasBulk />,
    },
    {
      title: t('Headers'),
      count: count(['headers']),
      content: () => (
        <>
          <FieldTable path={['headers']} thing="header" hasBulk />
          <SentHeaders preview={preview} />
        </>
      ),
    },
    {
      title: t('Authentication'),
      content: () => (
        <>
          <AuthTab fallback="inherit" />
          <SentHeaders preview={preview} />
        </>
      ),
    },
    { title: t('Body'), content: () => <BodyTab preview={preview} /> },
    { title: t('Extract'), count: count(['extract']), content: () => <ExtractTab /> },
    {
      title: t('Expect'),
      count:
        has(['expect', 'status']) +
        has(['expect', 'maxDurationMs']) +
        count(['expect', 'headers']) +
        count(['expect', 'body']),
      content: () => <ExpectTab />,
    },
    { title: t('Settings'), content: () => <RequestSettings /> },
  ];
}
