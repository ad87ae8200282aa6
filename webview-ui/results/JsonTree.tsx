/** A JSON body as a tree, of a body that the page has. */
import { useMemo } from 'preact/hooks';
import { BodyTree, type TreeAct } from '../../src/core/bodyTree/bodyTree';
import type { TreeLook } from '../../src/core/bodyTree/treeLook';
import type { JsonValue } from '../../src/core/json/json';
import { TreePane, type TreeActions } from './TreePane';

/** The tree. */
export function JsonTree(props: TreeActions & { readonly value: JsonValue }) {
  const { value, look, onLook, onPick } = props;
  const tree = useMemo(() => new BodyTree(value), [value]);
  const view = useMemo(() => tree.view(look, 'look'), [tree, look]);
  const act = (next: TreeLook, what: TreeAct): void =>
    onLook(what === 'look' ? next : tree.view(next, what).look);
  return <TreePane view={view} onAct={act} onPick={onPick} />;
}
