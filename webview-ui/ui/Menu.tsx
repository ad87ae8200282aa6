/** A menu at a place of the page: arrow keys go through it, Escape and a click elsewhere close it. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from './Icon';
import './Menu.css';

/** One action of a menu. */
export interface MenuItem {
  readonly title: string;
  /** The keys that do the same, for people. */
  readonly keys?: string;
  /** Whether it is what holds now, among choices of which one does; absent for an action. */
  readonly isChosen?: boolean;
  readonly onPress: () => void;
}

/** Where a menu opens, in pixels of the window. */
export interface MenuPlace {
  readonly x: number;
  readonly y: number;
}

/** An open menu; the focus goes back to where it was when it closes. */
export function Menu(props: {
  readonly label: string;
  readonly place: MenuPlace;
  readonly items: readonly MenuItem[];
  readonly onClose: () => void;
}) {
  const { label, place, items, onClose } = props;
  const menu = useRef<HTMLDivElement>(null);
  const hasChoices = items.some(({ isChosen }) => isChosen !== undefined);
  // Not after a frame: the next key may be there before.
  useLayoutEffect(() => open(menu.current, place), []);
  const press = ({ onPress }: MenuItem): void => {
    onClose();
    onPress();
  };
  return (
    <div
      class="menu"
      role="menu"
      aria-label={label}
      ref={menu}
      onKeyDown={(event) => onKey(event, menu.current, onClose)}
      onFocusOut={({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node) || menu.current?.contains(relatedTarget) !== true) {
          onClose();
        }
      }}
    >
      {items.map((item) => (
        <button type="button" tabIndex={-1} key={item.title} {...roleOf(item)} onClick={() => press(item)}>
          <span>
            {hasChoices && <Icon name={item.isChosen === true ? 'check' : 'blank'} />}
            {item.title}
          </span>
          {item.keys !== undefined && <span class="quiet">{item.keys}</span>}
        </button>
      ))}
    </div>
  );
}

function roleOf({ isChosen }: MenuItem) {
  return isChosen === undefined
    ? { role: 'menuitem' as const }
    : { role: 'menuitemradio' as const, 'aria-checked': isChosen };
}

/** Where the menu of a button opens: below it. */
export function placeBelow(element: Element): MenuPlace {
  const { left, bottom } = element.getBoundingClientRect();
  return { x: left, y: bottom };
}

/** Puts the menu where there is room and moves the focus into it; gives it back in the end. */
function open(menu: HTMLElement | null, { x, y }: MenuPlace): (() => void) | undefined {
  if (menu === null) {
    return undefined;
  }
  const before = document.activeElement;
  menu.style.left = `${Math.max(Math.min(x, window.innerWidth - menu.offsetWidth - 4), 0)}px`;
  menu.style.top = `${Math.max(Math.min(y, window.innerHeight - menu.offsetHeight - 4), 0)}px`;
  const chosen = menu.querySelector<HTMLElement>('[aria-checked="true"]');
  (chosen ?? menu.querySelector('button'))?.focus();
  return () => {
    const { activeElement } = document;
    const isLeft = activeElement !== null && activeElement !== document.body && !menu.contains(activeElement);
    if (before instanceof HTMLElement && !isLeft) {
      before.focus();
    }
  };
}

function onKey(event: KeyboardEvent, menu: HTMLElement | null, onClose: () => void): void {
  const items = [...(menu?.querySelectorAll('button') ?? [])];
  const at = items.findIndex((item) => item === document.activeElement);
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: (at + 1) % items.length,
    ArrowUp: (at - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  };
  const next = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
  if (event.key === 'Escape' || event.key === 'Tab') {
    event.preventDefault();
    event.stopPropagation();
    onClose();
  } else if (next !== undefined) {
    event.preventDefault();
    event.stopPropagation();
    items[next]?.focus();
  }
}
