// Refine's save button with our icon: antd's icons have English names, which screen readers would announce before the button's own.
import { SaveButton as RefineSaveButton, type SaveButtonProps } from "@refinedev/antd";
import type { ReactNode } from "react";
import { Icon } from "../../ui/icons/icon.tsx";
import { useWaiting } from "../form/waiting-forms.ts";
import { useFormTexts } from "../../i18n/language.ts";
import { isApple } from "../../ui/keyboard/apple.ts";

const icon = <Icon name="save" />;

/** Of a form, given as `form`, it says while the save waits for what is being looked up. */
export function SaveButton({ children, loading = false, ...props }: SaveButtonProps): ReactNode {
  const texts = useFormTexts();
  const isWaiting = useWaiting(props.form);
  return (
    <RefineSaveButton icon={icon} aria-keyshortcuts={isApple ? "Meta+S" : "Control+S"} {...props} loading={isWaiting || loading}>
      {isWaiting ? texts.lookingUp : children}
    </RefineSaveButton>
  );
}
