// The title of a dialog about a record: what is done to it, its name, and how it stands.
import type { ReactNode } from "react";
import type { Screen } from "#schema/screen";
import { inLanguage } from "#schema/text";
import { cellOf, renderedCell } from "../../../fields/cells.ts";
import { textOf, type Row } from "../../api/index.ts";
import { useLanguage } from "../../i18n/language.ts";

/** The name of the record; "" where it has none. */
function recordName(screen: Pick<Screen, "fields" | "title">, record: Row): string {
  const field = screen.fields.find((one) => one.name === screen.title);
  if (field === undefined) return "";
  return textOf(record[field.labelKey ?? field.name]) || textOf(record[field.name]);
}

interface RecordTitleProps {
  readonly action: string;
  readonly screen: Pick<Screen, "label" | "fields" | "title" | "status">;
  /** Undefined where there is none yet. */
  readonly record: Row | undefined;
}

export function RecordTitle({ action, screen, record }: RecordTitleProps): ReactNode {
  const language = useLanguage();
  if (record === undefined) return action;
  const name = recordName(screen, record);
  const status = screen.fields.find((field) => field.name === screen.status);
  const state =
    status === undefined ? null : renderedCell(cellOf(status), { field: status, value: record[status.name], row: record, language });
  return (
    <>
      <span data-print-title={[inLanguage(screen.label, language), name].filter((part) => part !== "").join(" ")}>{action}</span>
      {name !== "" && <span className="tf-dialog-name"> {name}</span>}
      {state !== null && <span className="tf-dialog-state"> {state}</span>}
    </>
  );
}
