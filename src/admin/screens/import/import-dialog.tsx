// The import of rows: a file is chosen, tried, and carried out once the person has seen what it would do.
import { Alert, App, Button, Modal, Spin } from "antd";
import { use, useState, type ReactNode } from "react";
import type { ImportMode } from "../../../schema/import-modes.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { addTexts, language as pageLanguage } from "../../i18n/index.ts";
import { useFormTexts } from "../../i18n/language.ts";
import { listName } from "../../data/screen-models/list-name.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";
import { useNotices } from "../../workspace/use-notices.ts";
import { offerUndo } from "../row-actions/undo-removal.tsx";
import { FileStep, type ChosenTable } from "./file-step.tsx";
import type { ImportAnswer } from "./import-answer.ts";
import { rememberedJob } from "./job-memory.ts";
import { JobStep } from "./job-step.tsx";
import { Mapping } from "./mapping.tsx";
import { Outcome } from "./outcome.tsx";
import { tableOfFile } from "./sent-table.ts";
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
      type={result.isDone ? "success" : "warning"}
      showIcon
      message={t(result.isDone ? "import.done" : "import.partly", {
        added: added.count,
        changed: changed.count,
        unchanged,
        refused: refused.count,
      })}
    />
  );
}

/** What has been found or done, for whoever does not see it. */
function useStatus({ trial, busy }: Pick<ReturnType<typeof useImport>, "trial" | "busy">): string {
  const { t } = useTranslation();
  if (busy !== undefined) return t(busy === "importing" ? "import.importing" : "import.checking");
  if (trial === undefined) return "";
  return t("import.outcome", { rows: trial.rows });
}

export function ImportDialog({ screen, modes, mayRemove, onClose }: ImportDialogProps): ReactNode {
  use(texts);
  const { t } = useTranslation();
  const { modal, notification } = App.useApp();
  const notices = useNotices();
  const formTexts = useFormTexts();
  const name = listName(screen, pageLanguage());
  const [chosen, setChosen] = useState(nothingChosen);
  const [choices, setChoices] = useState<ImportChoices>({ mode: modes[0] ?? "both", empty: "leave" });
  const importing = useImport(screen);
  const { busy, failure, trial, tried, result, job, ended, check, carryOut, undo, begin, saveTemplate, saveRefused } = importing;
  const status = useStatus({ trial, busy });
  // A job that was cancelled, or has failed, may have written rows.
  const isDone = result !== undefined && (result.isDone || result.written !== "");
  const isChosen = chosen.file !== undefined || chosen.text.trim() !== "";

  const { file, text } = chosen;
  const readChosen = () => (file === undefined ? Promise.resolve({ text }) : tableOfFile(file, t("import.unreadable")));
  const startAgain = (kept = nothingChosen) => {
    setChosen(kept);
    setChoices({ mode: choices.mode, empty: "leave" });
    begin();
  };
  const good = trial === undefined ? 0 : trial.added.count + trial.changed.count;
  const wrong = trial?.refused.count ?? 0;
  const mayUndo = result !== undefined && result.undo !== "" && (result.added.count === 0 || mayRemove);
  const leave = () => {
    // What is done and was looked at is not shown again.
    if (isDone) begin();
    if (mayUndo && isDone)
      void offerUndo({
        names: t("import.rowsOf", { name, count: result.added.count + result.changed.count }),
        done: t("list.import"),
        notification,
        restore: async () => {
          if (!(await undo(result.undo)) && rememberedJob(screen.name)?.purpose !== "undoing") throw new Error(t("import.notUndone"));
        },
        onUndone: (sentence) => notices.done(sentence),
        onFailed: notices.failed,
      });
    onClose();
  };
  const close = () => {
    if (busy !== undefined) return;
    // A job goes on without its dialog.
    if (isDone || job !== undefined || !isChosen) return leave();
    modal.confirm({
      title: formTexts.unsaved.title,
      content: formTexts.unsaved.text,
      okText: formTexts.unsaved.leave,
      cancelText: formTexts.unsaved.stay,
      okButtonProps: { danger: true },
      autoFocusButton: "cancel",
      onOk: leave,
    });
  };
  const closing = (
    <Button key="close" disabled={busy !== undefined} onClick={close}>
      {t("import.close")}
    </Button>
  );
  const undoing = mayUndo && (
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
  const refused = tried !== undefined && (result ?? trial)?.refused.count !== 0 && (
    <Button key="refused" onClick={() => void saveRefused(tried, t("import.refusedName", { name }))}>
      {t("import.refusedFile")}
    </Button>
  );
  const giveUp = job !== undefined && (
    <Button key="giveUp" onClick={() => void importing.giveUp(job)}>
      {t("import.giveUp")}
    </Button>
  );
  const footer =
    job !== undefined
      ? [giveUp, closing]
      : isDone
        ? [
            undoing,
            refused,
            <Button key="another" onClick={() => startAgain()}>
              {t("import.another")}
            </Button>,
            closing,
          ]
        : trial === undefined || tried === undefined
          ? [
              closing,
              <Button
                key="primary"
                type="primary"
                loading={busy !== undefined}
                disabled={!isChosen}
                onClick={() => void check(readChosen, choices)}
              >
                {t("import.check")}
              </Button>,
            ]
          : [
              // What was pasted is there to be mended; a file is chosen anew.
              <Button key="back" disabled={busy !== undefined} onClick={() => startAgain(file === undefined ? chosen : nothingChosen)}>
                {t("import.back")}
              </Button>,
              refused,
              // The focus stays on it from the check to the import.
              <Button key="primary" type="primary" loading={busy !== undefined} disabled={good === 0} onClick={() => void carryOut()}>
                {t(wrong > 0 ? "import.good" : "import.all", { count: good })}
              </Button>,
            ];

  return (
    <Modal
      open
      className="tf-dialog"
      width={960}
      title={t("import.title", { name })}
      onCancel={close}
      footer={<div className="tm-import-buttons">{footer}</div>}
      maskClosable={false}
    >
      <div className="tm-import">
        <span className="tm-visually-hidden" role="status">
          {status}
        </span>
        {failure !== undefined && <Alert type="error" showIcon role="alert" message={failure} />}
        {job !== undefined && <JobStep key={job.job} begun={job} onEnd={(view) => void importing.arrive(job, view)} />}
        {isDone && <Done result={result} />}
        {!isDone && result !== undefined && <Alert type="warning" showIcon message={t("import.notDone")} />}
        {!isDone && job === undefined && trial === undefined && (
          <FileStep
            chosen={chosen}
            modes={modes}
            mode={choices.mode}
            onChoose={setChosen}
            onMode={(mode) => setChoices({ ...choices, mode })}
            onTemplate={(format) => void saveTemplate(format, t("import.templateName", { name, format }))}
          />
        )}
        {!isDone && job === undefined && trial !== undefined && ended !== undefined && (
          <Alert type="info" message={t(wrong > 0 ? "import.goodInBatches" : "import.inBatches")} />
        )}
        {!isDone && job === undefined && trial !== undefined && tried !== undefined && (
          <Spin spinning={busy !== undefined} tip={t(busy === "importing" ? "import.importing" : "import.checking")}>
            <Mapping
              trial={trial}
              choices={tried.choices}
              mayChange={choices.mode !== "add"}
              isBusy={busy !== undefined}
              onChange={(next) => void check(() => Promise.resolve(tried.table), next)}
            />
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
