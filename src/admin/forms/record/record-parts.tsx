// What stands around the fields of a record that is viewed, in the dialog as on its page: the approval of it, the files attached
// to it, and its history.
import { lazy, Suspense, useState, type ReactNode } from "react";
import type { Screen } from "#schema/screen";
import { textOf, type Row } from "../../api/index.ts";
import { useFormTexts } from "../../i18n/language.ts";

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

/** `isAdministrator`: of the platform, who sees the records of all tenants. */
export function RecordFiles({ screen, record, isAdministrator }: RecordPartProps & { readonly isAdministrator: boolean }): ReactNode {
  const tenant = textOf(record["tenantId"]);
  if (screen.attachments !== true) return null;
  return (
    <Suspense fallback={null}>
      <RecordAttachments
        resource={screen.name}
        id={textOf(record[screen.key])}
        {...(isAdministrator && tenant !== "" ? { tenantId: tenant } : {})}
      />
    </Suspense>
  );
}

interface RecordHistoryProps extends RecordPartProps {
  /** Former values were restored. */
  readonly onReverted: () => void;
}

/** What was done to the record; nothing where nobody keeps it. */
export function RecordHistory({ screen, record, ...more }: RecordHistoryProps): ReactNode {
  if (screen.history === undefined) return null;
  return (
    <Suspense fallback={null}>
      <HistoryOfRecord screen={screen} id={textOf(record[screen.key])} {...more} />
    </Suspense>
  );
}

/** The same once somebody asks for it. */
export function HistoryOnDemand(props: RecordHistoryProps): ReactNode {
  const texts = useFormTexts();
  const [isOpen, setOpen] = useState(false);
  if (props.screen.history === undefined) return null;
  if (isOpen) return <RecordHistory {...props} />;
  return (
    <button type="button" className="tf-more tf-history-more" onClick={() => setOpen(true)}>
      {texts.history}
    </button>
  );
}
