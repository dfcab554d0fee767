// How people find their way in lists and forms: the date of rows, and the sections of long forms.
import { hasShapes, isDated, isMovedState, isPlaced } from "../list-shapes.ts";
import { kindData, type ResourceModel } from "../model.ts";
import { errorAt, informationAt, type UnplacedFinding } from "./finding.ts";
import { didYouMean } from "./nearest.ts";
import type { Check } from "./subject.ts";

/** The most fields that a form or a view has without sections. */
const maxWithoutSections = 12;

export const appearance: Check = function* (resource) {
  yield* date(resource);
  yield* undated(resource);
  yield* defaultColumns(resource);
  yield* mainColumns(resource);
  yield* defaultSort(resource);
  yield* gallery(resource);
  yield* listShapes(resource);
  yield* sections(resource);
  for (const { name, data } of resource.fields) {
    const shown = kindData(data);
    for (const word of ["fallbackInitial", "english"] as const) {
      const other = shown[word];
      if (other !== undefined && !resource.field.has(other))
        yield errorAt(
          "unknown-shown-field",
          ["fields", name, word],
          `fields.${name}.${word}: there is no field "${other}"`,
          didYouMean(other, resource.field.keys(), "Name a field of this resource."),
        );
    }
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

/** A column shows a value, once; the title is among them, because it is what opens a row. */
function* defaultColumns(resource: ResourceModel): Iterable<UnplacedFinding> {
  const names = resource.data.defaultColumns;
  if (names === undefined) return;
  const able = resource.fields.filter(({ traits, data }) => !traits.isSecret && !traits.holdsRows && data.screenOnly !== true);
  for (const [index, name] of names.entries()) {
    const place = ["defaultColumns", index];
    if (names.indexOf(name) !== index)
      yield errorAt("unknown-column", place, `defaultColumns names "${name}" twice`, "Name each field once.");
    else if (!able.some((field) => field.name === name))
      yield errorAt(
        "unknown-column",
        place,
        resource.field.has(name) ? `defaultColumns: "${name}" cannot be a column` : `defaultColumns: there is no field "${name}"`,
        didYouMean(
          name,
          able.map((field) => field.name).filter((other) => !names.includes(other)),
          "Name fields that are no secret and hold no rows.",
        ),
      );
  }
  if (resource.title !== "id" && !names.includes(resource.title))
    yield errorAt(
      "unknown-column",
      ["defaultColumns"],
      `defaultColumns: the title "${resource.title}" is missing`,
      "Name the title, usually first.",
    );
}

/** What comes first is in the list, once, and has no other place there. */
function* mainColumns(resource: ResourceModel): Iterable<UnplacedFinding> {
  const { mainColumns: names = [], defaultColumns: all } = resource.data;
  if (names.length > 0 && all !== undefined)
    yield errorAt(
      "unknown-column",
      ["mainColumns"],
      "mainColumns: defaultColumns says the whole order",
      "Take mainColumns out, or put its fields where they belong in defaultColumns.",
    );
  const placed = new Set([resource.title, resource.status, resource.data.date]);
  const able = resource.fields.flatMap(({ name, inList }) => (inList && !placed.has(name) ? [name] : []));
  for (const [index, name] of names.entries())
    if (names.indexOf(name) !== index)
      yield errorAt("unknown-column", ["mainColumns", index], `mainColumns names "${name}" twice`, "Name each field once.");
    else if (!able.includes(name))
      yield errorAt(
        "unknown-column",
        ["mainColumns", index],
        `mainColumns: "${name}" is no column that could come first`,
        didYouMean(
          name,
          able.filter((other) => !names.includes(other)),
          "Name columns of the list besides title, state and date.",
        ),
      );
}

function* gallery(resource: ResourceModel): Iterable<UnplacedFinding> {
  const able = resource.fields.filter(({ traits }) => traits.files !== undefined || traits.isIcon).map(({ name }) => name);
  for (const [index, name] of (resource.data.gallery ?? []).entries())
    if (!able.includes(name))
      yield errorAt(
        "unknown-gallery-field",
        ["gallery", index],
        `gallery: "${name}" holds neither a file nor an icon`,
        didYouMean(name, able, "Name fields that hold pictures, files or icons."),
      );
}

function* listShapes(resource: ResourceModel): Iterable<UnplacedFinding> {
  const { shapes } = resource.data;
  if (shapes === undefined) return;
  if (!hasShapes(resource)) {
    yield errorAt("unknown-shape", ["shapes"], "shapes: there is no list of pages that could be shown otherwise", "Take `shapes` out.");
    return;
  }
  if (shapes.board === true && (resource.stateField === undefined || !isMovedState(resource, resource.stateField)))
    yield errorAt(
      "unknown-shape",
      ["shapes", "board"],
      "shapes.board: no action leads from one state to another",
      "Declare the states with `state`, and actions with `to`.",
    );
  const { calendar } = shapes;
  const named = typeof calendar === "string" ? { calendar } : calendar === false || calendar === undefined ? {} : calendar;
  const able = resource.fields.filter(isDated).map(({ name }) => name);
  for (const [member, name] of Object.entries(named))
    if (!able.includes(name))
      yield errorAt(
        "unknown-shape",
        typeof calendar === "string" ? ["shapes", "calendar"] : ["shapes", "calendar", member],
        `shapes.calendar: "${name}" is no day or moment that the list can be searched by`,
        didYouMean(name, able, "Name stored fields that are days or moments."),
      );
  const { map } = shapes;
  const divisions = resource.fields.filter(isPlaced).map(({ name }) => name);
  if (typeof map === "string" && !divisions.includes(map))
    yield errorAt(
      "unknown-shape",
      ["shapes", "map"],
      `shapes.map: "${map}" is no stored division`,
      didYouMean(map, divisions, "Name a field of a division."),
    );
}

function* defaultSort(resource: ResourceModel): Iterable<UnplacedFinding> {
  const { defaultSort: sort, date } = resource.data;
  if (sort === undefined) return;
  const able = resource.fields.filter(({ sortable, stored }) => sortable && stored).map(({ name }) => name);
  if (!able.includes(sort.field))
    yield errorAt(
      "unknown-sort",
      ["defaultSort", "field"],
      `defaultSort: the list cannot be sorted by "${sort.field}"`,
      didYouMean(sort.field, able, "Name a stored field that is `sortable`, or make it so."),
    );
  if (date !== undefined)
    yield errorAt("unknown-sort", ["defaultSort"], "defaultSort: `date` says how the list is sorted", "Remove one of the two.");
}

/** Documents are found by when they were made; masters that users order themselves, and lines, which come in the order of their document, are not. */
function* undated(resource: ResourceModel): Iterable<UnplacedFinding> {
  const { data, screen, stateField, hasTable, order, field } = resource;
  const isDocument = hasTable && screen === "table" && stateField !== undefined && data.highVolume === true;
  if (isDocument && order.length === 1 && !field.has("createTime"))
    yield errorAt(
      "undated-rows",
      ["date"],
      "many rows with a life cycle, and no day or moment to sort them by",
      "Add createTime: createdAt(), and name the date that people know the rows by: date.",
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
  const isShown = resource.screen !== "none" && resource.screen !== "page" && resource.calls.has("detail");
  const formFields = resource.fields.filter(({ inForm }) => inForm.create || inForm.edit).length;
  const viewed = isShown ? resource.fields.filter(({ inForm }) => inForm.view).length : 0;
  if (Math.max(formFields, viewed) > maxWithoutSections && declared.length < 2)
    yield informationAt(
      "long-form",
      ["fields"],
      formFields > maxWithoutSections
        ? `its form has ${formFields} fields and no headings`
        : `its view has ${viewed} fields and no headings`,
      'Say where its parts begin: sections: { name: ["基本信息", "Basics"], … }.',
    );
}
