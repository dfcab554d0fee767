// Rules of a row (`rules` of its definition) that an action breaks. What a submit breaks is found by validation, with its other issues.
import type { ResourceModel } from "#schema/model";
import { brokenRules } from "#schema/rules";
import { ruleIssues, type Issue } from "#schema/validation";
import type { Values } from "../../contract.ts";

/** Rules that what is written breaks; a rule about other fields is not judged. */
export function rulesBrokenBy(resource: ResourceModel, written: Readonly<Values>, row: Readonly<Values>, now: string): readonly Issue[] {
  const isChanged = (name: string) => name in written && String(written[name] ?? "") !== String(row[name] ?? "");
  const record = { ...row, ...written };
  return ruleIssues(resource.fields, brokenRules({ rules: resource.data.rules, fields: resource.fields, record, isChanged, now }));
}
