// How people find their way in lists and forms: the date of rows, and the sections of long forms.
import { kindData, type ResourceModel } from "../model.ts";
import { errorAt, informationAt, type UnplacedFinding } from "./finding.ts";
import { didYouMean } from "./nearest.ts";
import type { Check } from "./subject.ts";

/** The most fields that a form has without sections. */
export const mostWithoutSections = 12;

export const appearance: Check = function* (resource) {
  yield* date(resource);
  yield* sections(resource);
  for (const { name, data } of resource.fields) {
    const { initialOf } = kindData(data);
    if (initialOf !== undefined && !resource.field.has(initialOf))
      yield errorAt(
        "unknown-shown-field",
        ["fields", name, "initialOf"],
        `fields.${name}.initialOf: there is no field "${initialOf}"`,
        didYouMean(initialOf, resource.field.keys(), "Name the field with the name of the person."),
      );
  }
};

function* date(resource: ResourceModel): Iterable<UnplacedFinding> {
  const name = resource.data.date;
  if (name === undefined) return;
  const dates = resource.fields.filter(({ traits, stored }) => stored && (traits.temporal === "day" || traits.temporal === "moment"));
  const field = dates.find((one) => one.name === name);
  if (field === undefined)
    yield errorAt(
      "unknown-date",
      ["date"],
      `date: there is no stored day or moment "${name}"`,
      didYouMean(
        name,
        dates.map((one) => one.name),
        "Name a date or datetime field of this resource.",
      ),
    );
  // A list that begins with the newest would begin with the rows that have none.
  else if (field.required === undefined && !field.readonly)
    yield errorAt(
      "unknown-date",
      ["date"],
      `date: rows may be without "${name}"`,
      "Name a field that is required or written by the server, such as createTime.",
    );
}

function* sections(resource: ResourceModel): Iterable<UnplacedFinding> {
  const declared = Object.keys(resource.data.sections ?? {});
  const names = [...resource.field.keys()];
  for (const name of declared)
    if (!resource.field.has(name))
      yield errorAt(
        "unknown-section",
        ["sections", name],
        `sections: there is no field "${name}"`,
        didYouMean(name, names, "Name the field that the section begins with."),
      );
  const asked = resource.fields.filter(({ inForm }) => inForm.create || inForm.edit).length;
  if (asked > mostWithoutSections && declared.length < 2)
    yield informationAt(
      "long-form",
      ["fields"],
      `its form has ${asked} fields and no headings`,
      'Say where its parts begin: sections: { name: ["基本信息", "Basics"], … }.',
    );
}
