// The rows of one day as cards.
import { useState, type ReactNode } from "react";
import type { Row } from "../../../api/wire-data.ts";
import { longDay } from "../../../ui/charts/number-format.ts";
import { cardSteps } from "../card-steps.ts";
import { PartCards } from "../part-cards.tsx";
import type { ShapeProps } from "../shape-props.ts";
import { useDatedRows } from "./use-dated-rows.ts";

interface DayRowsProps extends ShapeProps {
  readonly day: string;
  readonly onRows: (rows: readonly Row[]) => void;
}

export function DayRows({ day, ...props }: DayRowsProps): ReactNode {
  const { screen, request, revision, language } = props;
  const [step, setStep] = useState(0);
  const part = useDatedRows({ screen, request, revision, first: day, last: day, size: cardSteps[step] ?? cardSteps[0] });
  return <PartCards {...props} name={longDay(day, language)} part={part} step={step} onStep={setStep} />;
}
