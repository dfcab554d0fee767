// A leave request form: /work/process/leave/form/{processDefinitionId} (docs/specification.md §2). Its fields are those of the definition's
// action.
import { CanAccess } from "@refinedev/core";
import { use, useMemo, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useParams } from "react-router-dom";
import type { Screen } from "../../../schema/screen.ts";
import { ProcessDiagram } from "../diagram/process-diagram.tsx";
import { actionOf, PageForm } from "../../forms/actions/page-form.tsx";
import { addTexts } from "../../i18n/index.ts";
import { ErrorPage } from "../../ui/states/error-page.tsx";
import { NotFoundPage } from "../../ui/states/not-found.ts";
import { accessNameOf } from "../../access/access-provider.ts";
import { loadScreen } from "../../data/screen-models/load.ts";
import { ProcessPage, ProcessPart, useReturn } from "./process-page.tsx";

const texts = addTexts("process");
const nothing = {};

function RequestForm({ screen, processDefinitionId }: { readonly screen: Screen; readonly processDefinitionId: string }): ReactNode {
  const { t } = useTranslation();
  const action = actionOf(screen, "startProcess");
  const fixed = useMemo(() => ({ processDefinitionId }), [processDefinitionId]);
  const asks = useMemo(
    () => (action.dialogFields ?? []).map((field) => field.name).filter((name) => name !== "processDefinitionId"),
    [action],
  );
  const leave = useReturn("/flow/work-start");
  return (
    <PageForm
      screen={screen}
      action={action}
      asks={asks}
      fixed={fixed}
      mode="create"
      buttons={[{ label: t("leave.submit") }]}
      done={t("leave.submitted")}
      onDone={leave}
    />
  );
}

/** Default export, because it is loaded lazily. */
export default function LeaveFormPage(): ReactNode {
  use(texts);
  const { t } = useTranslation();
  const { processDefinitionId = "" } = useParams();
  const screen = use(loadScreen("leave-process"));
  if (screen === undefined) return <NotFoundPage />;
  return (
    <CanAccess
      resource={screen.name}
      action={accessNameOf(actionOf(screen, "startProcess"))}
      params={nothing}
      fallback={<ErrorPage kind="forbidden" />}
    >
      <ProcessPage title={t("leave.form")}>
        <RequestForm screen={screen} processDefinitionId={processDefinitionId} />
        <ProcessPart title={t("leave.diagram")}>
          <ProcessDiagram of={{ processDefinitionId }} />
        </ProcessPart>
      </ProcessPage>
    </CanAccess>
  );
}
