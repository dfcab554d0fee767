// What stands around the fields of a record that is viewed, in the dialog as on its page: the approval of it, the files attached
// to it, and its history with the comments on it.
import { lazy, Suspense, useState, type ReactNode } from "react";
import type { Screen } from "#schema/screen";
import { textOf, type Row } from "../../api/index.ts";
import { useFormTexts } from "../../i18n/language.ts";
import { isForComments } from "../comments/for-comments.ts";

const RecordAttachments = lazy(() => import("../attachments/record-attachments.tsx"));
const HistoryOfRecord = lazy(() => import("../history/record-history.tsx"));
const ApprovalOfRecord = lazy(() => import("../../flow/approval/approval-of-record.tsx"));

/** The field that names the process which decides about a record, or has decided last; of screens whose definition declares an approval. */
const instanceField = "processInstanceId";

interface RecordPartProps {
  readonly screen: Screen;
  readonly record: Row;
}

export function RecordApproval({ screen, record }: RecordPartProps): ReactNode {
  const isApproved = screen.actions.some(({ name }) => name === "withdrawApproval");
  const instance = isApproved ? textOf(record[instanceField]) : "";
  if (instance === "") return null;
  return (
    <Suspense fallback={null}>
      <ApprovalOfRecord processInstanceId={instance} />
    </Suspense>
  );
}

interface TenantPartProps extends RecordPartProps {
  /** Of the platform, who sees the records of all tenants. */
  readonly isAdministrator: boolean;
}

/** The tenant of a record, for whoever has to name it. */
function tenantOf({ record, isAdministrator }: TenantPartProps): { readonly tenantId?: string } {
  const tenantId = textOf(record["tenantId"]);
  return isAdministrator && tenantId !== "" ? { tenantId } : {};
}

export function RecordFiles(props: TenantPartProps): ReactNode {
  const { screen, record } = props;
  if (screen.attachments !== true) return null;
  return (
    <Suspense fallback={null}>
      <RecordAttachments resource={screen.name} id={textOf(record[screen.key])} {...tenantOf(props)} />
    </Suspense>
  );
}

interface RecordHistoryProps extends TenantPartProps {
  /** Former values were restored. */
  readonly onReverted: () => void;
}

/** Whether there is anything of the kind. */
export const hasTimeline = ({ history, comments }: Screen): boolean => history !== undefined || comments === true;

/** What was done to the record and what people say about it; nothing where nobody keeps either. */
export function RecordHistory(props: RecordHistoryProps): ReactNode {
  const { screen, record, onReverted } = props;
  if (!hasTimeline(screen)) return null;
  return (
    <Suspense fallback={null}>
      <HistoryOfRecord screen={screen} record={record} {...tenantOf(props)} onReverted={onReverted} />
    </Suspense>
  );
}

/** The same once somebody asks for it. */
export function HistoryOnDemand(props: RecordHistoryProps): ReactNode {
  const texts = useFormTexts();
  const [isOpen, setOpen] = useState(isForComments);
  if (!hasTimeline(props.screen)) return null;
  if (isOpen) return <RecordHistory {...props} />;
  return (
    <button type="button" className="tf-more tf-history-more" onClick={() => setOpen(true)}>
      {props.screen.comments === true ? texts.comments : texts.history}
    </button>
  );
}
