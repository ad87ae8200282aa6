/** The tree of a body that is too long for the page: the editor has the body, and tells the rows to lay out. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { TreeAct, TreeView } from '../../src/core/bodyTree/bodyTree';
import type { TreeLook } from '../../src/core/bodyTree/treeLook';
import { t } from '../ui/l10n';
import { TreePane, type TreeActions } from './TreePane';
import { TreeQuestions, type AskTree } from './treeQuestions';

/** The tree; says so while the body is read, and why it cannot be. */
export function LongTree(props: TreeActions & { readonly ask: AskTree }) {
  const { look, onPick } = props;
  const { view, problem, typed, want } = useLongTree(props);
  if (problem !== undefined) {
    return (
      <p role="alert">
        {problem}{' '}
        <button type="button" class="link" onClick={() => want(look, 'look')}>
          {t('Try again')}
        </button>
      </p>
    );
  }
  return view === undefined ? (
    <p class="quiet">{t('Reading the body…')}</p>
  ) : (
    <TreePane view={view} typed={typed} onAct={want} onPick={onPick} />
  );
}

/** The last tree from the editor, and what was typed into the search since. */
function useLongTree({ ask, look, onLook }: TreeActions & { readonly ask: AskTree }) {
  const [view, setView] = useState<TreeView>();
  const [problem, setProblem] = useState<string>();
  const [typed, setTyped] = useState<string>();
  // The questions outlive a drawing; their answers go to the last one.
  const listener = useRef(onLook);
  listener.current = onLook;
  const questions = useMemo(
    () =>
      new TreeQuestions(ask, {
        onView: (next, act) => {
          setView(next);
          setTyped(undefined);
          if (act !== 'look') {
            listener.current(next.look);
          }
        },
        onProblem: setProblem,
      }),
    [],
  );
  useEffect(() => {
    if (view === undefined || (look !== undefined && look !== view.look)) {
      questions.want(look, 'look');
    }
  }, [look]);
  const want = (next: TreeLook | undefined, act: TreeAct): void => {
    setProblem(undefined);
    setTyped(next?.text);
    if (act === 'look' && next !== undefined && next !== look) {
      onLook(next);
    } else {
      questions.want(next, act);
    }
  };
  return { view, problem, typed, want };
}
