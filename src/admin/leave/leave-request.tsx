// A leave request: its fields, further content of its page, and its diagram with history.
import { Skeleton } from "antd";
import { use, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { isRecord, textOf, type Row } from "../api/record.ts";
import { useIsAdministrator } from "../access/use-rights.ts";
import { useRead } from "../queries/reads.ts";
import { ProcessDiagram } from "../flow/process-diagram.tsx";
import { RecordView } from "../forms/view/record-view.tsx";
import { NotFoundPage } from "../pages/not-found.ts";
import { FailureNote, Note } from "../parts/list-notes.tsx";
import { loadScreen } from "../screen-models/load.ts";
import { LeavePart } from "./leave-page.tsx";

/** Empty where there is none that the person may see (docs/wire.md §10.13). */
const rowOf = (data: unknown): Row => (isRecord(data) ? data : {});

interface LeaveRequestProps {
  readonly businessId: string;
  readonly processInstanceId: string;
  /** Content between the request and its diagram, for the pending task; undefined without one. */
  readonly renderTask?: (task: Row | undefined) => ReactNode;
}

export function LeaveRequest({ businessId, processInstanceId, renderTask }: LeaveRequestProps): ReactNode {
  const { t } = useTranslation();
  const isAdministrator = useIsAdministrator() === true;
  const screen = use(loadScreen("leave-process"));
  const { value: record, failure, refetch } = useRead({ path: `${screen?.path ?? ""}/detail`, query: { businessId } }, rowOf);
  if (screen === undefined) return <NotFoundPage />;
  if (failure !== undefined)
    return failure.silent ? null : <FailureNote title={t("leave.failed")} message={failure.message} onRetry={refetch} />;
  if (record === undefined) return <Skeleton active paragraph={{ rows: 6 }} title={false} aria-label={t("common.loading")} />;
  // The address names both; a task of another request is ignored.
  if (textOf(record["id"]) === "" || textOf(record["processInstanceId"]) !== processInstanceId)
    return <Note icon="search" title={t("leave.unknown")} />;
  const task = isRecord(record["flow"]) && Object.keys(record["flow"]).length > 0 ? record["flow"] : undefined;
  return (
    <>
      <LeavePart title={t("leave.request")}>
        <RecordView screen={screen} record={record} isAdministrator={isAdministrator} />
      </LeavePart>
      {renderTask?.(task)}
      <LeavePart title={t("leave.diagram")}>
        <ProcessDiagram of={{ processInstanceId }} />
      </LeavePart>
    </>
  );
}
