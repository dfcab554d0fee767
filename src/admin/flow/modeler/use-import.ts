// Opens a file in the modeler, in place of the drawing that is there.
import { App } from "antd";
import { useTranslation } from "../../i18n/use-translation.ts";
import { decodeModel, EncodingError } from "../../../process/encoding.ts";
import { inLanguage } from "../../../schema/text.ts";
import { useLanguage } from "../../i18n/language.ts";
import { useNotices } from "../../workspace/use-notices.ts";
import type { Board } from "./board.ts";

const maxCharacters = 200_000;

/** A file in the encoding that it says it has. */
async function textOf(file: File): Promise<string | EncodingError> {
  try {
    return decodeModel(new Uint8Array(await file.arrayBuffer()));
  } catch (error) {
    if (error instanceof EncodingError) return error;
    throw error;
  }
}

interface ImportInput {
  readonly board: Board | undefined;
  /** There is work that the file would replace. */
  readonly isChanged: boolean;
  readonly onOpened: () => void;
}

export function useImport({ board, isChanged, onOpened }: ImportInput): (file: File | undefined) => Promise<void> {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const notices = useNotices();
  const language = useLanguage();
  return async (chosen) => {
    if (chosen === undefined || board === undefined) return;
    const text = await textOf(chosen);
    if (typeof text !== "string") {
      notices.refused(inLanguage(text.reason, language));
      return;
    }
    if (text.length > maxCharacters) {
      notices.refused(t("modeler.importTooLong"));
      return;
    }
    if (
      isChanged &&
      !(await modal.confirm({
        title: t("modeler.importAsk"),
        okText: t("common.ok"),
        cancelText: t("common.cancel"),
        autoFocusButton: "cancel",
      }))
    )
      return;
    const before = await board.xml();
    try {
      await board.open(text);
      onOpened();
      notices.done(t("modeler.imported", { name: chosen.name }));
    } catch (error) {
      notices.failed(error);
      await board.open(before);
    }
  };
}
