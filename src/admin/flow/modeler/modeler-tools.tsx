// The tools above the drawing: save, deploy, undo, zoom, files.
import { Button } from "antd";
import { useRef, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { saveBlob } from "../../data/queries/save-file.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import type { Board } from "./board.ts";

const zoomStep = 1.25;

interface ModelerToolsProps {
  readonly board: Board | undefined;
  readonly isSaving: boolean;
  readonly onSave: () => void;
  readonly mayDeploy: boolean;
  /** Why it cannot be deployed now; "" where it can. */
  readonly blocked: string;
  readonly onDeploy: (() => void) | undefined;
  readonly onImport: (file: File | undefined) => void;
}

export function ModelerTools({ board, isSaving, onSave, mayDeploy, blocked, onDeploy, onImport }: ModelerToolsProps): ReactNode {
  const { t } = useTranslation();
  const file = useRef<HTMLInputElement>(null);
  const saveText = (ending: string, type: string, text: string) =>
    saveBlob({ blob: new Blob([text], { type }), name: "" }, `${board?.process()?.id ?? "process"}.${ending}`);
  const tool = (label: string, icon: string, work: (shown: Board) => void, isOn = true) => (
    <button
      key={label}
      type="button"
      className="tm-icon-button"
      aria-label={label}
      title={label}
      disabled={board === undefined || !isOn}
      onClick={() => board !== undefined && work(board)}
    >
      <Icon name={icon} />
    </button>
  );
  return (
    <div className="tm-modeler-tools" role="toolbar" aria-label={t("modeler.tools")}>
      <Button type="primary" loading={isSaving} disabled={board === undefined} onClick={onSave}>
        {t("modeler.save")}
      </Button>
      {mayDeploy && (
        <Button disabled={board === undefined || blocked !== ""} title={blocked} onClick={onDeploy}>
          {t("modeler.deploy")}
        </Button>
      )}
      {tool(t("modeler.undo"), "undo", (shown) => shown.act("undo"), board?.can("undo"))}
      {tool(t("modeler.redo"), "redo", (shown) => shown.act("redo"), board?.can("redo"))}
      {tool(t("modeler.copy"), "copy", (shown) => shown.act("copy"), board?.selected() !== undefined)}
      {tool(t("modeler.paste"), "container", (shown) => shown.act("paste"))}
      {tool(t("process.zoomIn"), "plus", (shown) => shown.zoom(zoomStep))}
      {tool(t("process.zoomOut"), "minus", (shown) => shown.zoom(1 / zoomStep))}
      {tool(t("process.fit"), "fullscreen", (shown) => shown.fit())}
      {tool(t("modeler.import"), "import", () => file.current?.click())}
      {tool(t("modeler.exportXml"), "export", (shown) => void shown.xml().then((xml) => saveText("bpmn", "application/xml", xml)))}
      {tool(t("modeler.exportSvg"), "picture", (shown) => void shown.svg().then((svg) => saveText("svg", "image/svg+xml", svg)))}
      <input
        ref={file}
        type="file"
        hidden
        accept=".bpmn,.bpmn2,.xml,application/xml"
        aria-label={t("modeler.import")}
        onChange={(event) => {
          onImport(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
    </div>
  );
}
