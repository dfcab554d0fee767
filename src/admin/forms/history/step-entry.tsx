// A step of an approval in the timeline of its record: who decided, or did something else about it, and what they said.
import type { ReactNode } from "react";
import type { ApprovalAct, ApprovalStep } from "#schema/history";
import { Tag } from "../../../fields/tag.tsx";
import { useTranslation } from "../../i18n/use-translation.ts";

const colours: Readonly<Partial<Record<ApprovalAct, string>>> = {
  approved: "green",
  rejected: "red",
  sentBack: "orange",
  withdrawn: "red",
};

export function StepEntry({ step }: { readonly step: ApprovalStep }): ReactNode {
  const { t } = useTranslation();
  const { id, time, person, act, task, comment, files } = step;
  return (
    <li className="tf-history-entry tf-history-step" data-step={id}>
      <p className="tf-history-head">
        <b>{person || t("history.system")}</b> <Tag text={t(`acts.${act}`)} colour={colours[act] ?? "cyan"} />
        {task !== "" && <span className="tm-soft">{task}</span>}
        <time dateTime={time.replace(" ", "T")}>{time}</time>
      </p>
      {comment !== "" && <p className="tf-history-said">{comment}</p>}
      {files.length > 0 && (
        <ul className="tf-history-files">
          {files.map(({ address, name }) => (
            <li key={address}>
              <a href={address} target="_blank" rel="noopener noreferrer">
                {name}
              </a>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
