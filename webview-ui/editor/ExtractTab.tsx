/** The variables that a request gives: each takes a part of the response. */
import { IconButton } from '../ui/IconButton';
import { t } from '../ui/l10n';
import { ChoiceField } from './ChoiceRow';
import { DecodingFields } from './DecodingFields';
import { ReferenceField } from './ReferenceField';
import { RenameButton } from './RenameButton';
import { SwitchField } from './SwitchField';
import { SELECTORS, SOURCES, isNamed, selectorOf, withSelector, withSource } from './extractionFields';
import { appending, settingOf, switching, textOrNothing } from './fieldEdits';
import { useEdit, useForm, type MakeEdits } from './formContext';
import { isOnAt, listAt, textAt, valueAt, type FormPath } from './formValue';
import './EntryList.css';

const EXTRACT = ['extract'];

/** The extractions; the empty one at the end becomes one when its variable is typed. */
export function ExtractTab() {
  const { shown, isLocked } = useForm();
  const count = listAt(shown, EXTRACT).length;
  return (
    <>
      <ul class="entries" aria-label={t('Extractions')}>
        {Array.from({ length: count + (isLocked ? 0 : 1) }, (_, index) => (
          <ExtractionEntry index={index} key={index} />
        ))}
      </ul>
      <p class="quiet">
        {t(
          'Run the request and click a value of the response: it is offered as a variable with a path that lasts.',
        )}
      </p>
    </>
  );
}

function ExtractionEntry({ index }: { readonly index: number }) {
  const { shown, isLocked } = useForm();
  const edit = useEdit();
  const place = [...EXTRACT, index];
  const path = [...place, 'variable'];
  const extraction = valueAt(shown, place);
  const number = index + 1;
  const name = (text: string): MakeEdits =>
    extraction === undefined
      ? (document) => appending(document, EXTRACT, { variable: text, from: 'body' })
      : (document) => settingOf(document, [...place, 'variable'], text);
  return (
    <li>
      <ReferenceField
        label={
          extraction === undefined
            ? t('Variable of a new extraction')
            : t('Variable of extraction {0}', number)
        }
        text={textAt(shown, path)}
        path={path}
        placeholder={extraction === undefined ? t('Add variable') : ''}
        onText={(text) => edit(name(text), 'typed')}
      />
      {extraction !== undefined && (
        <>
          <Source place={place} number={number} />
          <Part place={place} number={number} />
          <DecodingFields place={place} number={number} />
          <span class="entry-switches">
            {(['all', 'optional'] as const).map((member) => (
              <SwitchField
                key={member}
                label={member === 'all' ? t('All matches as a list') : t('May be missing')}
                isOn={isOnAt(shown, [...place, member])}
                onSwitch={(isOn) => edit((document) => switching(document, [...place, member], isOn))}
              />
            ))}
            <span class="entry-buttons">
              <RenameButton name={textAt(shown, path)} path={path} />
              <IconButton
                icon="trash"
                name={t('Remove extraction {0}', number)}
                isOff={isLocked}
                onPress={() => edit((document) => settingOf(document, place, undefined))}
              />
            </span>
          </span>
        </>
      )}
    </li>
  );
}

interface EntryProps {
  readonly place: FormPath;
  /** From 1. */
  readonly number: number;
}

function Source({ place, number }: EntryProps) {
  const { shown } = useForm();
  const edit = useEdit();
  const from = textAt(shown, [...place, 'from']);
  return (
    <>
      <ChoiceField
        label={t('Source of extraction {0}', number)}
        value={from}
        choices={SOURCES}
        onChoose={(source) =>
          edit((document) => settingOf(document, place, withSource(valueAt(document, place) ?? null, source)))
        }
      />
      {isNamed(from) && (
        <ReferenceField
          label={
            from === 'header'
              ? t('Name of the header of extraction {0}', number)
              : t('Name of the cookie of extraction {0}', number)
          }
          placeholder={from === 'header' ? 'ETag' : 'session'}
          text={textAt(shown, [...place, 'name'])}
          path={[...place, 'name']}
          onText={(text) => edit((document) => settingOf(document, [...place, 'name'], text), 'typed')}
        />
      )}
    </>
  );
}

function Part({ place, number }: EntryProps) {
  const { shown } = useForm();
  const edit = useEdit();
  const kind = selectorOf(valueAt(shown, place) ?? null);
  return (
    <>
      <ChoiceField
        label={t('Selector of extraction {0}', number)}
        value={kind}
        choices={SELECTORS}
        onChoose={(chosen) =>
          edit((document) =>
            settingOf(document, place, withSelector(valueAt(document, place) ?? null, chosen)),
          )
        }
      />
      {kind !== 'whole' && (
        <ReferenceField
          label={t('What extraction {0} selects', number)}
          text={textAt(shown, [...place, kind])}
          path={[...place, kind]}
          onText={(text) => edit((document) => settingOf(document, [...place, kind], text), 'typed')}
        />
      )}
      {kind === 'css' && (
        <ReferenceField
          label={t('Attribute of extraction {0}', number)}
          placeholder={t('attribute, or its text')}
          text={textAt(shown, [...place, 'attribute'])}
          path={[...place, 'attribute']}
          onText={(text) =>
            edit((document) => textOrNothing(document, [...place, 'attribute'], text), 'typed')
          }
        />
      )}
    </>
  );
}
