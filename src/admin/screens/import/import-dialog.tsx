// The import of rows: a file is chosen, tried, and carried out once the person has seen what it would do.
import { Alert, Button, Modal, Spin } from "antd";
import { use, useState, type ReactNode } from "react";
import type { ImportMode } from "../../../schema/import-modes.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { addTexts, language as pageLanguage } from "../../i18n/index.ts";
import { listName } from "../../data/screen-models/list-name.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";
import { useNotices } from "../../workspace/use-notices.ts";
import { FileStep, type ChosenTable } from "./file-step.tsx";
import type { ImportAnswer } from "./import-answer.ts";
import { Mapping } from "./mapping.tsx";
import { Outcome } from "./outcome.tsx";
import { tableOfFile, type SentTable } from "./sent-table.ts";
import { useImport, type ImportChoices } from "./use-import.ts";
import "./import.css";

const texts = addTexts("import");

interface ImportDialogProps {
  readonly screen: ListViewModel;
  readonly modes: readonly ImportMode[];
  readonly mayRemove: boolean;
  readonly onClose: () => void;
}

const nothingChosen: ChosenTable = { file: undefined, text: "" };

function Done({ result }: { readonly result: ImportAnswer }): ReactNode {
  const { t } = useTranslation();
  const { added, changed, unchanged, refused } = result;
  return (
    <Alert
      type="success"
      showIcon
      message={t("import.done", { added: added.count, changed: changed.count, unchanged, refused: refused.count })}
    />
  );
}

export function ImportDialog({ screen, modes, mayRemove, onClose }: ImportDialogProps): ReactNode {
  use(texts);
  const { t } = useTranslation();
  const notices = useNotices();
  const name = listName(screen, pageLanguage());
  const [chosen, setChosen] = useState(nothingChosen);
  const [table, setTable] = useState<SentTable>();
  const [choices, setChoices] = useState<ImportChoices>({ mode: modes[0] ?? "both", empty: "leave" });
  const { busy, failure, trial, result, check, carryOut, undo, begin, saveTemplate, saveRefused } = useImport(screen);
  const isDone = result?.isDone === true;

  const checkChosen = async () => {
    const next = chosen.file === undefined ? { text: chosen.text } : await tableOfFile(chosen.file);
    setTable(next);
    await check(next, choices);
  };
  const change = (next: ImportChoices) => {
    setChoices(next);
    if (table !== undefined) void check(table, next);
  };
  const startAgain = () => {
    setChosen(nothingChosen);
    setTable(undefined);
    setChoices({ mode: choices.mode, empty: "leave" });
    begin();
  };
  // What was looked at is what is written: the columns that the trial has found, and the key.
  const looked: ImportChoices =
    trial === undefined
      ? choices
      : { ...choices, columns: trial.columns.map(({ field }) => field).join(","), ...(trial.key === "" ? {} : { key: trial.key }) };
  const good = trial === undefined ? 0 : trial.added.count + trial.changed.count;
  const wrong = (isDone ? result : trial)?.refused.count ?? 0;
  const close = (
    <Button key="close" onClick={onClose}>
      {t("import.close")}
    </Button>
  );
  const refusedFile =
    wrong === 0 || table === undefined ? undefined : (
      <Button key="refused" onClick={() => void saveRefused(table, looked, t("import.refusedName", { name }))}>
        {t("import.refusedFile")}
      </Button>
    );
  const undoing =
    result === undefined || result.undo === "" || (result.added.count > 0 && !mayRemove) ? undefined : (
      <Button
        key="undo"
        loading={busy !== undefined}
        onClick={() =>
          void undo(result.undo).then((isUndone) => {
            if (!isUndone) return;
            startAgain();
            notices.done(t("import.undone"));
          })
        }
      >
        {t("import.undo")}
      </Button>
    );
  const footer = isDone
    ? [
        refusedFile,
        undoing,
        <Button key="another" onClick={startAgain}>
          {t("import.another")}
        </Button>,
        close,
      ]
    : trial === undefined
      ? [
          close,
          <Button
            key="check"
            type="primary"
            loading={busy !== undefined}
            disabled={chosen.file === undefined && chosen.text.trim() === ""}
            onClick={() => void checkChosen()}
          >
            {t("import.check")}
          </Button>,
        ]
      : [
          <Button key="back" disabled={busy !== undefined} onClick={startAgain}>
            {t("import.back")}
          </Button>,
          refusedFile,
          <Button
            key="import"
            type="primary"
            loading={busy !== undefined}
            disabled={good === 0}
            onClick={() => table !== undefined && void carryOut(table, looked)}
          >
            {t(wrong > 0 ? "import.good" : "import.all", { count: good })}
          </Button>,
        ];

  return (
    <Modal
      open
      className="tf-dialog"
      width={960}
      title={t("import.title", { name })}
      onCancel={onClose}
      footer={<div className="tm-import-buttons">{footer}</div>}
      maskClosable={false}
    >
      <div className="tm-import">
        {failure !== undefined && <Alert type="error" showIcon role="alert" message={failure} />}
        {isDone && <Done result={result} />}
        {!isDone && result !== undefined && <Alert type="warning" showIcon message={t("import.notDone")} />}
        {!isDone && trial === undefined && (
          <FileStep
            chosen={chosen}
            modes={modes}
            mode={choices.mode}
            onChoose={setChosen}
            onMode={(mode) => setChoices({ ...choices, mode })}
            onTemplate={(format) => void saveTemplate(format, t("import.templateName", { name, format }))}
          />
        )}
        {!isDone && trial !== undefined && (
          <Spin spinning={busy !== undefined} tip={t(busy === "importing" ? "import.importing" : "import.checking")}>
            <Mapping trial={trial} choices={choices} mayChange={choices.mode !== "add"} isBusy={busy !== undefined} onChange={change} />
            {trial.columns.some(({ field }) => field !== "") ? (
              <Outcome trial={trial} />
            ) : (
              <Alert type="info" message={t("import.assign")} />
            )}
          </Spin>
        )}
      </div>
    </Modal>
  );
}
