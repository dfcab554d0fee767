// What conditions of a list may be about, as the server offers it to the person.
import type { ConditionField } from "../../../schema/list-conditions.ts";
import { viewsPath } from "../../../schema/list-view.ts";
import { isRecord, rowsOf, textOf } from "../../api/wire-data.ts";
import { useRead, type Read } from "../../data/queries/reads.ts";

const types = ["number", "time", "text", "several"] as const;

const fieldsIn = (payload: unknown): readonly ConditionField[] =>
  rowsOf(isRecord(payload) ? payload["fields"] : undefined).map((row): ConditionField => {
    const of = textOf(row["of"]);
    return {
      path: textOf(row["path"]),
      label: textOf(row["label"]),
      ...(of === "" ? {} : { of }),
      resource: textOf(row["resource"]),
      name: textOf(row["name"]),
      type: types.find((type) => type === row["type"]) ?? "text",
    };
  });

/** Milliseconds: what there is changes with rights and definitions. */
const goodFor = 300_000;

export const useConditionFields = (list: string): Read<readonly ConditionField[]> =>
  useRead({ path: `${viewsPath}/fields`, query: { list } }, fieldsIn, { staleTime: goodFor });
