/** A body: laid out or as it came, with a way to read it in an editor. */
import type { RecordedBody } from '../../src/core/result';
import { useMemo } from 'preact/hooks';
import { ImageBody } from './ImageBody';
import { JsonTree } from './JsonTree';
import type { TreeActions } from './JsonTree';
import { jsonSpans } from './jsonSpans';
import type { BodyForm } from './detailsLook';
import { imageOf, showBody, treeOf } from './shownBody';
import type { ShownBody } from './shownBody';
import './BodyPane.css';

/** The body of a response. */
export function BodyPane(props: {
  readonly body: RecordedBody | undefined;
  readonly notes: readonly string[];
  readonly form: BodyForm;
  readonly onForm: (form: BodyForm) => void;
  readonly onOpen: () => void;
  /** How a JSON body is looked at as a tree, and what is done there. */
  readonly tree: TreeActions;
}) {
  const { body, notes, form, onForm, onOpen } = props;
  const tree = useMemo(() => (body === undefined ? undefined : treeOf(body)), [body]);
  const image = useMemo(() => (body === undefined ? undefined : imageOf(body)), [body]);
  if (body === undefined || body.size === 0) {
    return <p class="quiet">{body === undefined ? 'There is no answer.' : 'The body is empty.'}</p>;
  }
  if (image !== undefined) {
    return <ImageBody {...image} />;
  }
  const shown = showBody(body, form === 'raw' ? 'raw' : 'pretty');
  const isTree = form === 'tree' && tree !== undefined;
  return (
    <>
      <div class="body-bar">
        <span class="quiet">{body.mediaType}</span>
        <span class="body-forms" role="group" aria-label="Form of the body">
          {tree !== undefined && <FormButton name="Tree" isOn={isTree} onPress={() => onForm('tree')} />}
          <FormButton name="Pretty" isOn={form !== 'raw' && !isTree} onPress={() => onForm('pretty')} />
          <FormButton name="Raw" isOn={form === 'raw'} onPress={() => onForm('raw')} />
          <button type="button" class="link" onClick={onOpen}>
            Open in editor
          </button>
        </span>
      </div>
      {[...notes, ...(shown.note === undefined || isTree ? [] : [shown.note])].map((note) => (
        <p class="quiet" key={note}>
          {note}
        </p>
      ))}
      {isTree ? <JsonTree value={tree.value} {...props.tree} /> : <BodyText shown={shown} />}
    </>
  );
}

/** The text of a body, coloured when it is JSON. */
export function BodyText({ shown }: { readonly shown: ShownBody }) {
  return (
    <pre class="body-text">
      {shown.isJson
        ? jsonSpans(shown.text).map(({ kind, text }, index) =>
            kind === 'plain' ? (
              text
            ) : (
              <span class={`json-${kind}`} key={index}>
                {text}
              </span>
            ),
          )
        : shown.text}
    </pre>
  );
}

function FormButton(props: { readonly name: string; readonly isOn: boolean; readonly onPress: () => void }) {
  return (
    <button type="button" class="link form-button" aria-pressed={props.isOn} onClick={props.onPress}>
      {props.name}
    </button>
  );
}
