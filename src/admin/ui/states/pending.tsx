// What is on its way: nothing for a moment, then a moving bar, and words when it takes long (docs/specification.md §7).
import { useEffect, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";

/** Milliseconds after which the bar is shown, and the words. */
const [soon, long] = [400, 4000];

type Stage = "none" | "bar" | "words";

function useStage(): Stage {
  const [stage, setStage] = useState<Stage>("none");
  useEffect(() => {
    const timers = [setTimeout(() => setStage("bar"), soon), setTimeout(() => setStage("words"), long)];
    return () => timers.forEach(clearTimeout);
  }, []);
  return stage;
}

/** The bar of something on its way, above the place where it will be. `label`: what that is. */
export function Pending({ label }: { readonly label?: string }) {
  const { t } = useTranslation();
  const stage = useStage();
  return (
    <div className="tm-pending" role="status" aria-label={label ?? t("loading.now")}>
      {stage !== "none" && <i className="tm-pending-bar" />}
      {stage === "words" && <p>{t("loading.slow")}</p>}
    </div>
  );
}

/** The same for a dialog that somebody has opened: the page below it stays. */
export function PendingDialog({ onCancel }: { readonly onCancel?: () => void }) {
  const { t } = useTranslation();
  const stage = useStage();
  if (stage === "none") return null;
  return (
    <div className="tm-pending tm-pending-dialog" role="status">
      <i className="tm-pending-bar" />
      <p>{t(stage === "words" ? "loading.slow" : "loading.now")}</p>
      {onCancel !== undefined && (
        <button type="button" className="tm-plain-button" onClick={onCancel}>
          {t("loading.cancel")}
        </button>
      )}
    </div>
  );
}
