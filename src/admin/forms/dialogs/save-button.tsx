// Refine's button that saves, with an icon of ours: those of antd have English names, which would be read out before the button's own.
import { SaveButton as RefineSaveButton, type SaveButtonProps } from "@refinedev/antd";
import type { ReactNode } from "react";
import { Icon } from "../../icons/icon.tsx";

const icon = <Icon name="save" />;

export function SaveButton(props: SaveButtonProps): ReactNode {
  return <RefineSaveButton icon={icon} {...props} />;
}
