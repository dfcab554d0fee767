// What was entered into cells and lost unasked, as when a session ends: it is entered again once its rows are shown.
import { useEffect, useState, type RefObject } from "react";
import type { Screen } from "../../../schema/screen.ts";
import { session } from "../../api/session.ts";
import { isRecord } from "../../api/wire-data.ts";
import { draftOf, forgetDraft, watchForm } from "../../forms/record/drafts.ts";
import { isStorable } from "../../forms/record/use-draft.tsx";
import { useEvent } from "../../ui/hooks/use-event.ts";
import type { LostCell, Sheet } from "./sheet.ts";

/** The cells of a row as they were left; what is nothing has no member there. */
function cellsIn(row: unknown): readonly LostCell[] {
  if (!Array.isArray(row)) return [];
  return row.flatMap((cell: unknown) =>
    isRecord(cell) && typeof cell["name"] === "string" ? [{ name: cell["name"], value: cell["value"], before: cell["before"] }] : [],
  );
}

interface CellDraftInput {
  readonly sheet: Sheet;
  readonly screen: Screen;
  /** What the cells stand in. */
  readonly place: RefObject<Element | null>;
  /** Takes over what is still in an input. */
  readonly flush: () => void;
}

/** Gives a function that enters again what was lost of the rows that are shown by now, and says of how many. */
export function useCellDraft({ sheet, screen, place, flush }: CellDraftInput): () => number {
  const name = JSON.stringify([screen.name, "cells"]);
  const [owner] = useState(() => session()?.user.userId ?? "");
  const [lost] = useState(() => new Map(Object.entries(draftOf(name, owner, {}) ?? {}).map(([key, row]) => [key, cellsIn(row)])));
  const unsaved = useEvent((isStored: boolean) => {
    flush();
    const storable = new Set(screen.fields.filter((field) => !isStored || isStorable(field)).map((field) => field.name));
    const rows = [...lost, ...sheet.order.get().map((key) => [key, sheet.lost(key)] as const)].flatMap(([key, cells]) => {
      const left = cells.filter((cell) => storable.has(cell.name));
      return left.length === 0 ? [] : [[key, left] as const];
    });
    return rows.length === 0 ? undefined : Object.fromEntries(rows);
  });
  useEffect(() => {
    forgetDraft(name);
    if (place.current !== null) watchForm(place.current, { form: name, owner, unsaved });
  }, [name, owner, place, unsaved]);
  return useEvent(() => {
    const shown = [...lost].filter(([key]) => sheet.row(key) !== undefined);
    for (const [key, cells] of shown) {
      sheet.restore(key, cells);
      lost.delete(key);
    }
    return shown.length;
  });
}
