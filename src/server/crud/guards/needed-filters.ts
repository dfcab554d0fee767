// Lists of tables that grow without bound answer only what an index finds: they need one of the filters that their definition names.
import { labelOf, type ResourceModel } from "#schema/model";
import type { Text } from "#schema/text";
import { invalidFields } from "../../http/errors.ts";
import type { Filter } from "../sql/filters.ts";

/** Comparisons that an index answers. */
const narrowing: readonly Filter["operator"][] = ["equal", "in"];

const neededMessage = (labels: readonly Text[]): Text => [
  `请先输入以下任一查询条件：${[...new Set(labels.map(([zh]) => zh))].join("、")}`,
  `Search by one of these first: ${[...new Set(labels.map(([, en]) => en))].join(", ")}`,
];

/** Refuses a list without any of the filters that it needs; the key of a row will do as well. */
export function requireNeededFilter(resource: ResourceModel, filters: readonly Filter[]): void {
  const { listNeeds = [] } = resource.data;
  const [first] = listNeeds;
  if (first === undefined) return;
  if (
    filters.some(
      ({ column, label, operator }) =>
        narrowing.includes(operator) && (column.name === resource.key || listNeeds.includes(label?.field.name ?? column.name)),
    )
  )
    return;
  const labels = listNeeds.map((name) => labelOf(resource, name));
  throw invalidFields([{ code: "required", path: [first], parameters: {}, label: labels[0] ?? ["", ""], message: neededMessage(labels) }]);
}
