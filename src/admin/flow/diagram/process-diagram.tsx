// The diagram of a process (docs/specification.md §2, "Flow diagram view"): of a deployed definition, or of an instance with its history.
import { use, useMemo, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Tag } from "../../../fields/tag.tsx";
import { useRead } from "../../data/queries/reads.ts";
import { addTexts } from "../../i18n/index.ts";
import { FailureNote } from "../../ui/states/list-notes.tsx";
import { DiagramCanvas } from "./diagram-canvas.tsx";
import { StepTable } from "./step-table.tsx";
import { marksOf, processViewOf, progressOf, type ProcessView, type Progress } from "./steps.ts";
import "./diagram.css";

/** Exactly one of the two, as the call wants it. */
export type DiagramOf = { readonly processInstanceId: string } | { readonly processDefinitionId: string };

const texts = Promise.all([addTexts("process"), addTexts("acts")]);
const address = "/blade-flow/process/model-view";
/** What people do with a task or a request stands in its history. */
const written = { dependsOn: ["work-claim", "work-todo", "work-send"] };

/** The legend of the colours, and the current step of the instance. */
function Legend({ progress, isFailed }: { readonly progress: Progress; readonly isFailed: boolean }): ReactNode {
  const { t } = useTranslation();
  if (progress === "none") return <p className="tm-diagram-legend tm-soft">{t("process.notStarted")}</p>;
  return (
    <div className="tm-diagram-legend">
      <Tag text={t(progress === "ended" ? "process.isOver" : "process.isRunning")} colour={progress === "ended" ? "green" : "blue"} />
      <ul aria-label={t("process.legend")}>
        <li data-mark="done">{t("process.done")}</li>
        <li data-mark="current">{t("process.current")}</li>
        {isFailed && <li data-mark="failed">{t("process.failedStep")}</li>}
        <li data-mark="ahead">{t("process.ahead")}</li>
      </ul>
    </div>
  );
}

function Shown({ view }: { readonly view: ProcessView }): ReactNode {
  const { t } = useTranslation();
  const marks = useMemo(() => marksOf(view.steps), [view]);
  return (
    <>
      <Legend progress={progressOf(view.steps)} isFailed={[...marks.values()].includes("failed")} />
      {view.xml === "" ? <p className="tm-soft">{t("process.noDrawing")}</p> : <DiagramCanvas xml={view.xml} marks={marks} />}
      <StepTable steps={view.steps} />
    </>
  );
}

/** The diagram inline. */
export function ProcessDiagram({ of }: { readonly of: DiagramOf }): ReactNode {
  use(texts);
  const { t } = useTranslation();
  const [parameter, id] =
    "processInstanceId" in of
      ? (["processInstanceId", of.processInstanceId] as const)
      : (["processDefinitionId", of.processDefinitionId] as const);
  const { value: view, failure, refetch } = useRead({ path: address, query: { [parameter]: id } }, processViewOf, written);
  if (failure !== undefined)
    return failure.silent ? null : <FailureNote title={t("process.failed")} message={failure.message} onRetry={refetch} />;
  return (
    <div className="tm-diagram">
      {view === undefined ? (
        <div className="tm-diagram-frame">
          <div className="tm-diagram-skeleton" role="status" aria-label={t("process.loading")} />
        </div>
      ) : (
        <Shown view={view} />
      )}
    </div>
  );
}
