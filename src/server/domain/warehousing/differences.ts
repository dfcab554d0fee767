// Where what is booked differs from what a document plans: the person is asked before it is.
import type { CommitContext } from "../../contract.ts";
import { needsConfirmation } from "../../http/errors.ts";
import { lineIssue, unitsText, type DocumentLine } from "./document-lines.ts";

/** A line of a document, and the base units that would be booked for it. */
interface CountedLine {
  readonly line: DocumentLine;
  readonly units: number;
}

/** Asks, where any line differs from its plan. `lines` are all of the document, in their order. */
export function confirmDifferences(context: CommitContext, docNo: string | null, lines: readonly CountedLine[]): void {
  const issues = lines.flatMap(({ line, units }, index) => {
    const planned = line.num * line.perLayer;
    if (units === planned) return [];
    return [
      lineIssue(context, { index, field: "num" }, [
        `第 ${index + 1} 行“${line.productName}”：计划 ${unitsText(planned, line)}，实际 ${unitsText(units, line)}`,
        `Line ${index + 1}, “${line.productName}”: ${planned} base units planned, ${units} scanned`,
      ]),
    ];
  });
  if (issues.length === 0) return;
  const count = issues.length;
  throw needsConfirmation(
    [
      `“${docNo ?? ""}”有 ${count} 行的实际数量与计划不一致，确定按实际数量完成?`,
      `${count === 1 ? "One line" : `${count} lines`} of “${docNo ?? ""}” ${count === 1 ? "differs" : "differ"} from the plan. Finish with what was scanned?`,
    ],
    issues,
  );
}
