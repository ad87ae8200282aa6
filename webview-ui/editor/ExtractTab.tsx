/** The variables that a request gives: each takes a part of the response. */
import { IconButton } from '../ui/IconButton';
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
      <ul class="entries" aria-label="Extractions">
        {Array.from({ length: count + (isLocked ? 0 : 1) }, (_, index) => (
          <ExtractionEntry index={index} key={index} />
        ))}
      </ul>
      <p class="quiet">
        Run the request and click a value of the response: it is offered as a variable with a path that lasts.
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
  const called = `extraction ${index + 1}`;
  const name = (text: string): MakeEdits =>
    extraction === undefined
      ? (document) => appending(document, EXTRACT, { variable: text, from: 'body' })
      : (document) => settingOf(document, [...place, 'variable'], text);
  return (
    <li>
      <ReferenceField
        label={extraction === undefined ? 'Variable of a new extraction' : `Variable of ${called}`}
        text={textAt(shown, path)}
        path={path}
        placeholder={extraction === undefined ? 'Add variable' : ''}
        onText={(text) => edit(name(text), 'typed')}
      />
      {extraction !== undefined && (
        <>
          <Source place={place} called={called} />
          <Part place={place} called={called} />
          <DecodingFields place={place} called={called} />
          <span class="entry-switches">
            {(['all', 'optional'] as const).map((member) => (
              <SwitchField
                key={member}
                label={SWITCHES[member]}
                isOn={isOnAt(shown, [...place, member])}
                onSwitch={(isOn) => edit((document) => switching(document, [...place, member], isOn))}
              />
            ))}
            <span class="entry-buttons">
              <RenameButton name={textAt(shown, path)} path={path} />
              <IconButton
                icon="trash"
                name={`Remove ${called}`}
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

const SWITCHES = { all: 'All matches as a list', optional: 'May be missing' } as const;

interface EntryProps {
  readonly place: FormPath;
  readonly called: string;
}

function Source({ place, called }: EntryProps) {
  const { shown } = useForm();
  const edit = useEdit();
  const from = textAt(shown, [...place, 'from']);
  return (
    <>
      <ChoiceField
        label={`Source of ${called}`}
        value={from}
        choices={SOURCES}
        onChoose={(source) =>
          edit((document) => settingOf(document, place, withSource(valueAt(document, place) ?? null, source)))
        }
      />
      {isNamed(from) && (
        <ReferenceField
          label={`Name of the ${from} of ${called}`}
          placeholder={from === 'header' ? 'ETag' : 'session'}
          text={textAt(shown, [...place, 'name'])}
          path={[...place, 'name']}
          onText={(text) => edit((document) => settingOf(document, [...place, 'name'], text), 'typed')}
        />
      )}
    </>
  );
}

function Part({ place, called }: EntryProps) {
  const { shown } = useForm();
  const edit = useEdit();
  const kind = selectorOf(valueAt(shown, place) ?? null);
  return (
    <>
      <ChoiceField
        label={`Selector of ${called}`}
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
          label={`What ${called} selects`}
          text={textAt(shown, [...place, kind])}
          path={[...place, kind]}
          onText={(text) => edit((document) => settingOf(document, [...place, kind], text), 'typed')}
        />
      )}
      {kind === 'css' && (
        <ReferenceField
          label={`Attribute of ${called}`}
          placeholder="attribute, or its text"
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
