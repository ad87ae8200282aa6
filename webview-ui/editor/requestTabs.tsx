/** The tabs of a request: one for each of its parts, with the count of what is in it. */
import type { JsonObject } from '../../src/core/json';
import type { FormPreview } from '../../src/protocol/formPreview';
import type { Tab } from '../ui/Tabs';
import { FieldTable } from './FieldTable';
import { listAt } from './formValue';

/** The tabs in the order of the file. */
export function requestTabs(shown: JsonObject, preview: FormPreview | undefined): readonly Tab[] {
  void preview;
  return [
    {
      title: 'Query',
      count: listAt(shown, ['query']).length,
      content: () => <FieldTable path={['query']} thing="parameter" hasBulk />,
    },
    {
      title: 'Headers',
      count: listAt(shown, ['headers']).length,
      content: () => <FieldTable path={['headers']} thing="header" hasBulk />,
    },
  ];
}
