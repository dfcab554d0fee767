// A readable index of all resources: names, addresses, fields, actions, references.
import { kindOf } from "./kinds.ts";
import { hasScreen, menuOf, routeOf } from "./menu.ts";
import { kindData, type FieldModel, type Model, type ResourceModel } from "./model.ts";
import { permissionsOf } from "./permissions.ts";
import type { Text } from "./text.ts";

const both = ([zh, en]: Text) => (zh === en ? zh : `${zh} ${en}`);
const cell = (text: string) => text.replace(/\|/g, "\\|").replace(/\n/g, " ");
const row = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  return [row(head), `|${head.map(() => "---|").join("")}`, ...rows.map(row)];
}

function kindWords(field: FieldModel): string {
  const data = kindData(field.data);
  if (field.reference !== undefined && !field.reference.isFixed)
    return `${field.kind} → [${field.reference.resource}](#${field.reference.resource})`;
  if (data.dictionary !== undefined) return `dict ${data.dictionary}${data.business ? " (business)" : ""}`;
  if (field.traits.holdsRows) return `lines: ${field.fields.map((inner) => inner.name).join(", ")}`;
  // What follows from all definitions is in none of them.
  if (kindOf(field.data).optionsFrom !== undefined) return `${field.kind}: those of all resources`;
  const options = data.options ?? (data.states === undefined ? undefined : Object.values(data.states));
  return options === undefined ? field.kind : `${field.kind}: ${options.map(([value, zh]) => `${value} ${zh}`).join(", ")}`;
}

function rules(field: FieldModel): string {
  const { min, max, within } = kindData(field.data);
  const words = [
    field.required === undefined ? undefined : "required",
    field.requiredWhen === undefined ? undefined : `required when ${JSON.stringify(field.requiredWhen.when)}`,
    field.readonly ? "read-only" : undefined,
    field.createOnly ? "fixed once created" : undefined,
    min === undefined ? undefined : `min ${min}`,
    max === undefined ? undefined : `max ${max}`,
    field.unique === undefined ? undefined : field.unique === "tenant" ? "unique in the tenant" : "unique",
    field.search === undefined ? undefined : `search ${field.search}`,
    within === undefined ? undefined : `within ${within}`,
    field.showWhen === undefined ? undefined : `when ${JSON.stringify(field.showWhen)}`,
    field.sensitive ? "sensitive" : undefined,
  ];
  return words.filter((word) => word !== undefined).join(", ");
}

function stateWords(resource: ResourceModel, values: readonly number[] | undefined): string {
  if (values === undefined || resource.stateField === undefined) return "";
  const states = Object.entries(kindData(resource.stateField.data).states ?? {});
  return values.map((value) => states.find(([, [stored]]) => stored === value)?.[0] ?? String(value)).join(", ");
}

function section(resource: ResourceModel, model: Model): readonly string[] {
  const keys = permissionsOf(resource).map((permission) => permission.key);
  const referrers = (model.referrers.get(resource.name) ?? []).map(
    (one) => `[${one.resource.name}](#${one.resource.name}).${one.field.name}`,
  );
  const facts = [
    ["path", `\`/api${resource.path}\``],
    [
      "screen",
      hasScreen(resource)
        ? `${resource.page === undefined ? resource.screen : `page ${resource.page}`} at \`${routeOf(resource)}\``
        : resource.dialog === undefined
          ? "none"
          : `dialog ${resource.dialog}`,
    ],
    ["rows", resource.scope === "platform" ? "of the whole platform" : "of each tenant"],
    ["title", resource.title],
    ["calls", [...resource.calls].join(", ")],
    ["permission keys", keys.length === 0 ? "none" : keys.join(", ")],
    ["referred to by", referrers.length === 0 ? "nobody" : referrers.join(", ")],
  ] as const;
  return [
    `<a id="${resource.name}"></a>`,
    "",
    `### ${resource.name}: ${both(resource.label)}`,
    "",
    ...facts.map(([name, words]) => `- ${name}: ${words}`),
    "",
    ...table(
      ["field", "label", "kind", "rules"],
      resource.fields.map((field) => [field.name, both(field.label), kindWords(field), rules(field)]),
    ),
    "",
    ...(resource.reads.length === 0
      ? []
      : [
          ...table(
            ["read", "call", "answers"],
            resource.reads.map((read) => [read.name, `${read.method} \`${read.path}\``, read.shape]),
          ),
          "",
        ]),
    ...(resource.actions.length === 0
      ? []
      : [
          ...table(
            ["action", "label", "call", "on", "from", "to"],
            resource.actions.map((action) => [
              action.name,
              both(action.label),
              action.opens !== undefined
                ? `opens ${action.opens}`
                : action.dialog !== undefined
                  ? `shows the dialog ${action.dialog}`
                  : action.method === "none"
                    ? "leads to another page"
                    : `${action.method} \`${action.path}\``,
              action.on,
              stateWords(resource, action.fromValues),
              stateWords(resource, action.toValue === undefined ? undefined : [action.toValue]),
            ]),
          ),
          "",
        ]),
  ];
}

/** The index as Markdown. */
export function readableIndex(model: Model): string {
  const areas = menuOf(model);
  const others = [...new Set(model.resources.map((resource) => resource.area))].filter((name) => !areas.some((area) => area.code === name));
  const groups = [...areas.map((area) => ({ code: area.code, name: both(area.name) })), ...others.map((code) => ({ code, name: code }))];
  const fields = model.resources.reduce((sum, resource) => sum + resource.fields.length, 0);
  const lines = [
    "# Resources",
    "",
    `Written by \`npm run generate\`; do not edit. ${model.resources.length} resources with ${fields} fields in ${groups.length} areas.`,
    "",
    ...table(
      ["area", "resources"],
      groups.map(({ code, name }) => [
        name,
        model.resources
          .filter((resource) => resource.area === code)
          .map((resource) => `[${resource.name}](#${resource.name})`)
          .join(", "),
      ]),
    ),
    "",
    ...groups.flatMap(({ code, name }) => [
      `## ${name}`,
      "",
      ...model.resources.filter((resource) => resource.area === code).flatMap((resource) => section(resource, model)),
    ]),
  ];
  return `${lines.join("\n").trimEnd()}\n`;
}
