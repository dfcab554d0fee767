// Few screens that have together whatever the form of any screen has, for proofs that are dear for each screen.
import { formOf } from "#admin/inputs/values/form-definition.ts";
import type { Screen, ScreenField } from "#schema/screen";

/** Of a field only its place, its words, and what lists and search panels make of it: no form is another one by it. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  "name",
  "label",
  "list",
  "search",
  "searchLabel",
  "sortable",
  "width",
  "labelKey",
  "leadsTo",
  "inPane",
  "wire",
  "rowLink",
]);
/** Their value decides what is drawn, not only that there is one. */
const TOLD: ReadonlySet<string> = new Set(["view", "use", "accept", "source", "several", "within"]);
/** What of a screen reaches its forms beside its fields. */
const OF_SCREENS = [
  "sections",
  "rules",
  "formulas",
  "details",
  "detailsCome",
  "tree",
  "attachments",
  "singlePermission",
  "upsertBy",
  "dialogWidth",
] as const;

function traitsOfField(field: ScreenField, place: string): readonly string[] {
  const at = `${place}${field.kind}`;
  return Object.entries(field).flatMap(([name, value]: readonly [string, unknown]) => {
    if (ELSEWHERE.has(name)) return [];
    if (name === "reference" && field.reference !== undefined)
      return Object.entries(field.reference).map(([part, one]) => `${at} ${part}${part === "source" ? String(one) : ""}`);
    if (name === "fields") return (field.fields ?? []).flatMap((inner) => traitsOfField(inner, `${at} > `));
    return [`${at} ${name}${TOLD.has(name) ? String(value) : ""}`];
  });
}

/** What makes a difference to the forms of a screen: its kind, of each field its kind in either form and with each thing that is said of it. */
export function traitsOfForms(screen: Screen): ReadonlySet<string> {
  const fields = (["create", "edit"] as const).flatMap((mode) =>
    formOf(screen, mode, { isAdministrator: true }).fields.flatMap((field) => [`${mode} ${field.kind}`, ...traitsOfField(field, "")]),
  );
  return new Set([`screen ${screen.kind}`, ...OF_SCREENS.filter((name) => screen[name] !== undefined), ...fields]);
}

/** Takes the screen that adds most for its number of fields, until nothing is missing. */
export function sampleOf(screens: readonly Screen[]): readonly Screen[] {
  const all = screens.map((screen) => ({ screen, traits: traitsOfForms(screen) }));
  const missing = new Set(all.flatMap(({ traits }) => [...traits]));
  const sample: Screen[] = [];
  while (missing.size > 0) {
    const [best] = all
      .map((one) => ({ ...one, worth: [...one.traits].filter((trait) => missing.has(trait)).length / (4 + one.screen.fields.length) }))
      .sort((left, right) => right.worth - left.worth);
    if (best === undefined) break;
    sample.push(best.screen);
    for (const trait of best.traits) missing.delete(trait);
  }
  return sample;
}
