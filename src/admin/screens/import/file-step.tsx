// The first step of an import: a file or pasted rows, and what they are to do.
import { Button, Input, Radio } from "antd";
import { useState, type DragEvent, type ReactNode } from "react";
import { maxImportedBytes, maxImportedRows, type ImportMode } from "../../../schema/import-modes.ts";
import { groupDigits } from "../../../fields/digits.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Icon } from "../../ui/icons/icon.tsx";

/** What was chosen: a file, or a text in place of one. */
export interface ChosenTable {
  readonly file: File | undefined;
  readonly text: string;
}

interface FileStepProps {
  readonly chosen: ChosenTable;
  readonly modes: readonly ImportMode[];
  readonly mode: ImportMode;
  readonly onChoose: (chosen: ChosenTable) => void;
  readonly onMode: (mode: ImportMode) => void;
  readonly onTemplate: (format: "xlsx" | "csv") => void;
}

export function FileStep({ chosen, modes, mode, onChoose, onMode, onTemplate }: FileStepProps): ReactNode {
  const { t } = useTranslation();
  const [isTooLarge, setTooLarge] = useState(false);
  const choose = (file: File | undefined) => {
    if (file === undefined) return;
    setTooLarge(file.size > maxImportedBytes);
    if (file.size <= maxImportedBytes) onChoose({ file, text: "" });
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    choose(event.dataTransfer.files[0]);
  };
  return (
    <div className="tm-import-file">
      <p className="tm-soft">{t("import.lead", { rows: groupDigits(String(maxImportedRows)) })}</p>
      <p className="tm-import-templates">
        <span>{t("import.templates")}</span>
        <Button size="small" onClick={() => onTemplate("xlsx")}>
          {t("import.xlsx")}
        </Button>
        <Button size="small" onClick={() => onTemplate("csv")}>
          {t("import.csv")}
        </Button>
      </p>
      <label className="tm-import-drop" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
        <Icon name="import" size={24} />
        <span>{chosen.file === undefined ? t("import.choose") : t("import.chosen", { name: chosen.file.name })}</span>
        <input
          type="file"
          className="tm-visually-hidden"
          accept=".xlsx,.xlsm,.csv,.txt,.tsv"
          onChange={(event) => {
            choose(event.currentTarget.files?.[0]);
            // The same file may be chosen again once it has been mended.
            event.currentTarget.value = "";
          }}
        />
      </label>
      {isTooLarge && (
        <p role="alert" className="tm-import-failed">
          {t("import.tooLarge")}
        </p>
      )}
      <p className="tm-soft">{t("import.or")}</p>
      <Input.TextArea
        aria-label={t("import.paste")}
        rows={4}
        value={chosen.text}
        onChange={(event) => {
          setTooLarge(false);
          onChoose({ file: undefined, text: event.target.value });
        }}
      />
      {modes.length > 1 && (
        <fieldset className="tm-import-choice">
          <legend>{t("import.mode")}</legend>
          <Radio.Group
            value={mode}
            onChange={({ target }) => onMode(modes.find((one) => one === target.value) ?? mode)}
            options={modes.map((one) => ({ value: one, label: t(`import.${one}`) }))}
          />
        </fieldset>
      )}
    </div>
  );
}
