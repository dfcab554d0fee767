// The button beside the search of a list that opens its conditions in groups, which are loaded then.
import { lazy, Suspense, useState, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Icon } from "../../ui/icons/icon.tsx";

const ConditionsDialog = lazy(() => import("./conditions-dialog.tsx"));

interface ConditionsButtonProps {
  readonly list: string;
  /** The conditions in force, as their parameter has them; "" for none. */
  readonly conditions: string;
  readonly onChange: (conditions: string) => void;
}

export function ConditionsButton({ list, conditions, onChange }: ConditionsButtonProps): ReactNode {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="tm-link-button"
        data-commands=""
        aria-keyshortcuts="f"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <Icon name="filter" size={14} />
        {t("list.conditions")}
      </button>
      {isOpen && (
        <Suspense>
          <ConditionsDialog list={list} conditions={conditions} onChange={onChange} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
