/** A switch with its name next to it. */
import { useForm } from './formContext';

/** The switch. */
export function SwitchField(props: {
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
