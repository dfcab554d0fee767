// The button of the top bar that locks the page.
import { useModal } from "@refinedev/antd";
import { lazy, Suspense } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Icon } from "../../ui/icons/icon.tsx";

const LockDialog = lazy(() => import("./lock-dialog.tsx"));

export function LockButton() {
  const { t } = useTranslation();
  const { modalProps, show, close } = useModal();
  return (
    <>
      <button type="button" className="tm-icon-button" aria-label={t("shell.lock")} title={t("shell.lock")} onClick={show}>
        <Icon name="lock" size={17} />
      </button>
      {modalProps.open === true && (
        <Suspense>
          <LockDialog onClose={close} />
        </Suspense>
      )}
    </>
  );
}
