// The diagram of a process over a list: 流程图展示 (docs/specification.md §2).
import { use } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { diagramOf } from "../flow/diagram/diagram-of.ts";
import { ProcessDiagram } from "../flow/diagram/process-diagram.tsx";
import { InfoDialog } from "../forms/dialogs/info-dialog.tsx";
import { addTexts } from "../i18n/index.ts";
import type { HandMadeDialogProps } from "../screens/list/dialog-registry.ts";

const texts = addTexts("process");
const width = 960;

/** Default export, because it is loaded lazily. */
export default function ProcessDiagramDialog({ values, onClose }: HandMadeDialogProps) {
  use(texts);
  const { t } = useTranslation();
  const of = diagramOf(values);
  return (
    <InfoDialog title={t("process.title")} width={width} onClose={onClose}>
      <div className="tf-dialog-body">
        {of === undefined ? <p className="tm-soft">{t("process.noDrawing")}</p> : <ProcessDiagram of={of} />}
      </div>
    </InfoDialog>
  );
}
