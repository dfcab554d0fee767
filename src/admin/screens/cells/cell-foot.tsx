// Below a grid of cells: how its rows stand, what was done last, and what can be done about it.
import { Button } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useStored } from "../../inputs/values/value-store.ts";
import { useCellGrid } from "./grid-state.ts";

interface CellFootProps {
  /** What was done last. */
  readonly message: string;
  readonly onUndo: () => void;
  readonly onNext: () => void;
  readonly onSave: () => void;
}

export function CellFoot({ message, onUndo, onNext, onSave }: CellFootProps): ReactNode {
  const { t } = useTranslation();
  const { sheet, language } = useCellGrid();
  const { saving, changed, saved, refused, conflict } = useStored(sheet.counts, (counts) => counts);
  const steps = useStored(sheet.undoable, (count) => count);
  const problems = refused + conflict;
  const states = [
    ...(saving > 0 ? [t("cells.saving", { count: saving + changed })] : changed > 0 ? [t("cells.changed", { count: changed })] : []),
    ...(saved > 0 ? [t("cells.saved", { count: saved })] : []),
    ...(problems > 0 ? [t("cells.refused", { count: problems })] : []),
  ];
  const said = [...states, ...(message === "" ? [] : [message])].join(language === "zh" ? "；" : "; ");
  return (
    <div className="tm-cells-foot">
      <span role="status" tabIndex={-1} className={problems > 0 ? "tm-cells-state tm-cells-problem" : "tm-cells-state"}>
        {said}
      </span>
      {problems > 0 && (
        <Button size="small" onClick={onNext}>
          {t("cells.next")}
        </Button>
      )}
      {changed + refused > 0 && (
        <Button size="small" onClick={onSave}>
          {t("cells.save")}
        </Button>
      )}
      {steps > 0 && (
        <Button size="small" onClick={onUndo}>
          {t("cells.undo")}
        </Button>
      )}
      <span className="tm-cells-hint">{t("cells.hint")}</span>
    </div>
  );
}
