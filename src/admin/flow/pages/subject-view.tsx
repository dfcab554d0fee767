// What a process is about: the record's own view, with how the decision stands, further content of the page, and the diagram with its history.
import { Skeleton } from "antd";
import { use, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import type { Screen } from "../../../schema/screen.ts";
import { useIsAdministrator } from "../../access/use-rights.ts";
import { ApprovalFacts } from "../approval/approval-facts.tsx";
import { ProcessDiagram } from "../diagram/process-diagram.tsx";
import { useSubject, type Subject } from "../approval/subject.ts";
import { RecordView } from "../../forms/view/record-view.tsx";
import { NotFoundPage } from "../../ui/states/not-found.ts";
import { FailureNote, Note } from "../../ui/states/list-notes.tsx";
import { loadScreen } from "../../data/screen-models/load.ts";
import { ProcessPart } from "./process-page.tsx";

interface SubjectViewProps {
  readonly businessId: string;
  readonly processInstanceId: string;
  /** Content between the record and its diagram. `refetch`: the record was changed. */
  readonly renderTask?: (subject: Subject, screen: Screen, refetch: () => void) => ReactNode;
}

function Shown({
  subject,
  processInstanceId,
  renderTask,
  refetch,
}: Pick<SubjectViewProps, "processInstanceId" | "renderTask"> & { readonly subject: Subject; readonly refetch: () => void }): ReactNode {
  const { t } = useTranslation();
  const isAdministrator = useIsAdministrator() === true;
  const screen = use(loadScreen(subject.resource));
  if (screen === undefined) return <NotFoundPage />;
  return (
    <>
      <ProcessPart title={t("leave.request")}>
        <ApprovalFacts subject={subject} />
        <RecordView screen={screen} record={subject.record} isAdministrator={isAdministrator} />
      </ProcessPart>
      {renderTask?.(subject, screen, refetch)}
      <ProcessPart title={t("leave.diagram")}>
        <ProcessDiagram of={{ processInstanceId }} />
      </ProcessPart>
    </>
  );
}

export function SubjectView({ businessId, processInstanceId, renderTask }: SubjectViewProps): ReactNode {
  const { t } = useTranslation();
  const { value: subject, failure, refetch } = useSubject(processInstanceId);
  if (failure !== undefined)
    return failure.silent ? null : <FailureNote title={t("leave.failed")} message={failure.message} onRetry={refetch} />;
  if (subject === undefined) return <Skeleton active paragraph={{ rows: 6 }} title={false} aria-label={t("common.loading")} />;
  // The address names both; a task of another request is ignored.
  if (subject.resource === "" || subject.id !== businessId) return <Note icon="search" title={t("leave.unknown")} />;
  return <Shown subject={subject} processInstanceId={processInstanceId} renderTask={renderTask} refetch={refetch} />;
}
