// The modal around what is only looked at: a click on the mask closes it, and its foot has nothing but the button that does.
import { Button } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { DialogFoot, DialogFrame } from "./dialog-frame.tsx";

interface InfoDialogProps {
  readonly title: ReactNode;
  readonly width: number;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function InfoDialog({ title, width, onClose, children }: InfoDialogProps): ReactNode {
  const { t } = useTranslation();
  return (
    <DialogFrame title={title} width={width} ignoresMaskClick={false} onClose={onClose}>
      {children}
      <DialogFoot>
        <Button onClick={onClose}>{t("common.close")}</Button>
      </DialogFoot>
    </DialogFrame>
  );
}
