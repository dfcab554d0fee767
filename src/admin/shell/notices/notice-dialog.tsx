// One notice, to be read.
import { useTranslation } from "../../i18n/use-translation.ts";
import { RichtextView } from "../../../fields/html-view.tsx";
import { isRecord, textOf, type Row } from "../../api/index.ts";
import { useRead } from "../../data/queries/reads.ts";
import { DialogFrame } from "../../forms/dialogs/dialog-frame.tsx";
import "./notices.css";

interface NoticeDialogProps {
  readonly id: string;
  readonly onClose: () => void;
}

const noticeIn = (payload: unknown): Row => (isRecord(payload) ? payload : {});

export default function NoticeDialog({ id, onClose }: NoticeDialogProps) {
  const { t } = useTranslation();
  const { value: notice, failure } = useRead({ path: "/blade-desk/notice/detail", query: { id } }, noticeIn);
  const problem = failure?.message ?? "";
  const title = notice === undefined ? t("notices.notice") : textOf(notice["title"]);
  return (
    <DialogFrame title={title} width={720} ignoresMaskClick={false} onClose={onClose}>
      {problem !== "" && <p role="alert">{problem}</p>}
      {notice === undefined && problem === "" && <p role="status">{t("common.loading")}</p>}
      {notice !== undefined && (
        <article className="tm-notice-read">
          <p className="tm-notice-time">
            {[textOf(notice["categoryName"]), textOf(notice["releaseTime"])].filter((part) => part !== "").join(" · ")}
          </p>
          <RichtextView html={textOf(notice["content"])} />
        </article>
      )}
    </DialogFrame>
  );
}
