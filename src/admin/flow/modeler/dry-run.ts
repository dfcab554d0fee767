// A dry run as the server answers it.
import { isRecord, rowsOf, textOf, type Row } from "../../api/wire-data.ts";
import type { Mark } from "../diagram/steps.ts";

type StopKind = "task" | "timer" | "event" | "service" | "call";

export interface Answer {
  readonly kind: StopKind;
  readonly elementId: string;
  readonly place: number;
  readonly pass: boolean;
  /** What a service answers: JSON, or "". */
  readonly given?: string;
}

export interface Candidate {
  readonly kind: "user" | "role" | "dept" | "post" | "administrators";
  readonly name: string;
}

export interface Stop {
  readonly kind: StopKind;
  readonly elementId: string;
  readonly place: number;
  readonly name: string;
  readonly people: readonly Candidate[];
  readonly due: string;
  /** A message, a service or a process, in words. */
  readonly of: string;
}

interface Round {
  readonly stops: readonly Stop[];
  readonly path: readonly string[];
  readonly answer: Answer | undefined;
}

export interface DryRun {
  readonly outcome: "running" | "ended" | "failed";
  readonly isApproved: boolean;
  readonly error: string;
  readonly rounds: readonly Round[];
}

const stopKinds: readonly StopKind[] = ["task", "timer", "event", "service", "call"];
const personKinds: readonly Candidate["kind"][] = ["user", "role", "dept", "post", "administrators"];

const oneOf = <T extends string>(all: readonly T[], value: unknown, otherwise: T): T => all.find((one) => one === value) ?? otherwise;

function stopOf(row: Row): Stop {
  return {
    kind: oneOf(stopKinds, row["kind"], "task"),
    elementId: textOf(row["elementId"]),
    place: Number(row["place"] ?? 0),
    name: textOf(row["name"]),
    people: rowsOf(row["people"]).map((person) => ({ kind: oneOf(personKinds, person["kind"], "user"), name: textOf(person["name"]) })),
    due: textOf(row["due"]),
    of: textOf(row["of"]),
  };
}

function answerOf(value: unknown): Answer | undefined {
  if (!isRecord(value)) return undefined;
  return {
    kind: oneOf(stopKinds, value["kind"], "task"),
    elementId: textOf(value["elementId"]),
    place: Number(value["place"] ?? 0),
    pass: value["pass"] === true,
    ...(textOf(value["given"]) === "" ? {} : { given: textOf(value["given"]) }),
  };
}

export function dryRunOf(data: unknown): DryRun {
  const answer = isRecord(data) ? data : {};
  return {
    outcome: oneOf(["running", "ended", "failed"], answer["outcome"], "failed"),
    isApproved: answer["isApproved"] === true,
    error: textOf(answer["error"]),
    rounds: rowsOf(answer["rounds"]).map((round) => ({
      stops: rowsOf(round["stops"]).map(stopOf),
      path: rowsOf(round["path"]).map((step) => textOf(step["elementId"])),
      answer: answerOf(round["answer"]),
    })),
  };
}

/** The way on the drawing: what was passed, and where it stands. */
export function pathOf({ outcome, rounds }: DryRun): ReadonlyMap<string, Mark> {
  const marks = new Map<string, Mark>(rounds.flatMap(({ path }) => path.map((id) => [id, "done"] as const)));
  const last = rounds.at(-1);
  for (const { elementId } of last?.stops ?? []) marks.set(elementId, "current");
  const failedAt = outcome === "failed" ? last?.path.at(-1) : undefined;
  if (failedAt !== undefined) marks.set(failedAt, "failed");
  return marks;
}

/** What fields of the record are given as: numbers where the field is one, nothing where it is empty. */
export function variablesOf(
  typed: Readonly<Record<string, string>>,
  numbers: ReadonlySet<string>,
): Readonly<Record<string, string | number>> {
  return Object.fromEntries(
    Object.entries(typed)
      .filter(([, text]) => text.trim() !== "")
      .map(([name, text]) => [name, numbers.has(name) && Number.isFinite(Number(text)) ? Number(text) : text.trim()]),
  );
}
