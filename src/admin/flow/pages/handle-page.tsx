// A task: /work/process/{route}/handle/{taskId}/{processInstanceId}/{businessId} (docs/specification.md §2).
import { CanAccess } from "@refinedev/core";
import { use, useMemo, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useParams } from "react-router-dom";
import type { Screen } from "../../../schema/screen.ts";
import { textOf, type Row } from "../../api/wire-data.ts";
import { actionOf, PageForm } from "../../forms/actions/page-form.tsx";
import { addTexts } from "../../i18n/index.ts";
import { ErrorPage } from "../../ui/states/error-page.tsx";
import { NotFoundPage } from "../../ui/states/not-found.ts";
import { accessNameOf } from "../../access/access-provider.ts";
import { loadScreen } from "../../data/screen-models/load.ts";
import { ProcessPage, ProcessPart, useReturn } from "./process-page.tsx";
import { EditableFields } from "./editable-fields.tsx";
import { EditableLines } from "./editable-lines.tsx";
import { SubjectView } from "./subject-view.tsx";
import { WorkButtons } from "./work-buttons.tsx";

const texts = addTexts("process");
const nothing = {};
/** The action also takes a decision and variables; the buttons are the decision. */
const formNames = ["comment", "attachments"];

interface TaskProps {
  readonly screen: Screen;
  readonly taskId: string;
  readonly processInstanceId: string;
  readonly task: Row;
  /** `decide`, `opinion` or `delegated`. */
  readonly kind: string;
}

/** Actions after which the task is still the person's. */
const keeping: ReadonlySet<string> = new Set(["consult"]);

function Task({ screen, taskId, processInstanceId, task, kind }: TaskProps): ReactNode {
  const { t } = useTranslation();
  const fixed = useMemo(() => ({ taskId, processInstanceId }), [taskId, processInstanceId]);
  const leave = useReturn("/flow/work-todo");
  const facts = [
    [t("process.step"), textOf(task["historyActivityName"])],
    [t("process.person"), textOf(task["assigneeName"])],
    [t("process.began"), textOf(task["createTime"])],
  ] as const;
  return (
    <>
      <dl className="tm-process-task">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <PageForm
        screen={screen}
        action={actionOf(screen, "complete")}
        asks={formNames}
        fixed={fixed}
        mode="create"
        // An absent flag means rejection (docs/wire.md §9). Who is only asked for an opinion, or works for somebody else, decides nothing.
        buttons={
          kind === "decide"
            ? [
                { label: t("leave.approve"), values: { flag: "ok" } },
                { label: t("leave.reject"), isDangerous: true },
              ]
            : [{ label: t(kind === "opinion" ? "leave.giveOpinion" : "leave.giveBack") }]
        }
        done={t("leave.handled")}
        onDone={leave}
      />
    </>
  );
}

/** Default export, because it is loaded lazily. */
export default function ProcessHandlePage(): ReactNode {
  use(texts);
  const { t } = useTranslation();
  const { taskId = "", processInstanceId = "", businessId = "" } = useParams();
  const leave = useReturn("/flow/work-todo");
  const screen = use(loadScreen("work-todo"));
  if (screen === undefined) return <NotFoundPage />;
  return (
    <CanAccess
      resource={screen.name}
      action={accessNameOf(actionOf(screen, "complete"))}
      params={nothing}
      fallback={<ErrorPage kind="forbidden" />}
    >
      <ProcessPage title={t("leave.handle")}>
        <SubjectView
          processInstanceId={processInstanceId}
          businessId={businessId}
          renderTask={(subject, ofRecord, refetch) => {
            const [task] = subject.waiting;
            const own = subject.own.get(taskId);
            const toClaim = subject.claimable.find((row) => textOf(row["taskId"]) === taskId);
            return (
              <>
                <EditableFields screen={ofRecord} subject={subject} onSaved={refetch} />
                {subject.isBack && <EditableLines of={ofRecord.name} row={subject.record} />}
                <ProcessPart title={t("leave.task")}>
                  {task === undefined ? (
                    <p className="tm-soft">{t("leave.noTask")}</p>
                  ) : (
                    <Task
                      kind={textOf(own?.["taskKind"]) || "decide"}
                      screen={screen}
                      taskId={taskId}
                      processInstanceId={processInstanceId}
                      task={task}
                    />
                  )}
                  {toClaim !== undefined && (
                    <p className="tm-process-ways">
                      <WorkButtons of="work-claim" row={toClaim} onDone={refetch} />
                    </p>
                  )}
                  {own !== undefined && (
                    <p className="tm-process-ways" role="group" aria-label={t("leave.otherWays")}>
                      <WorkButtons of="work-todo" row={own} onDone={(action) => (keeping.has(action) ? refetch() : leave())} />
                    </p>
                  )}
                </ProcessPart>
              </>
            );
          }}
        />
      </ProcessPage>
    </CanAccess>
  );
}
