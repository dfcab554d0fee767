// The button of the top bar that locks the page.
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../../icons/icon.tsx";

const LockDialog = lazy(() => import("./lock-dialog.tsx"));

export function LockButton() {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button type="button" className="tm-icon-button" aria-label={t("shell.lock")} title={t("shell.lock")} onClick={() => setAsking(true)}>
        <Icon name="lock" size={17} />
      </button>
      {isAsking && (
        <Suspense>
          <LockDialog onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
}
