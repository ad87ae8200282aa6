/** A small button that shows an icon; its name and tooltip say what it does. */
import { Icon } from './Icon';
import './IconButton.css';

/** A button with an icon. */
export function IconButton(props: {
  readonly icon: string;
  readonly name: string;
  readonly isOff?: boolean;
  /** Whether it opens a menu. */
  readonly hasMenu?: boolean;
  readonly onPress: (button: HTMLButtonElement) => void;
}) {
  const { icon, name, isOff = false, hasMenu = false, onPress } = props;
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={name}
      title={name}
      disabled={isOff}
      {...(hasMenu ? { 'aria-haspopup': 'menu' as const } : {})}
      onClick={({ currentTarget }) => onPress(currentTarget)}
    >
      <Icon name={icon} />
    </button>
  );
}
