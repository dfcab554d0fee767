// What a process is about, as the server tells it to whoever may know.
import { recordsIn } from "../../../schema/json.ts";
import { isRecord, textOf, type Row } from "../../api/wire-data.ts";
import { useRead, type Read } from "../../data/queries/reads.ts";

export interface Subject {
  /** The resource of the record; "" where there is none that the person may see (docs/wire.md §10.13). */
  readonly resource: string;
  readonly id: string;
  readonly record: Row;
  /** Tasks that wait, with who has them. */
  readonly waiting: readonly Row[];
  /** Fields that the person may change with the decision. */
  readonly editable: readonly string[];
  /** What the tasks that the person has ask for, by their ids. */
  readonly own: ReadonlyMap<string, Row>;
  /** Tasks that the person may claim, and, for who started it, the request: as the lists of work have them. */
  readonly claimable: readonly Row[];
  readonly asked: readonly Row[];
  /** It is back with the person, who puts the request right. */
  readonly isBack: boolean;
  readonly starterName: string;
  readonly startTime: string;
  readonly outcome: string;
  readonly outcomeReason: string;
}

function subjectOf(payload: unknown): Subject {
  const subject = isRecord(payload) ? payload : {};
  const record = isRecord(subject["record"]) ? subject["record"] : {};
  const editable: unknown = subject["editable"];
  return {
    resource: textOf(subject["resource"]),
    id: textOf(record["id"]),
    record,
    waiting: recordsIn(subject["waiting"]),
    editable: Array.isArray(editable) ? editable.map(textOf) : [],
    own: new Map(recordsIn(subject["own"]).map((row) => [textOf(row["taskId"]), row])),
    claimable: recordsIn(subject["claimable"]),
    asked: recordsIn(subject["asked"]),
    isBack: subject["isBack"] === true,
    starterName: textOf(subject["starterName"]),
    startTime: textOf(subject["startTime"]),
    outcome: textOf(subject["outcome"]),
    outcomeReason: textOf(subject["outcomeReason"]),
  };
}

export function useSubject(processInstanceId: string): Read<Subject> {
  return useRead({ path: "/blade-flow/process/subject", query: { processInstanceId } }, subjectOf);
}
