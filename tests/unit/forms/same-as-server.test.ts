// The browser says the same as the server, in both languages: for every field of every definition, about values that its limits forbid.
import path from "node:path";
import { describe, expect, it } from "vitest";
import { formOf, type FormDefinition } from "#admin/inputs/values/form-definition.ts";
import { issuesOf } from "#admin/forms/validation/issues.ts";
import { buildModel, type FieldModel, type ResourceModel } from "#schema/model";
import { kindOf } from "#schema/kinds";
import { screenOf } from "#schema/screen";
import { sentenceOf } from "#schema/sentence";
import { languages } from "#schema/text";
import { checkValue, missing, type Issue } from "#schema/validation";
import { loadDefinitions } from "../../../scripts/definitions.ts";

const { definitions, areas } = await loadDefinitions(path.resolve(import.meta.dirname, "../../.."));
const model = buildModel(definitions, areas);

function formOfResource(resource: ResourceModel): FormDefinition {
  return formOf(
    screenOf(resource, model, () => true),
    "create",
    { isAdministrator: true },
  );
}

/** What is said, place by place: the server may say several things of one place, the browser says the first. */
function sentences(issues: readonly Issue[]): readonly string[] {
  const first = new Map<string, string>();
  for (const issue of issues) {
    const place = issue.path.join(".");
    if (!first.has(place))
      first.set(place, `${place} ${issue.code} ${languages.map((language) => sentenceOf(issue, language)).join(" | ")}`);
  }
  return [...first.values()];
}

function browserSays(form: FormDefinition, field: FieldModel, value: unknown): readonly string[] {
  const values = value === undefined ? {} : { [field.name]: value };
  // The other fields are missing in this record, which is no matter here. A condition is not asked for: the server checks what is sent.
  const alone = { ...form, editable: form.editable.filter((one) => one.name === field.name).map(({ showWhen: _showWhen, ...one }) => one) };
  return sentences(issuesOf(alone, {}, values).filter((issue) => issue.path[0] === field.name));
}

/** Values that are refused; undefined is none, where one is required. */
function wrongValues(field: FieldModel): readonly unknown[] {
  const isRequested = field.required !== undefined && field.showWhen === undefined;
  return [
    ...kindOf(field.data)
      .forbidden(field.data)
      .map(({ value }) => value),
    ...(isRequested ? [undefined] : []),
  ];
}

const editable = model.resources.flatMap((resource) => {
  const form = formOfResource(resource);
  return resource.fields
    .filter((field) => form.field.has(field.name) && wrongValues(field).length > 0)
    .map((field) => [`${resource.name}.${field.name} (${field.kind})`, form, field] as const);
});

describe("browser and server say the same of", () => {
  it.each(editable)("%s", (_name, form, field) => {
    for (const value of wrongValues(field)) {
      expect({ value, said: browserSays(form, field, value) }).toEqual({
        value,
        said: sentences(value === undefined ? [missing(field)] : checkValue(field, value)),
      });
    }
  });
});
