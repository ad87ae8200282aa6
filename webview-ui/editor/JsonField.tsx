/** A field for JSON: coloured, laid out on request, written to the file as soon as it is valid. */
import { useId } from 'preact/hooks';
import type { PathTo } from '../../src/core/files/writtenPath';
import type { JsonValue } from '../../src/core/json/json';
import { t } from '../ui/l10n';
import { ReferenceField } from './ReferenceField';
import { useForm } from './formContext';
import { laidOutJson, usualForm } from './textForms';
import { useKeptText } from './useKeptText';
import { useMember } from './useMember';

/** The JSON at a path. One that is optional is left out when the field is empty. */
export function JsonField(props: {
  readonly label: string;
  readonly path: PathTo<JsonValue>;
  readonly lines: number;
  readonly isOptional?: boolean;
}) {
  const { label, path, lines, isOptional = false } = props;
  const { isLocked } = useForm();
  const { value, set } = useMember(path);
  const id = useId();
  const usual = value === undefined ? '' : laidOutJson.write(value);
  const [text, keep] = useKeptText({
    path,
    value: usual,
    usual: (typed) => usualForm(laidOutJson, typed),
  });
  const read = laidOutJson.read(text);
  const write = (typed: string): void => {
    keep(typed);
    const meant = laidOutJson.read(typed);
    if (meant.kind === 'value' || (meant.kind === 'nothing' && isOptional)) {
      set(meant.kind === 'value' ? meant.value : undefined, 'typed');
    }
  };
  const problem = read.kind === 'invalid' ? read.problem : undefined;
  return (
    <div class="json-field">
      <FieldHead
        label={label}
        canFormat={text !== usual && problem === undefined && !isLocked}
        onFormat={() => keep(usual)}
      />
      <ReferenceField
        label={label}
        text={text}
        path={path}
        lines={lines}
        isJson
        isInvalid={problem !== undefined}
        describedBy={id}
        onText={write}
      />
      <p id={id} class="bad" role="status">
        {problem}
      </p>
    </div>
  );
}

function FieldHead(props: {
  readonly label: string;
  readonly canFormat: boolean;
  readonly onFormat: () => void;
}) {
  const { label, canFormat, onFormat } = props;
  return (
    <div class="column-head">
      <h3>{label}</h3>
      {canFormat && (
        <button type="button" class="link" onClick={onFormat}>
          {t('Format')}
        </button>
      )}
    </div>
  );
}
