// An attribute as it is asked for, the name of its form field, and what is wrong with a value of it. Forms and the server share this.
import type { Text } from "../schema/text.ts";
import type { IssueCode } from "../schema/validation.ts";
import { isDate } from "./temporal.ts";
import { addressPattern, isAddress, maxAddressLength } from "./file-address.ts";

/** inputType of an attribute. Values of a list are picked; all others are texts. */
export const inputTypes = { list: 1, text: 2, number: 3, date: 4, file: 5 } as const;

/** What an attribute value belongs to, and the attribute. The owner is the product itself where neither is there. */
interface AttributePlace {
  readonly attrId: string;
  readonly rawMaterialId?: string | undefined;
  readonly processStepId?: string | undefined;
}

export interface RequestedAttribute extends AttributePlace {
  readonly attrName: string;
  /** The material or step; "" for the product's own. */
  readonly ownerName: string;
  readonly inputType: number;
  readonly isRequired: boolean;
  /** Most characters of a text. */
  readonly maxLength?: number | undefined;
}

/** Equal for two values of one attribute of one owner. */
export function placeKey({ attrId, rawMaterialId = "", processStepId = "" }: AttributePlace): string {
  return [attrId, rawMaterialId, processStepId].join("/");
}

/** attrId_42 for a picked value, text_42 for a typed one, behind the material or step: rawMaterial_18__attrId_42. */
export function formFieldName({ attrId, rawMaterialId, processStepId, inputType }: RequestedAttribute): string {
  const owner =
    rawMaterialId !== undefined ? `rawMaterial_${rawMaterialId}__` : processStepId !== undefined ? `processStep_${processStepId}__` : "";
  return `${owner}${inputType === inputTypes.list ? "attrId" : "text"}_${attrId}`;
}

/** The name of an attribute where others of the same name are about: 高温制曲/质检结论. */
export function fullName({ ownerName, attrName }: Pick<RequestedAttribute, "ownerName" | "attrName">): string {
  return ownerName === "" ? attrName : `${ownerName}/${attrName}`;
}

/** The message of a missing value. */
export function missingMessage(attribute: RequestedAttribute): Text {
  const name = fullName(attribute);
  return attribute.inputType === inputTypes.list ? [`请选择${name}`, `Please select ${name}`] : [`请填写${name}`, `Please fill in ${name}`];
}

export interface AttributeFault {
  readonly code: IssueCode;
  readonly parameters: Readonly<Record<string, number>>;
  readonly message?: Text;
}

/** Most characters of a stored value. */
const maxLength = 500;
const number = /^-?\d{1,15}(?:\.\d{1,6})?$/;

/** What is wrong with a typed value; undefined where nothing is. */
export function typedFault(attribute: RequestedAttribute, value: string): AttributeFault | undefined {
  const name = fullName(attribute);
  switch (attribute.inputType) {
    case inputTypes.number:
      return number.test(value) ? undefined : { code: "type", parameters: {}, message: [`${name}须为数字`, `${name} must be a number`] };
    case inputTypes.date:
      return isDate(value)
        ? undefined
        : { code: "pattern", parameters: {}, message: [`${name}须为日期，如 2025-03-01`, `${name} must be a date, such as 2025-03-01`] };
    case inputTypes.file:
      return addressPattern.test(value) && isAddress(value) && value.length <= maxAddressLength
        ? undefined
        : { code: "pattern", parameters: {}, message: [`请上传${name}`, `Please upload ${name}`] };
    default: {
      const max = Math.min(attribute.maxLength ?? maxLength, maxLength);
      return value.length > max ? { code: "tooLong", parameters: { max } } : undefined;
    }
  }
}
