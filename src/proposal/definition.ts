// The tree of a definition from a proposal, as its people have corrected it.
import { canBeUnique, hasOptions, readyMade, isNamedUnique } from "./builders.ts";
import type { ProposedField, ProposedMove, Proposal } from "./proposal.ts";
import type { BuilderCall, DefinitionTree, Literal } from "./tree.ts";

/** Builders whose first argument is what they refer to. */
const referring: ReadonlySet<string> = new Set(["ref", "treeRef", "refs", "dict"]);
/** From more fields on a form has headings. */
const maxWithoutSections = 12;

/** Members that are said, in the order in which definitions are read. */
const given = (members: Readonly<Record<string, Literal | undefined>>): Readonly<Record<string, Literal>> =>
  Object.fromEntries(Object.entries(members).filter((entry): entry is [string, Literal] => entry[1] !== undefined));

function settingsOf(field: ProposedField, scope: "tenant" | "global"): Readonly<Record<string, Literal>> {
  const { builder, required, max, min, scale, pattern, search, unique, readonly, sortable, list } = field;
  return given({
    required: required === true ? true : undefined,
    max,
    min,
    scale,
    pattern,
    search,
    unique: unique === true && (isNamedUnique(builder) || !canBeUnique(builder)) ? scope : undefined,
    readonly: readonly === true ? true : undefined,
    default: field.default,
    sortable: sortable === true ? true : undefined,
    list: list === false ? false : undefined,
  });
}

function callOf(field: ProposedField, scope: "tenant" | "global"): BuilderCall {
  const { builder, zh, en, target, options = [] } = field;
  if (readyMade.has(builder)) return { call: builder, with: [] };
  const labels = [zh, en];
  const settings = settingsOf(field, scope);
  if (builder === "state") {
    const { required: _required, default: _default, readonly: _readonly, unique: _unique, ...others } = settings;
    const states = Object.fromEntries(options.map(({ name = "", value, zh: own, en: english }) => [name, [Number(value), own, english]]));
    return { call: builder, with: [...labels, states, ...(Object.keys(others).length === 0 ? [] : [others])] };
  }
  if (hasOptions(builder))
    return { call: builder, with: [...labels, { options: options.map((one) => [one.value, one.zh, one.en]), ...settings }] };
  const first = referring.has(builder) ? [target ?? ""] : [];
  return { call: builder, with: [...first, ...labels, ...(Object.keys(settings).length === 0 ? [] : [settings])] };
}

function moveOf({ zh, en, from, to }: ProposedMove): Readonly<Record<string, Literal>> {
  return { label: [zh, en], from: from.length === 1 ? (from[0] ?? "") : from, to };
}

/** Headings of a long form: what is entered first, and the rest. */
function sectionsOf(fields: readonly ProposedField[]): Readonly<Record<string, Literal>> | undefined {
  const formFields = fields.filter(({ builder, readonly }) => readonly !== true && builder !== "state" && builder !== "createdAt");
  const [first] = formFields;
  const further = formFields[Math.ceil(formFields.length / 2)];
  if (formFields.length <= maxWithoutSections || first === undefined || further === undefined) return undefined;
  return { [first.name]: ["基本信息", "Basics"], [further.name]: ["更多信息", "Further details"] };
}

/** The definition that a proposal says. */
export function treeOf(proposal: Proposal): DefinitionTree {
  const { name, zh, en, path, title, about, isTree, isPlatform, unique, rules, moves } = proposal;
  const fields = proposal.fields.filter(({ isIncluded }) => isIncluded);
  const scope = isPlatform === true ? "global" : "tenant";
  const single = fields.filter((field) => field.unique === true && canBeUnique(field.builder) && !isNamedUnique(field.builder));
  const keys = [...single.map((field) => [field.name]), ...unique];
  const stateOf = fields.find(({ builder }) => builder === "state");
  return {
    name,
    ...(about === undefined || about === "" ? {} : { about }),
    members: given({
      name,
      label: [zh, en],
      path,
      title,
      scope: isPlatform === true ? "platform" : undefined,
      screen: isTree === true ? "tree" : undefined,
      reads: isTree === true ? { tree: { open: "signed-in" } } : undefined,
      unique: keys.length === 0 ? undefined : keys,
      rules:
        rules.length === 0
          ? undefined
          : Object.fromEntries(
              rules.map(({ left, operator, right }) => [`${left}Order`, { check: { [left]: { [operator]: { field: right } } } }]),
            ),
      sections: sectionsOf(fields),
    }),
    fields: Object.fromEntries(fields.map((field) => [field.name, callOf(field, scope)])),
    actions: stateOf === undefined ? {} : Object.fromEntries(moves.map((move) => [move.name, moveOf(move)])),
  };
}
