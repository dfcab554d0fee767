// The columns of an exported list: those that are asked for by name, else those that the list shows.
import type { FieldModel, ResourceModel } from "#schema/model";
import { inLanguage, type Language } from "#schema/text";
import { exportFormOf, exportScaleOf, type ExportForm } from "../../../fields/exported.ts";
import type { RequestContext } from "../../contract.ts";
import { isMasked, readableFieldsOf, isReadable } from "../../crud/sql/readable-fields.ts";
import { ApiError } from "../../http/errors.ts";
import type { CellType, ExportColumn } from "../sheet.ts";

/** A column with the field that fills it. */
export interface ListColumn {
  readonly field: FieldModel;
  readonly isMasked: boolean;
  readonly column: ExportColumn;
}

/** What a file can have of the rows of a resource for this caller, hidden fields included, which are refused by name. */
function offered(resource: ResourceModel, isAdministrator: boolean): readonly FieldModel[] {
  return resource.fields.filter(
    ({ traits, data }) => !traits.isSecret && data.screenOnly !== true && (data.administratorOnly !== true || isAdministrator),
  );
}

const unknownColumn = (name: string) =>
  new ApiError(400, "unknownColumn", [`没有可导出的列: ${name}`, `There is no column to export: ${name}`], { data: { field: name } });

const hiddenColumn = ({ name, label: [zh, en] }: FieldModel) =>
  new ApiError(
    403,
    "unseenField",
    [`“${zh}”不在您的数据权限内，不能导出`, `“${en}” is not within your data scope, so it cannot be exported`],
    { data: { field: name } },
  );

const types: Readonly<Partial<Record<ExportForm, CellType>>> = {
  number: "number",
  rows: "number",
  day: "day",
  moment: "moment",
  clock: "clock",
};

function columnOf(field: FieldModel, language: Language, masked: boolean): ListColumn {
  const { width } = field.data;
  return {
    field,
    isMasked: masked,
    column: {
      label: inLanguage(field.label, language),
      type: masked ? "text" : (types[exportFormOf(field)] ?? "text"),
      scale: exportScaleOf(field),
      width: width ?? field.traits.width,
    },
  };
}

/** The columns of a list for a caller, in the order that was asked for. Refuses what there is not, and what the caller may not see. */
export function columnsFor(
  context: RequestContext,
  resource: ResourceModel,
  {
    names: columns,
    of,
  }: { readonly names: string | undefined; /** The fields of a read that names some. */ readonly of?: readonly string[] | undefined },
): readonly ListColumn[] {
  const readable = readableFieldsOf(context, resource);
  const all = offered(resource, context.caller.isAdministrator).filter(({ name }) => of === undefined || of.includes(name));
  const names = [
    ...new Set(
      (columns ?? "")
        .split(",")
        .map((name) => name.trim())
        .filter((name) => name !== ""),
    ),
  ];
  const chosen =
    names.length === 0
      ? all.filter((field) => field.inList && isReadable(readable, field.name))
      : names.map((name) => {
          const field = all.find((one) => one.name === name);
          if (field === undefined) throw unknownColumn(name);
          if (!isReadable(readable, name)) throw hiddenColumn(field);
          return field;
        });
  if (chosen.length === 0) throw new ApiError(400, "noColumns", ["没有可导出的列", "There is no column to export"]);
  return chosen.map((field) => columnOf(field, context.language, isMasked(readable, field)));
}
