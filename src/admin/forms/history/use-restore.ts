// Brings former values of a record back, after a question, and says which.
import { App } from "antd";
import type { Screen } from "#schema/screen";
import { isRecord, textOf } from "../../api/index.ts";
import { useWrite } from "../../data/queries/writes.ts";
import { useLanguage } from "../../i18n/language.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useNotices } from "../../workspace/use-notices.ts";
import { fieldLabel } from "./changed-fields.tsx";

const namesIn = (answer: unknown, member: string): readonly string[] => {
  const names = isRecord(answer) ? answer[member] : undefined;
  return Array.isArray(names) ? names.map(textOf) : [];
};

interface Restoring {
  readonly screen: Screen;
  readonly id: string;
  readonly onReverted: () => void;
}

/** Answers what asks with a title, and brings back what the query of revert names (docs/wire.md §4.1). */
export function useRestore({ screen, id, onReverted }: Restoring) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { modal } = App.useApp();
  const write = useWrite();
  const notices = useNotices();
  return (title: string, query: Readonly<Record<string, string>>) => {
    const labels = (names: readonly string[]) =>
      names.map((name) => fieldLabel(screen, name, language)).join(language === "zh" ? "、" : ", ");
    modal.confirm({
      title,
      content:
        screen.details === undefined || "fields" in query
          ? t("history.restoreNote")
          : `${t("history.restoreNote")} ${t("history.restoreNoteOfLines")}`,
      okText: t("history.ok"),
      cancelText: t("history.cancel"),
      onOk: async () => {
        try {
          const answer = await write({ path: `${screen.path}/revert`, resource: screen.name, query: { [screen.key]: id, ...query } });
          const [restored, kept] = [namesIn(answer, "restored"), namesIn(answer, "kept")];
          const sentences = [
            ...(restored.length > 0 ? [t("history.restored", { fields: labels(restored) })] : []),
            ...(kept.length > 0 ? [t("history.kept", { fields: labels(kept) })] : []),
            ...(isRecord(answer) && Number(answer["lines"] ?? 0) > 0
              ? [t("history.linesRestored", { count: Number(answer["lines"]) })]
              : []),
            ...(isRecord(answer) && answer["linesChanged"] === true ? [t("history.linesChanged")] : []),
            ...(isRecord(answer) && answer["linesUnknown"] === true ? [t("history.linesUnknown")] : []),
          ];
          notices.done(sentences.length === 0 ? t("history.nothingToRestore") : sentences.join(language === "zh" ? "。" : ". "));
          onReverted();
        } catch (error) {
          notices.failed(error);
        }
      },
    });
  };
}
