// Refine's save button with our icon: antd's icons have English names, which screen readers would announce before the button's own.
import { SaveButton as RefineSaveButton, type SaveButtonProps } from "@refinedev/antd";
import type { ReactNode } from "react";
import { Icon } from "../../ui/icons/icon.tsx";
import { isApple } from "../../ui/keyboard/apple.ts";

const icon = <Icon name="save" />;

export function SaveButton(props: SaveButtonProps): ReactNode {
  return <RefineSaveButton icon={icon} aria-keyshortcuts={isApple ? "Meta+S" : "Control+S"} {...props} />;
}
