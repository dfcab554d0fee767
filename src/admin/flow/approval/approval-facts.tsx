// How an approval stands, in a line: who has it and since when, or how it ended; and who asked for it.
import { use, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Tag } from "../../../fields/tag.tsx";
import { textOf, type Row } from "../../api/wire-data.ts";
import { addTexts } from "../../i18n/index.ts";
import type { Subject } from "./subject.ts";
import "./approval.css";

const texts = addTexts("process");

const outcomes = {
  approved: { text: "approval.approved", colour: "green" },
  rejected: { text: "approval.rejected", colour: "red" },
  withdrawn: { text: "approval.withdrawn", colour: "default" },
  failed: { text: "approval.failed", colour: "orange" },
} as const;
const isOutcome = (outcome: string): outcome is keyof typeof outcomes => outcome in outcomes;

function WaitingTask({ task }: { readonly task: Row }): ReactNode {
  const { t } = useTranslation();
  const person = textOf(task["assigneeName"]);
  return (
    <li>
      <Tag text={textOf(task["historyActivityName"])} colour="blue" />
      <span>{t("approval.waiting", { person: person === "" ? t("approval.anybody") : person })}</span>
      <span className="tm-soft">{t("approval.since", { time: textOf(task["createTime"]) })}</span>
    </li>
  );
}

export function ApprovalFacts({ subject }: { readonly subject: Subject }): ReactNode {
  use(texts);
  const { t } = useTranslation();
  const { waiting, outcome, outcomeReason, starterName, startTime } = subject;
  return (
    <ul className="tm-approval" aria-label={t("approval.title")}>
      {isOutcome(outcome) && (
        <li>
          <Tag text={t(outcomes[outcome].text)} colour={outcomes[outcome].colour} />
          {outcomeReason !== "" && <span>{outcomeReason}</span>}
        </li>
      )}
      {waiting.map((task) => (
        <WaitingTask key={textOf(task["id"])} task={task} />
      ))}
      <li className="tm-soft">{t("approval.asked", { person: starterName, time: startTime })}</li>
    </ul>
  );
}
