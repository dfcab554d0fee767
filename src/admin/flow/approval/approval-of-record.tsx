// The approval of a record in its view: how the last one stands, and its diagram with all steps once they are asked for.
import { useState, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { ApprovalFacts } from "./approval-facts.tsx";
import { ProcessDiagram } from "../diagram/process-diagram.tsx";
import { useSubject } from "./subject.ts";
import "./approval.css";

/** Default export, because it is loaded lazily. What may not be known, or did not load, leaves the record as it is. */
export default function ApprovalOfRecord({ processInstanceId }: { readonly processInstanceId: string }): ReactNode {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { value: subject } = useSubject(processInstanceId);
  if (subject === undefined || subject.resource === "") return null;
  return (
    <div className="tm-approval-record">
      <ApprovalFacts subject={subject} />
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{t("approval.course")}</summary>
        {isOpen && <ProcessDiagram of={{ processInstanceId }} />}
      </details>
    </div>
  );
}
