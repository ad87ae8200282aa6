/** Switches with their names next to them. */
import type { PathTo } from '../../src/core/files/writtenPath';
import { useForm } from './formContext';
import { useMember } from './useMember';

/** The switch of a member that is left out when it is off. */
export function SwitchField({ label, path }: { readonly label: string; readonly path: PathTo<boolean> }) {
  const { isOn, set } = useMember(path);
  return <Switch label={label} isOn={isOn} onSwitch={(on) => set(on ? true : undefined)} />;
}

/** The switch alone. */
export function Switch(props: {
  readonly label: string;
  readonly isOn: boolean;
  readonly onSwitch: (isOn: boolean) => void;
}) {
  const { label, isOn, onSwitch } = props;
  const { isLocked } = useForm();
  return (
    <label class="form-switch">
      <input type="checkbox" checked={isOn} disabled={isLocked} onChange={() => onSwitch(!isOn)} />
      {label}
    </label>
  );
}
