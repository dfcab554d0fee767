// What is wrong with the drawing, in words; each leads to its element.
import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Tag } from "../../../fields/tag.tsx";
import type { Problem } from "./rules.ts";

interface ProblemListProps {
  readonly problems: readonly Problem[];
  readonly nameOf: (id: string) => string;
  readonly onSelect: (elementId: string) => void;
}

export function ProblemList({ problems, nameOf, onSelect }: ProblemListProps): ReactNode {
  const { t } = useTranslation();
  if (problems.length === 0) return <p role="status">{t("modeler.noProblems")}</p>;
  return (
    <>
      <p role="status">{t("modeler.problemCount", { count: problems.length })}</p>
      <ul className="tm-problems" aria-label={t("modeler.problems")}>
        {problems.map(({ elementId, sentence, isError }) => (
          <li key={`${elementId} ${sentence}`}>
            <button type="button" onClick={() => onSelect(elementId)}>
              <Tag text={t(isError ? "modeler.error" : "modeler.warning")} colour={isError ? "red" : "orange"} />
              <span>
                {nameOf(elementId)}
                <br />
                {sentence}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
