// Sees that a dialect names only what definitions have, and says of each read and action of its resources whether the back-end has it.
import { resourceIn } from "../dialects/available.ts";
import type { Dialect, ResourceDialect } from "../dialects/types.ts";
import type { FieldModel, Model, ResourceModel } from "../model.ts";
import { errorAt, type Place, type UnplacedFinding } from "./finding.ts";
import { didYouMean } from "./nearest.ts";
import type { CheckContext } from "./subject.ts";

const problem = (place: Place, sentence: string, remedy: string): UnplacedFinding => errorAt("dialect", place, sentence, remedy);

interface Named {
  readonly what: string;
  /** In the dialect, and in the definition. */
  readonly named: readonly string[];
  readonly there: readonly string[];
}

/** Names that the definition does not have. */
function* unknown(place: Place, resource: ResourceModel, { what, named, there }: Named): Iterable<UnplacedFinding> {
  for (const name of named)
    if (!there.includes(name))
      yield problem(
        [...place, name],
        `${resource.name} has no ${what} "${name}"`,
        didYouMean(name, there, `The definition has no ${what}s.`),
      );
}

/** Calls of the definition of which the dialect says nothing. */
function* silent(place: Place, resource: ResourceModel, { what, named, there }: Named): Iterable<UnplacedFinding> {
  for (const name of there)
    if (!named.includes(name))
      yield problem(place, `the ${what} "${name}" of ${resource.name} is neither there nor absent`, `Write ${name}: "same" or "absent".`);
}

/** A field that chooses from what the back-end does not have. */
function* references(place: Place, resource: ResourceModel, fields: readonly FieldModel[], dialect: Dialect): Iterable<UnplacedFinding> {
  for (const { name, reference } of fields)
    if (reference !== undefined && resourceIn(dialect, reference.resource) === undefined)
      yield problem(
        [...place, "fields"],
        `"${name}" of ${resource.name} refers to ${reference.resource}, which is absent`,
        `Write ${name}: "absent", or list ${reference.resource} in \`resources\`.`,
      );
}

function* ofResource(place: Place, rules: ResourceDialect, resource: ResourceModel, dialect: Dialect): Iterable<UnplacedFinding> {
  const { reads = {}, actions = {}, fields = {}, whenEmpty = {}, readsAsEmpty = {}, without = [] } = rules;
  const namesOf = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);
  const calls = {
    reads: { what: "read", named: Object.keys(reads), there: namesOf(resource.reads) },
    actions: { what: "action", named: Object.keys(actions), there: namesOf(resource.actions) },
  };
  for (const [member, named] of Object.entries(calls)) {
    yield* unknown([...place, member], resource, named);
    if (dialect.onlyListed) yield* silent([...place, member], resource, named);
  }
  const ofFields = { what: "field", there: namesOf(resource.fields) };
  yield* unknown([...place, "fields"], resource, { ...ofFields, named: Object.keys(fields) });
  yield* unknown([...place, "whenEmpty"], resource, { ...ofFields, named: Object.keys(whenEmpty) });
  yield* unknown([...place, "readsAsEmpty"], resource, { ...ofFields, named: Object.keys(readsAsEmpty) });
  yield* unknown([...place, "without"], resource, { what: "call", named: without, there: [...resource.calls] });
  const there = resource.fields.filter(({ name }) => fields[name] !== "absent");
  yield* references(place, resource, there, dialect);
}

/** Whether something of ours is called at a path or below it. */
function isOurs(path: string, model: Model): boolean {
  return model.resources.some(
    (resource) => resource.path === path || path.startsWith(`${resource.path}/`) || resource.path.startsWith(`${path}/`),
  );
}

/** What is wrong with a dialect, by its place in it. */
export function* dialectFindings(dialect: Dialect, model: Model, icons?: ReadonlySet<string>): Iterable<UnplacedFinding> {
  const names = model.resources.map(({ name }) => name);
  for (const [name, rules] of Object.entries(dialect.resources)) {
    const resource = model.resource.get(name);
    const place = ["resources", name];
    if (resource === undefined)
      yield problem(place, `there is no resource "${name}"`, didYouMean(name, names, "Name a file of resources/."));
    else if (rules !== "absent") yield* ofResource(place, rules, resource, dialect);
  }
  for (const [index, [ours]] of dialect.moved.entries())
    if (!isOurs(ours, model))
      yield problem(["moved", index], `no definition has the path ${ours}`, "Name the path of a definition or of one of its calls.");
  for (const [code, name] of Object.entries(dialect.menu.codes))
    if (!names.includes(name))
      yield problem(["menu", "codes", code], `there is no resource "${name}"`, didYouMean(name, names, "Name a file of resources/."));
  for (const [name, icon] of icons === undefined ? [] : Object.entries(dialect.icons))
    if (icons?.has(icon) !== true)
      yield problem(["icons", name], `there is no icon "${icon}"`, "See src/admin/ui/icons/names.ts for the names there are.");
}

/** Findings of all dialects of a checkout, by their files. */
export function dialects(
  { dialects: registered = {}, icons }: CheckContext,
  model: Model,
): readonly (readonly [file: string, UnplacedFinding])[] {
  return Object.entries(registered).flatMap(([file, dialect]) =>
    [...dialectFindings(dialect, model, icons)].map((one) => [file, one] as const),
  );
}
