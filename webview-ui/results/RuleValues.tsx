/** What a rule selects: in the answer that is shown, and in earlier ones. */
import type { SelectedValue } from '../../src/core/extraction/selectedValue';
import type { OfferedRule } from '../../src/protocol/extractionOffer';
import { DataTable } from '../ui/DataTable';
import { timeText } from '../ui/timeText';
import { t } from '../ui/l10n';
import { countWords } from './extractWords';
import './RuleValues.css';

/** The values, the newest on top. */
export function RuleValues({ rule }: { readonly rule: OfferedRule | undefined }) {
  return rule === undefined ? null : (
    <div class="rule-values">
      <DataTable
        label={t('What it selects')}
        columns={[t('When'), t('Value')]}
        rows={[
          [t('this answer'), <Value rule={rule} value={rule.now} />],
          ...rule.earlier.map((value) => [timeText(value.startedAt), <Value rule={rule} value={value} />]),
        ]}
        empty=""
      />
    </div>
  );
}

function Value({ rule, value }: { readonly rule: OfferedRule; readonly value: SelectedValue }) {
  const words = countWords(rule, value);
  return (
    <>
      {words !== undefined && <span class="doubtful">{words} </span>}
      {value.count > 0 && <code>{value.text}</code>}
    </>
  );
}
