/** A body: laid out or as it came, with a way to read it in an editor. */
import type { RecordedBody } from '../../src/core/result/result';
import { useMemo } from 'preact/hooks';
import { engineText, t } from '../ui/l10n';
import { ImageBody } from './ImageBody';
import { JsonTree } from './JsonTree';
import { LongTree } from './LongTree';
import type { TreeActions } from './TreePane';
import { jsonSpans } from './jsonSpans';
import type { BodyForm } from './detailsLook';
import { hasLongTree, imageOf, showBody, treeOf, type ShownBody } from './shownBody';
import type { AskTree } from './treeQuestions';
import './BodyPane.css';

/** The body of a response. */
export function BodyPane(props: {
  readonly body: RecordedBody | undefined;
  readonly notes: readonly string[];
  readonly form: BodyForm;
  readonly onForm: (form: BodyForm) => void;
  readonly onOpen: () => void;
  /** How a JSON body is looked at as a tree, and what is done there. */
  readonly tree: TreeActions & {
    /** Names the body among all. */
    readonly name: string;
    /** How the tree of a long body is asked for. */
    readonly ask: AskTree;
  };
}) {
  const { body, notes, form, onForm, onOpen } = props;
  const tree = useMemo(() => (body === undefined ? undefined : treeOf(body)), [body]);
  const image = useMemo(() => (body === undefined ? undefined : imageOf(body)), [body]);
  if (body === undefined || body.size === 0) {
    return <p class="quiet">{body === undefined ? t('No response.') : t('The body is empty.')}</p>;
  }
  if (image !== undefined) {
    return <ImageBody {...image} />;
  }
  const shown = showBody(body, form === 'raw' ? 'raw' : 'pretty');
  const hasTree = tree !== undefined || hasLongTree(body);
  const isTree = form === 'tree' && hasTree;
  return (
    <>
      <div class="body-bar">
        <span class="quiet">{body.mediaType}</span>
        <span class="body-forms" role="group" aria-label={t('Form of the body')}>
          {hasTree && <FormButton name={t('Tree')} isOn={isTree} onPress={() => onForm('tree')} />}
          <FormButton name={t('Pretty')} isOn={form !== 'raw' && !isTree} onPress={() => onForm('pretty')} />
          <FormButton name={t('Raw')} isOn={form === 'raw'} onPress={() => onForm('raw')} />
          <button type="button" class="link" onClick={onOpen}>
            {t('Open in editor')}
          </button>
        </span>
      </div>
      {[...notes.map(engineText), ...(shown.note === undefined || isTree ? [] : [shown.note])].map((note) => (
        <p class="quiet" key={note}>
          {note}
        </p>
      ))}
      {isTree ? <BodyTree tree={tree} actions={props.tree} /> : <BodyText shown={shown} />}
    </>
  );
}

function BodyTree(props: {
  /** Absent when the body is too long for the page. */
  readonly tree: ReturnType<typeof treeOf>;
  readonly actions: Parameters<typeof BodyPane>[0]['tree'];
}) {
  const { name, ask, ...actions } = props.actions;
  return props.tree === undefined ? (
    <LongTree key={name} ask={ask} {...actions} />
  ) : (
    <JsonTree value={props.tree.value} {...actions} />
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
