// The attribute values of a binding: each of an attribute that the product, one of its materials or one of its steps has, of the
// attribute's type, and none missing that is required.
import { formFieldName, fullName, inputTypes, missingMessage, placeKey, typedFault } from "../../../fields/requested-attributes.ts";
import type { Text } from "#schema/text";
import type { Issue } from "#schema/validation";
import type { CommitContext, Values } from "../../contract.ts";
import { invalidFields } from "../../http/errors.ts";
import type { Transaction } from "../../store/database.ts";
import { requestedAttributes, type BoundAttribute } from "./dynamic-attributes.ts";

const field = "docAttrList";

/** A value as it is stored; without members for "none". */
interface Entry extends Values {
  readonly attrId: string;
  readonly attrValueId?: string;
  readonly attrValue?: string;
  readonly rawMaterialId?: string;
  readonly processStepId?: string;
}

const isEntry = (value: unknown): value is Entry => typeof value === "object" && value !== null && "attrId" in value;

/** The values of a binding. -1 means none, also where the value would be a text. */
export function entriesOf(list: unknown): readonly Entry[] {
  if (!Array.isArray(list)) return [];
  return list
    .filter(isEntry)
    .map(({ attrValue, ...entry }) => (attrValue === undefined || attrValue === "-1" ? entry : { ...entry, attrValue }));
}

const hasValue = ({ attrValueId, attrValue }: Entry): boolean => attrValueId !== undefined || attrValue !== undefined;
const isSame = (left: Entry | undefined, right: Entry): boolean =>
  left !== undefined && left.attrValueId === right.attrValueId && left.attrValue === right.attrValue;

/** The problem with the value of an attribute, under the name of its form field. */
function issueOf(attribute: BoundAttribute, fault: Pick<Issue, "code"> & Partial<Pick<Issue, "parameters" | "message">>): Issue {
  const name = fullName(attribute);
  return { parameters: {}, label: [name, name], ...fault, path: [field, formFieldName(attribute)] };
}

function problemOf(attribute: BoundAttribute, { attrValueId, attrValue }: Entry): Issue | undefined {
  const name = fullName(attribute);
  if (attribute.inputType === inputTypes.list) {
    const message: Text = [`${name}须从列表中选择`, `Select ${name} from the list`];
    if (attrValueId === undefined) return attrValue === undefined ? undefined : issueOf(attribute, { code: "option", message });
    return attribute.values.has(attrValueId) && attrValue === undefined ? undefined : issueOf(attribute, { code: "option", message });
  }
  if (attrValueId !== undefined)
    return issueOf(attribute, { code: "option", message: [`${name}没有可选的值，请直接填写`, `${name} has no list of values; enter it`] });
  const fault = attrValue === undefined ? undefined : typedFault(attribute, attrValue);
  return fault === undefined ? undefined : issueOf(attribute, fault);
}

/** The problem with an entry that is of no attribute of the product, or of one that another entry has. */
function strayIssue(index: number, code: "duplicate" | "notAllowed", message: Text): Issue {
  return { code, path: [field, index, "attrId"], parameters: {}, label: message, message };
}

interface BoundValues {
  readonly productId: string;
  readonly list: unknown;
  /** The list that is replaced. */
  readonly stored: unknown;
}

/**
 * Refuses values that are wrong or missing. What was stored before stays as it is: its attribute may have been disabled or taken from the
 * product since, or have become one of another type.
 */
export async function checkBoundValues(context: CommitContext, tx: Transaction, { productId, list, stored }: BoundValues): Promise<void> {
  const attributes = await requestedAttributes(context, tx, productId);
  const requestedAt = new Map(attributes.map((one) => [placeKey(one), one]));
  const storedAt = new Map(entriesOf(stored).map((entry) => [placeKey(entry), entry]));
  const given = new Map<string, Entry>();
  const issues: Issue[] = [];
  for (const [index, entry] of entriesOf(list).entries()) {
    const key = placeKey(entry);
    const attribute = requestedAt.get(key);
    if (given.has(key)) issues.push(strayIssue(index, "duplicate", ["同一属性只能填写一次", "Each attribute has one value"]));
    given.set(key, entry);
    if (isSame(storedAt.get(key), entry)) continue;
    if (attribute === undefined)
      issues.push(strayIssue(index, "notAllowed", ["该产品没有此动态属性", "The product has no such dynamic attribute"]));
    else issues.push(...[problemOf(attribute, entry)].filter((one) => one !== undefined));
  }
  for (const attribute of attributes) {
    const entry = given.get(placeKey(attribute));
    if (attribute.isRequired && (entry === undefined || !hasValue(entry)))
      issues.push(issueOf(attribute, { code: "required", message: missingMessage(attribute) }));
  }
  if (issues.length > 0) throw invalidFields(issues);
}
