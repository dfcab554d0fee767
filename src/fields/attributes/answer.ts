// The answer of the read behind attributes: those of the product, of its materials and of its steps, each as a field of the form.
import { recordsIn } from "../../schema/json.ts";
import { isRecord, textOf, type Row } from "../../admin/api/wire-data.ts";
import type { ScreenField } from "../../schema/screen.ts";
import { formFieldName, fullName, inputTypes, missingMessage, placeKey, type RequestedAttribute } from "../requested-attributes.ts";

/** An attribute with its form field. */
export interface RequestedField extends RequestedAttribute {
  /** Equal for values of this attribute of this owner. */
  readonly key: string;
  readonly field: ScreenField;
}

/** The attributes of one owner; of the product without a title. */
interface RequestedGroup {
  readonly title: string;
  readonly fields: readonly RequestedField[];
}

/** The kinds of the inputs of typed values. */
const typedKinds: ReadonlyMap<number, string> = new Map([
  [inputTypes.number, "decimal"],
  [inputTypes.date, "date"],
  [inputTypes.file, "file"],
]);

/** -1 is none. */
const idOf = (value: unknown): string | undefined => {
  const id = textOf(value);
  return id === "" || id === "-1" ? undefined : id;
};

type Owner = Pick<RequestedAttribute, "ownerName" | "rawMaterialId" | "processStepId">;

function requestedField(row: Row, owner: Owner): RequestedField {
  const maxLength = Number(row["maxLength"]);
  const unit = textOf(row["unit"]);
  const attribute: RequestedAttribute = {
    ...owner,
    attrId: textOf(row["attrId"]),
    attrName: textOf(row["attrName"]),
    inputType: Number(row["inputType"]),
    isRequired: Number(row["isRequired"]) === 1,
    ...(maxLength > 0 ? { maxLength } : {}),
  };
  const isList = attribute.inputType === inputTypes.list;
  const field: ScreenField = {
    name: formFieldName(attribute),
    kind: isList ? "choice" : (typedKinds.get(attribute.inputType) ?? "text"),
    label: [attribute.attrName, attribute.attrName],
    wire: "text",
    ...(attribute.isRequired ? { required: missingMessage(attribute) } : {}),
    ...(unit === "" ? {} : { unit: [unit, unit] }),
    ...(isList
      ? {
          options: recordsIn(row["attrValues"]).map((one) => {
            const name = textOf(one["attrValue"]);
            return { value: textOf(one["id"]), label: [name, name] as const };
          }),
        }
      : {}),
  };
  return { ...attribute, key: placeKey(attribute), field };
}

/** The groups of an answer that have attributes; an attribute that is asked for twice of one owner is asked for once. */
export function groupsOf(payload: unknown): readonly RequestedGroup[] {
  const answer: Row = isRecord(payload) ? payload : {};
  const seen = new Set<string>();
  const fieldsOf = (rows: unknown, owner: Owner) =>
    recordsIn(rows)
      .map((row) => requestedField(row, owner))
      .filter(({ key }) => !seen.has(key) && seen.add(key));
  const groups = [
    { title: "", fields: fieldsOf(answer["product"], { ownerName: "" }) },
    ...recordsIn(answer["rawMaterials"]).map((row) => {
      const ownerName = textOf(row["name"]);
      return { title: ownerName, fields: fieldsOf(row["attrs"], { ownerName, rawMaterialId: idOf(row["rawMaterialId"]) }) };
    }),
    ...recordsIn(answer["processSteps"]).map((row) => {
      const ownerName = textOf(row["name"]);
      const node = textOf(row["processNodeName"]);
      return {
        title: node === "" ? ownerName : `${node} / ${ownerName}`,
        fields: fieldsOf(row["attrs"], { ownerName, processStepId: idOf(row["processStepId"]) }),
      };
    }),
  ];
  return groups.filter(({ fields }) => fields.length > 0);
}

/** The name of an attribute for its problems: with its owner. */
export function problemLabel(attribute: RequestedAttribute): readonly [string, string] {
  const name = fullName(attribute);
  return [name, name];
}
