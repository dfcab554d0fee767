// What is said at the selected cell: why it was refused, or both values where others have changed it as well.
import { Button } from "antd";
import { useLayoutEffect, useRef, type ReactNode, type RefObject } from "react";
import type { Screen, ScreenField } from "../../../schema/screen.ts";
import { inLanguage } from "../../../schema/text.ts";
import { ShownValue } from "../../../fields/shown-value.tsx";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useStored, type ValueStore } from "../../inputs/values/value-store.ts";
import { useCellGrid, type CellColumn } from "./grid-state.ts";
import type { CellNote as Note, SheetRow } from "./sheet.ts";

/** px; between a cell and its note. */
export const gap = 2;

interface ConflictProps {
  readonly row: SheetRow;
  readonly field: ScreenField;
  readonly label: string;
  readonly theirs: unknown;
}

interface RowNote {
  readonly field: ScreenField;
  readonly note: Note;
}

/** What is said of a row at fields that have no column; what was left as it is is said at cells alone. */
export function notesOfRow(
  { notes }: Pick<SheetRow, "notes">,
  { fields }: Pick<Screen, "fields">,
  columns: readonly Pick<CellColumn, "field">[],
): readonly RowNote[] {
  if (notes.size === 0) return [];
  return fields.flatMap((field) => {
    const note = notes.get(field.name);
    return note === undefined || note.kind === "left" || columns.some((column) => column.field.name === field.name)
      ? []
      : [{ field, note }];
  });
}

/** Both values of a cell, and a choice. Enter in the cell leads here, Esc back. */
function Conflict({ row, field, label, theirs }: ConflictProps): ReactNode {
  const { t } = useTranslation();
  const { settle } = useCellGrid();
  return (
    <div role="group" aria-label={t("cells.choose", { label })}>
      <dl className="tm-cell-sides">
        <dt>{t("cells.mine")}</dt>
        <dd>
          <ShownValue field={field} value={row.values[field.name]} record={{}} />
        </dd>
        <dt>{t("cells.theirs")}</dt>
        <dd>
          <ShownValue field={field} value={theirs} record={row.base} />
        </dd>
      </dl>
      <Button size="small" onClick={() => settle(row.key, field.name, "mine")}>
        {t("cells.keepMine")}
      </Button>{" "}
      <Button size="small" onClick={() => settle(row.key, field.name, "theirs")}>
        {t("cells.takeTheirs")}
      </Button>
    </div>
  );
}

interface CellNoteProps {
  readonly store: ValueStore<SheetRow>;
  readonly column: CellColumn;
  /** px from the top of what is scrolled to below the cell, and from its beginning to the cell. */
  readonly top: number;
  readonly left: number;
  readonly scroll: RefObject<HTMLElement | null>;
}

/** Stays with its cell while the rows are scrolled, and is not cut by their frame. */
function useAtCell({ top, left, scroll }: Pick<CellNoteProps, "top" | "left" | "scroll">): RefObject<HTMLDivElement | null> {
  const note = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const frame = scroll.current;
    if (frame === null) return undefined;
    const place = () => {
      const element = note.current;
      if (element === null) return;
      const down = top - frame.scrollTop;
      const along = Math.max(0, Math.min(left - frame.scrollLeft, frame.offsetWidth - element.offsetWidth));
      element.style.transform = `translate(${along}px, ${down}px)`;
      element.style.visibility = down < 0 || down > frame.offsetHeight + gap ? "hidden" : "";
    };
    place();
    frame.addEventListener("scroll", place);
    return () => frame.removeEventListener("scroll", place);
  });
  return note;
}

export function CellNote({ store, column, top, left, scroll }: CellNoteProps): ReactNode {
  const { t } = useTranslation();
  const row = useStored(store, (latest) => latest);
  const ref = useAtCell({ top, left, scroll });
  const { screen, columns, language } = useCellGrid();
  const note: Note | undefined = row.notes.get(column.field.name);
  const others = notesOfRow(row, screen, columns);
  const { failure } = row;
  if (note === undefined && failure === "" && others.length === 0) return null;
  return (
    <div ref={ref} className="tm-cell-note">
      {failure !== "" && <p role="alert">{failure}</p>}
      {note?.kind === "conflict" ? (
        <Conflict row={row} field={column.field} label={column.label} theirs={note.theirs} />
      ) : (
        note !== undefined && <p role="alert">{note.message}</p>
      )}
      {others.map(({ field, note: other }) => {
        const label = inLanguage(field.label, language);
        return other.kind === "conflict" ? (
          <div key={field.name}>
            <p>{label}</p>
            <Conflict row={row} field={field} label={label} theirs={other.theirs} />
          </div>
        ) : (
          <p key={field.name} role="alert">
            {t("cells.of", { label, said: other.message })}
          </p>
        );
      })}
    </div>
  );
}
