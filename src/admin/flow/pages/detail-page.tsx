// What a process is about: /work/process/{route}/detail/{processInstanceId}/{businessId} (docs/specification.md §2). The server decides who
// may see it.
import { use, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useParams } from "react-router-dom";
import { addTexts } from "../../i18n/index.ts";
import { textOf } from "../../api/wire-data.ts";
import { ProcessPage } from "./process-page.tsx";
import { SubjectView } from "./subject-view.tsx";
import { WorkButtons } from "./work-buttons.tsx";

const texts = addTexts("process");

/** Default export, because it is loaded lazily. */
export default function ProcessDetailPage(): ReactNode {
  use(texts);
  const { t } = useTranslation();
  const { processInstanceId = "", businessId = "" } = useParams();
  return (
    <ProcessPage title={t("leave.detail")}>
      <SubjectView
        processInstanceId={processInstanceId}
        businessId={businessId}
        renderTask={(subject, _screen, refetch) =>
          subject.asked.length + subject.claimable.length === 0 ? null : (
            <p className="tm-process-ways" role="group" aria-label={t("leave.otherWays")}>
              {subject.claimable.map((row) => (
                <WorkButtons key={textOf(row["taskId"])} of="work-claim" row={row} onDone={refetch} />
              ))}
              {subject.asked.map((row) => (
                <WorkButtons key={textOf(row["processInstanceId"])} of="work-send" row={row} onDone={refetch} />
              ))}
            </p>
          )
        }
      />
    </ProcessPage>
  );
}
