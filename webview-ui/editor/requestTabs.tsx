/** The tabs of a request: one for each of its parts, with the count of what is in it. */
import { valueAtSteps } from '../../src/core/extraction/responsePart';
import { REQUEST, below, type PathTo } from '../../src/core/files/writtenPath';
import type { JsonValue } from '../../src/core/json/json';
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
import { VariableTable } from './VariableTable';
import { listAt, objectAt } from './formValue';
import { OWN_VARIABLES } from './variableNames';

const EXPECT = below(REQUEST, 'expect');

/** The tabs in the order of the file. */
export function requestTabs(shown: JsonValue, preview: FormPreview | undefined): readonly Tab[] {
  const has = (path: PathTo<JsonValue>): number => (valueAtSteps(shown, path) === undefined ? 0 : 1);
  const count = (path: PathTo<readonly JsonValue[]>): number => listAt(shown, path).length;
  return [
    {
      title: t('Query'),
      count: count(below(REQUEST, 'query')),
      content: () => <FieldTable path={below(REQUEST, 'query')} thing="parameter" hasBulk />,
    },
    {
      title: t('Headers'),
      count: count(below(REQUEST, 'headers')),
      content: () => (
        <>
          <FieldTable path={below(REQUEST, 'headers')} thing="header" hasBulk />
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
    {
      title: t('Variables'),
      count: Object.keys(objectAt(shown, OWN_VARIABLES)).length,
      content: () => <VariableTable path={OWN_VARIABLES} label={t('Variables of the request')} />,
    },
    { title: t('Body'), content: () => <BodyTab preview={preview} /> },
    { title: t('Extract'), count: count(below(REQUEST, 'extract')), content: () => <ExtractTab /> },
    {
      title: t('Expect'),
      count:
        has(below(EXPECT, 'status')) +
        has(below(EXPECT, 'maxDurationMs')) +
        has(below(EXPECT, 'contract')) +
        count(below(EXPECT, 'headers')) +
        count(below(EXPECT, 'body')),
      content: () => <ExpectTab />,
    },
    {
      title: t('Settings'),
      count:
        has(below(REQUEST, 'when')) +
        has(below(REQUEST, 'forEach')) +
        has(below(REQUEST, 'delayMs')) +
        has(below(REQUEST, 'retry')) +
        has(below(REQUEST, 'stream')),
      content: () => <RequestSettings />,
    },
  ];
}
