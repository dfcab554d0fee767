// Reads and actions: the fields they name, the values they set, the forms they open, the handlers they need.
import { withdrawal } from "../approval.ts";
import { isFieldFilter } from "../call-model.ts";
import { chartedListOf } from "../list-charts.ts";
import { readNeedsHandler, type WriteKind } from "../missing.ts";
import type { ActionModel, FieldModel, Model, ResourceModel } from "../model.ts";
import { permissionsOf } from "../permissions.ts";
import type { Call } from "../resource.ts";
import { checkValue } from "../validation.ts";
import { errorAt, type Finding, type UnplacedFinding } from "./finding.ts";
import { didYouMean } from "./nearest.ts";
import { isUnusable, type Check, type CheckContext } from "./subject.ts";
import { treeLists } from "./tree-lists.ts";

export const reads: Check = function* (resource, _model, context) {
  const names = [...resource.field.keys()];
  for (const read of resource.reads) {
    const place = ["reads", read.name];
    for (const name of [...(read.fields ?? []), ...(read.includeNull ?? []), ...Object.values(read.parameters).filter(isFieldFilter)]) {
      if (!resource.field.has(name) && name !== "id")
        yield errorAt(
          "unknown-read-field",
          place,
          `${place.join(".")}: there is no field "${name}"`,
          didYouMean(
            name,
            names,
            'Name a field of this resource; a parameter that its code handles has its description instead: ["开始日期", "First day"].',
          ),
        );
    }
    const parameters = Object.keys(read.parameters);
    for (const name of (read.needs ?? []).filter((one) => !parameters.includes(one)))
      yield errorAt(
        "unknown-parameter",
        [...place, "needs"],
        `${place.join(".")}.needs: it has no parameter "${name}"`,
        didYouMean(name, parameters, "Name a parameter of this read."),
      );
    if (read.permission !== undefined) yield* keyOfRead(read.permission, place, resource);
    if (read.permission !== undefined && read.open !== undefined)
      yield errorAt(
        "contradictory-calls",
        [...place, "open"],
        `${place.join(".")}: it is open to everybody, and needs a key`,
        "Take out `open`, or `permission`.",
      );
    if (read.exported === true && (read.shape !== "custom" || read.method !== "GET" || read.open !== undefined))
      yield errorAt(
        "contradictory-calls",
        [...place, "exported"],
        `${place.join(".")}: only what a \`custom\` read answers to GET, and not to everybody, is a file of its own`,
        "Take out `exported`; lists are exported by themselves.",
      );
    if (readNeedsHandler(read, resource) && !context.handlers.has(`${resource.name}.${read.name}`))
      yield withoutHandler(
        ["reads", read.name],
        `${read.method} ${read.path} has no handler: it answers that it is not available`,
        resource,
        read.name,
      );
  }
};

/** A read makes no key of its own: nobody could find it among the buttons that are granted. */
function* keyOfRead(permission: string, place: readonly string[], resource: ResourceModel): Iterable<UnplacedFinding> {
  const keys = permissionsOf(resource).map(({ key }) => key);
  if (keys.includes(permission)) return;
  yield errorAt(
    "unknown-permission",
    [...place, "permission"],
    `${place.join(".")}.permission: ${resource.name} has no key "${permission}"`,
    didYouMean(permission, keys, "Name a key of this resource: that of a common call, or of an action."),
  );
}

export const actions: Check = function* (resource, model, context) {
  for (const action of resource.actions) {
    const place = ["actions", action.name];
    yield* shownFields(action, resource);
    for (const name of action.ask ?? []) {
      if (!resource.field.has(name))
        yield errorAt(
          "unknown-asked-field",
          [...place, "ask"],
          `${place.join(".")} asks for "${name}", and there is no such field`,
          didYouMean(name, resource.field.keys(), "Name a field of this resource, or declare it under `params`."),
        );
    }
    if (action.idField !== undefined && !resource.field.has(action.idField)) {
      yield errorAt(
        "unknown-asked-field",
        [...place, "idField"],
        `${place.join(".")}.idField: there is no field "${action.idField}"`,
        didYouMean(action.idField, resource.field.keys(), "Name the field of the row that travels instead of its id."),
      );
    }
    if (typeof action.submits === "string" && !resource.field.has(action.submits)) {
      yield errorAt(
        "unknown-asked-field",
        [...place, "submits"],
        `${place.join(".")}.submits: there is no field "${action.submits}"`,
        didYouMean(action.submits, resource.field.keys(), "Name the field that all rows of the list share."),
      );
    }
    const axes = action.grid?.combine?.axes;
    if (typeof axes === "object") {
      const rows = model.resource.get(axes.resource);
      const isRead = rows?.reads.some(({ name, parameters }) => name === "select" && Object.hasOwn(parameters, axes.by)) === true;
      const isThere = isRead && rows?.field.has(axes.by) === true && (rows.field.get(axes.values)?.fields.length ?? 0) > 0;
      if (!isThere)
        yield errorAt(
          "unknown-asked-field",
          [...place, "grid", "combine", "axes"],
          `${place.join(".")}.grid.combine.axes: "${axes.resource}" has no read \`select\` by "${axes.by}" with lines "${axes.values}"`,
          "Name a resource whose read `select` takes the field that refers to the record above, and its lines of values.",
        );
    }
    for (const [parameter, value] of Object.entries(action.with ?? {})) {
      if (typeof value === "object" && value.field !== "tenantId" && value.field !== resource.key && !resource.field.has(value.field)) {
        yield errorAt(
          "unknown-asked-field",
          [...place, "with", parameter],
          `${place.join(".")}.with: there is no field "${value.field}"`,
          didYouMean(value.field, resource.field.keys(), "Name the field of the row that travels."),
        );
      }
    }
    for (const [, name = ""] of action.method === "none" && action.opens === undefined && action.dialog === undefined
      ? action.path.matchAll(/\{(\w+)\}/g)
      : []) {
      if (name !== resource.key && !resource.field.has(name)) {
        yield errorAt(
          "unknown-asked-field",
          [...place, "path"],
          `${place.join(".")}.path: there is no field "${name}"`,
          didYouMean(name, resource.field.keys(), "Name a field of the row, or its key."),
        );
      }
    }
    const ownFields = new Set(action.ask ?? []);
    for (const name of Object.keys(action.params ?? {})) {
      if (ownFields.has(name) || name === action.idParam)
        yield errorAt(
          "duplicate-parameter",
          [...place, "params"],
          `${place.join(".")} would send two parameters "${name}"`,
          "Rename the one in `params`.",
        );
    }
    for (const field of action.send === "query" ? action.dialogFields : []) {
      if (field.traits.isSecret)
        yield errorAt(
          "secret-in-address",
          [...place, "send"],
          `${place.join(".")} would send "${field.name}" in the address, which logs and proxies keep`,
          'Leave `send` out, or set it to "body".',
        );
    }
    yield* setValues(action, resource);
    if (action.trees !== undefined) yield* treeLists(action, action.trees, model, context);
    if (action.opens !== undefined) yield* opened(action, resource, model, context);
    if (action.dialog !== undefined) yield* dialogs(action, action.dialog, context);
    // The button that takes a request back is made for an approval; what is wrong with that is told there.
    const isDerived = action.name === withdrawal && resource.data.approval !== undefined;
    if (action.needsHandler && !isDerived && !context.handlers.has(`${resource.name}.${action.name}`))
      yield withoutHandler(
        place,
        `the action "${action.name}" has no handler: it has no button, and its call answers that it is not available`,
        resource,
        action.name,
      );
  }
};

/** What the dialog of an action shows: fields of the one row that it is about. */
function* shownFields(action: ActionModel, resource: ResourceModel): Iterable<UnplacedFinding> {
  const place = ["actions", action.name, "shows"];
  if (action.shows === undefined) return;
  if (action.on === "toolbar" || action.on === "screen" || action.method === "none" || action.trees !== undefined)
    yield errorAt(
      "unknown-dialog-field",
      place,
      `${place.join(".")}: its dialog is about no row whose fields it could show`,
      "Remove `shows`, or put the action on a row.",
    );
  for (const [index, name] of action.shows.entries())
    if (!resource.field.has(name))
      yield errorAt(
        "unknown-dialog-field",
        [...place, index],
        `${place.join(".")}: there is no field "${name}"`,
        didYouMean(name, resource.field.keys(), "Name a field of this resource."),
      );
}

function withoutHandler(place: readonly string[], problem: string, resource: ResourceModel, name: string): UnplacedFinding {
  return {
    code: "missing-handler",
    level: "information",
    place,
    message: { problem, remedy: `Begin it with npm run new-handler -- ${resource.name}.${name}.` },
  };
}

function* setValues(action: ActionModel, resource: ResourceModel): Iterable<UnplacedFinding> {
  for (const [name, value] of Object.entries(action.set ?? {})) {
    const place = ["actions", action.name, "set", name];
    const field = resource.field.get(name);
    if (field === undefined)
      yield errorAt(
        "unknown-set-field",
        place,
        `${place.join(".")}: there is no field "${name}"`,
        didYouMean(name, resource.field.keys(), "Name a field of this resource."),
      );
    else {
      const problem = setProblem(field, value, resource);
      if (problem !== undefined)
        yield errorAt(
          "bad-set-value",
          place,
          `${place.join(".")}: ${problem}`,
          'Set a value that the field admits; "@now" writes the moment, "@user" the person, "@state" the state that the row leaves, null empties it.',
        );
    }
  }
}

function setProblem(field: FieldModel, value: string | number | null, { stateField }: ResourceModel): string | undefined {
  if (value === null) return field.required === undefined ? undefined : "a required field cannot be emptied";
  if (value === "@now") return field.wire === "time" ? undefined : `a field of the kind ${field.kind} does not hold a moment`;
  if (value === "@user")
    return field.reference !== undefined || field.wire === "text" ? undefined : `a field of the kind ${field.kind} does not hold a person`;
  if (value === "@state")
    return stateField !== undefined && field.wire === stateField.wire
      ? undefined
      : `a field of the kind ${field.kind} does not hold a state of this resource`;
  const issue = checkValue(field, value)[0];
  return issue === undefined ? undefined : `${JSON.stringify(value)} is not allowed by the rules of the field (${issue.code})`;
}

function* opened(action: ActionModel, resource: ResourceModel, model: Model, context: CheckContext): Iterable<UnplacedFinding> {
  const place = ["actions", action.name, "opens"];
  if (action.opens === "child") {
    if (resource.tree === undefined)
      yield errorAt(
        "unknown-opened",
        place,
        `${place.join(".")}: ${resource.name} is no tree, so a row has no children`,
        "Name the resource whose form it opens.",
      );
  } else if (action.opens !== undefined && !model.resource.has(action.opens) && !isUnusable(action.opens, context)) {
    yield errorAt(
      "unknown-opened",
      place,
      `${place.join(".")}: there is no resource "${action.opens}"`,
      didYouMean(action.opens, model.resource.keys(), 'Name a resource, or "child".'),
    );
  }
  const target = action.opens === undefined ? undefined : model.resource.get(action.opens);
  if (target === undefined) return;
  // A dialog passes its input to its resource's reads; a form uses it as initial values.
  for (const [name, { field }] of Object.entries(action.suggest ?? {})) {
    if (!target.field.has(name) || !resource.field.has(field))
      yield errorAt(
        "unknown-opened",
        ["actions", action.name, "suggest", name],
        `actions.${action.name}.suggest: ${target.name} has no field "${name}", or ${resource.name} none "${field}"`,
        didYouMean(name, target.field.keys(), `Name a field of ${target.name}, and one of ${resource.name} that it begins with.`),
      );
  }
  const taken = target.dialog === undefined ? [...target.field.keys()] : target.reads.flatMap((read) => Object.keys(read.parameters));
  for (const name of Object.keys(action.with ?? {})) {
    if (!taken.includes(name))
      yield errorAt(
        "unknown-opened",
        ["actions", action.name, "with", name],
        `actions.${action.name}.with: ${target.name} takes no "${name}"`,
        didYouMean(name, taken, `Name what ${target.name} takes.`),
      );
  }
  if (target.dialog !== undefined && Object.keys(action.with ?? {}).length === 0)
    yield errorAt(
      "unknown-opened",
      place,
      `${place.join(".")}: the dialog of ${target.name} is opened with nothing to show`,
      `Say in \`with\` what it is to show: ${taken.join(", ")}.`,
    );
}

function* dialogs(action: ActionModel, dialog: string, context: CheckContext): Iterable<UnplacedFinding> {
  const place = ["actions", action.name, "dialog"];
  if (!context.dialogs.has(dialog))
    yield errorAt(
      "missing-page",
      place,
      `${place.join(".")}: there is no dialog "${dialog}" in src/admin/dialogs`,
      didYouMean(dialog, context.dialogs, "Write it, or let the action be a call."),
    );
  const called = (["opens", "trees", "set", "to", "submits", "handler", "confirm"] as const).filter(
    (member) => action[member] !== undefined,
  );
  if (action.method !== "none" || called.length > 0)
    yield errorAt(
      "contradictory-dialog",
      place,
      `${place.join(".")}: it shows a dialog, and calls nothing`,
      `Take ${called.length === 0 ? "method" : called.join(", ")} out, or \`dialog\`.`,
    );
  if (action.inRows === true && action.on !== "selection")
    yield errorAt(
      "contradictory-dialog",
      place,
      `${place.join(".")}: \`inRows\` is for an action on a selection, and this one is on ${action.on}`,
      'Take `inRows` out, or say on: "selection".',
    );
  const rowless = action.on === "toolbar" || action.on === "screen";
  if (rowless && Object.values(action.with ?? {}).some((value) => typeof value === "object")) {
    yield errorAt(
      "contradictory-dialog",
      place,
      `${place.join(".")}: \`with\` takes a field of a row, and a button of the ${action.on} has none`,
      "Say the value itself, or put the button in the row.",
    );
  }
}

export const effects: Check = function* (resource, _model, context) {
  const calls = new Set([...resource.reads, ...resource.actions].map(({ name }) => name));
  for (const [name, { requiredFor = [] }] of Object.entries(resource.data.effects ?? {})) {
    const place = ["effects", name];
    if (calls.has(name))
      yield errorAt("duplicate-call", place, `${place.join(".")}: a read or an action has this name`, "Give the effect another name.");
    const lacking = requiredFor.filter((kind) => !writes[kind].some((call) => resource.calls.has(call)));
    if (lacking.length > 0)
      yield errorAt(
        "contradictory-calls",
        [...place, "requiredFor"],
        `${place.join(".")}.requiredFor: no call makes this write: ${lacking.join(", ")}`,
        "Take it out, or add the call.",
      );
    if (!context.handlers.has(`${resource.name}.${name}`)) {
      const remedy = `List "${resource.name}.${name}" among the effects of what implements it in src/server/domain.`;
      yield {
        code: "missing-effect",
        level: "information",
        place,
        message: { problem: `nothing implements the effect "${name}"`, remedy },
      };
    }
  }
};

const writes: Readonly<Record<WriteKind, readonly Call[]>> = { add: ["submit", "save"], edit: ["submit", "update"], remove: ["remove"] };

/** Handlers that belong to no action, read or resource, and effects that no definition declares. */
export function* unknownHandlers(model: Model, context: CheckContext): Iterable<Finding> {
  const declared = new Set(
    model.resources.flatMap((resource) => [
      resource.name,
      ...resource.actions.map((action) => `${resource.name}.${action.name}`),
      ...[chartedListOf(resource)].flatMap((list) => (list === undefined ? [] : [`${resource.name}.${list.name}`])),
      ...[...resource.reads.map(({ name }) => name), ...Object.keys(resource.data.effects ?? {})].map((name) => `${resource.name}.${name}`),
    ]),
  );
  for (const handler of context.handlers) {
    const resource = handler.split(".")[0] ?? handler;
    if (declared.has(handler) || isUnusable(resource, context)) continue;
    yield {
      file: model.resource.get(resource)?.file ?? "src/server/domain",
      code: "unknown-handler",
      level: "error",
      place: [],
      message: {
        problem: `server/domain has a handler "${handler}", and no definition declares it`,
        remedy: didYouMean(handler, declared, "Declare it under `actions` or `reads` of its resource, or remove the handler."),
      },
    };
  }
}
