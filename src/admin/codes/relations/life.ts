// The life of a code as the server answers it: what happened, in the order of time, with links to the documents that the reader may open.
import { isRecord, rowsOf, textOf, type Row } from "../../api/wire-data.ts";

export interface LifeLink {
  readonly screen: string;
  readonly text: string;
  /** The row to open; a link without one searches the screen by a code. */
  readonly id: string | undefined;
  readonly code: string | undefined;
  readonly mayOpen: boolean;
}

interface LifeMark {
  readonly text: string;
  readonly colour: string;
}

export interface LifeEvent {
  readonly key: string;
  readonly time: string;
  readonly event: string;
  readonly part: string;
  /** The code that it happened to, where that is another one. */
  readonly of: string;
  readonly place: string;
  readonly note: string;
  readonly operator: string;
  readonly links: readonly LifeLink[];
  readonly marks: readonly LifeMark[];
}

export interface Life {
  readonly total: number;
  readonly current: number;
  readonly size: number;
  readonly pages: number;
  readonly scanNum: number;
  readonly hasMoreScans: boolean;
  readonly events: readonly LifeEvent[];
  /** What was left out. */
  readonly withheld: readonly { readonly name: string; readonly isWhole: boolean }[];
}

const linkOf = (row: Row): LifeLink => ({
  screen: textOf(row["screen"]),
  text: textOf(row["text"]),
  id: row["id"] === undefined ? undefined : textOf(row["id"]),
  code: row["code"] === undefined ? undefined : textOf(row["code"]),
  mayOpen: row["mayOpen"] === true,
});

function eventOf(row: Row, index: number): LifeEvent {
  const time = textOf(row["time"]);
  return {
    key: `${time} ${textOf(row["part"])} ${textOf(row["id"])} ${index}`,
    time,
    event: textOf(row["event"]),
    part: textOf(row["part"]),
    of: textOf(row["of"]),
    place: textOf(row["place"]),
    note: textOf(row["note"]),
    operator: textOf(row["operator"]),
    links: rowsOf(row["links"]).map(linkOf),
    marks: rowsOf(row["marks"]).map((mark) => ({ text: textOf(mark["text"]), colour: textOf(mark["colour"]) })),
  };
}

/** Null where there is no such code. */
export function lifeIn(payload: unknown): Life | null {
  if (!isRecord(payload) || !("records" in payload)) return null;
  return {
    total: Number(payload["total"]),
    current: Number(payload["current"]),
    size: Number(payload["size"]),
    pages: Number(payload["pages"]),
    scanNum: Number(payload["scanNum"]),
    hasMoreScans: payload["hasMoreScans"] === true,
    events: rowsOf(payload["records"]).map(eventOf),
    withheld: rowsOf(payload["withheld"]).map((part) => ({ name: textOf(part["name"]), isWhole: part["isWhole"] === true })),
  };
}
