// One notice, to be read.
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { RichtextView } from "../../../fields/html-view.tsx";
import { failureOf, isRecord, request, textOf, type Row } from "../../api/index.ts";
import { DialogFrame } from "../../forms/dialogs/dialog-frame.tsx";
import "./notices.css";

interface NoticeDialogProps {
  readonly id: string;
  readonly onClose: () => void;
}

export default function NoticeDialog({ id, onClose }: NoticeDialogProps) {
  const { t } = useTranslation();
  const [notice, setNotice] = useState<Row>();
  const [problem, setProblem] = useState("");
  useEffect(() => {
    const stop = new AbortController();
    request("GET", "/blade-desk/notice/detail", { query: { id }, signal: stop.signal }).then(
      (data) => setNotice(isRecord(data) ? data : {}),
      (error: unknown) => {
        if (!stop.signal.aborted) setProblem(failureOf(error).message);
      },
    );
    return () => stop.abort();
  }, [id]);
  const title = notice === undefined ? t("notices.notice") : textOf(notice["title"]);
  return (
    <DialogFrame title={title} width={720} stays={false} onClose={onClose}>
      {problem !== "" && <p role="alert">{problem}</p>}
      {notice === undefined && problem === "" && <p role="status">{t("common.loading")}</p>}
      {notice !== undefined && (
        <article className="tm-notice-read">
          <p className="tm-notice-time">{[textOf(notice["categoryName"]), textOf(notice["releaseTime"])].filter((part) => part !== "").join(" · ")}</p>
          <RichtextView html={textOf(notice["content"])} />
        </article>
      )}
    </DialogFrame>
  );
}
