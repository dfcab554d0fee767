// The steps of an instance as a table: who, when, how long, with which comment. It contains everything that the colours of the diagram
// show.
import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Tag } from "../../../fields/tag.tsx";
import { isNote, visibleSteps, type ProcessStep } from "./steps.ts";

function stepCells(step: ProcessStep, t: TFunction): readonly (readonly [label: string, value: ReactNode])[] {
  const isDone = step.ended !== "";
  return [
    [
      t("process.step"),
      <span key="step" className="tm-step-name">
        {step.name || step.activityId}
      </span>,
    ],
    [
      t("process.state"),
      isNote(step.type) ? (
        <Tag key="state" text={t(`acts.${step.type}`)} colour="cyan" />
      ) : (
        <Tag
          key="state"
          text={t(isDone ? "process.done" : step.failure === "" ? "process.current" : "process.failedStep")}
          colour={isDone ? "green" : step.failure === "" ? "orange" : "red"}
        />
      ),
    ],
    [t("process.person"), step.person],
    [t("process.began"), step.began],
    [t("process.ended"), step.ended],
    [t("process.duration"), step.duration],
    [
      t("process.comment"),
      step.attachments.length === 0 ? (
        isDone || step.failure === "" ? (
          step.comment
        ) : (
          step.failure
        )
      ) : (
        <span key="comment">
          {step.comment}
          {step.attachments.map(({ address, name }) => (
            <span key={address} className="tm-step-file">
              <a href={address} target="_blank" rel="noopener noreferrer">
                {name}
              </a>
              <a className="tm-soft" href={address} download={name} aria-label={t("process.downloadOf", { name })}>
                {t("process.download")}
              </a>
            </span>
          ))}
        </span>
      ),
    ],
  ];
}

/** Roles are explicit: on a narrow page the rows are rendered as blocks, which removes the implicit ones. */
export function StepTable({ steps }: { readonly steps: readonly ProcessStep[] }): ReactNode {
  const { t } = useTranslation();
  const rows = visibleSteps(steps).map((step) => stepCells(step, t));
  const [first] = rows;
  if (first === undefined) return null;
  return (
    <table role="table" className="tm-steps">
      <caption className="tm-steps-title">{t("process.steps")}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {first.map(([label]) => (
            <th key={label} role="columnheader" scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((cells, index) => (
          <tr key={index} role="row">
            {cells.map(([label, value]) => (
              <td key={label} role="cell" data-label={label} data-empty={value === "" ? true : undefined}>
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
