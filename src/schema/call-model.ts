// The special calls of a resource in the model: its reads and actions with whole paths, parameters and states as wire values.
import { kindOf } from "./kinds.ts";
import type { FieldModel } from "./model.ts";
import { kindData, requiredMessage } from "./kind-data.ts";
import type { ActionData, ReadData, ResourceData } from "./resource-data.ts";
import type { HandledParameter } from "./call-types.ts";
import type { ReadShape, SendMode } from "./resource.ts";
import type { Text } from "./text.ts";

export interface ReadModel extends ReadData {
  readonly name: string;
  readonly method: "GET" | "POST";
  /** Whole path below /api, with {…} where a segment is a parameter. */
  readonly path: string;
  readonly shape: ReadShape;
  /** Parameter → field it filters; `byCode` where its code knows it, "ignored" where it is taken and changes nothing. */
  readonly parameters: Readonly<Record<string, string>>;
  /** What the parameters mean that its code handles. */
  readonly handled: Readonly<Record<string, DescribedParameter>>;
}

export interface DescribedParameter {
  readonly about: Text;
  readonly is: "text" | "day" | "whole" | "ids";
}

/** What stands in place of a field for a parameter that the read's code knows; no field has such a name. */
export const byCode = "(code)";

/** Whether a declared parameter filters by a field, rather than being its handler's own or without effect. */
export const isFieldFilter = (field: string): boolean => field !== byCode && field !== "ignored";

export interface ActionModel extends ActionData {
  readonly name: string;
  readonly method: "POST" | "PUT" | "GET" | "none";
  readonly path: string;
  readonly on: "row" | "selection" | "toolbar" | "screen";
  readonly permission: string;
  /** Where the dialog's values are sent. */
  readonly send: SendMode;
  /** Query parameter of the id(s), undefined where the path has {id} or no row is concerned. */
  readonly idParam?: string;
  /** States (as wire values) it starts from; undefined: any. */
  readonly fromValues: readonly number[] | undefined;
  readonly toValue: number | undefined;
  /** What all other rows that hold `toValue` hold afterwards; undefined: they keep it. */
  readonly othersValue: number | undefined;
  /** Dialog fields: own fields to ask for, then params. */
  readonly dialogFields: readonly FieldModel[];
  /** Its effect needs a handler in server/domain. */
  readonly needsHandler: boolean;
}

const shapesByName: Readonly<Record<string, ReadShape>> = {
  select: "rows",
  "select-all": "rows",
  "list-ids": "by-ids",
  tree: "tree",
  "lazy-list": "level",
  "lazy-tree": "node-level",
  "parent-list": "page",
  "child-list": "forest",
  page: "page",
};

/** finishNonScan → finish-non-scan */
export function kebabCase(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, "$1-$2").toLowerCase();
}

function joinPath(base: string, path: string): string {
  if (!path.startsWith("/")) return `${base}/${path}`;
  // A path that starts with one of the platform's services is whole; any other is below the resource.
  return /^\/(?:blade-|digit[-_]|business-manage|qianyun|anti-fake-web|user\/|work\/)/.test(path) ? path : `${base}${path}`;
}

const idsInOrder: HandledParameter = { about: ["主键，按此顺序返回", "Keys of the rows, in the order of the answer"], is: "ids" };

const describedParameter = (declared: HandledParameter): DescribedParameter =>
  "about" in declared ? declared : { about: declared, is: "text" };

/** A declared read with what its name implies. */
export function readModel(name: string, read: ReadData, resource: ResourceData): ReadModel {
  const shape = read.shape ?? shapesByName[name] ?? "custom";
  const params = read.params ?? (shape === "by-ids" ? { ids: resource.key ?? "id" } : []);
  const isList = (value: NonNullable<ReadData["params"]>): value is readonly string[] => Array.isArray(value);
  const declared = isList(params) ? params.map((param) => [param, param] as const) : Object.entries(params);
  const parameters = Object.fromEntries(declared.map(([param, field]) => [param, typeof field === "string" ? field : byCode]));
  const described = shape === "by-ids" ? [...declared, ["ids", idsInOrder] as const] : declared;
  const handled = Object.fromEntries(
    described.flatMap(([param, field]) => (typeof field === "string" ? [] : [[param, describedParameter(field)] as const])),
  );
  return {
    ...read,
    name,
    method: read.method ?? "GET",
    path: joinPath(resource.path, read.path ?? `/${name}`),
    shape,
    parameters,
    handled,
  };
}

/** An own field in an action's dialog: it is written there, even where no form of the resource writes it. */
function dialogField(field: FieldModel | undefined, action: ActionData): readonly FieldModel[] {
  if (field === undefined) return [];
  const required =
    field.required ?? (action.askRequired ? requiredMessage({ ...field.data, required: true }, kindOf(field.data)) : undefined);
  return [{ ...field, required, readonly: false, createOnly: false, inForm: { create: true, edit: true, view: true } }];
}

/** What an action takes from the resource it belongs to. */
interface ActionContext {
  readonly resource: ResourceData;
  /** The resource's permission; an action's own begins with it. */
  readonly permission: string;
  /** The resource's fields by name. */
  readonly fields: ReadonlyMap<string, FieldModel>;
  /** The action's own parameters. */
  readonly params: readonly FieldModel[];
  readonly stateField: FieldModel | undefined;
}

/** A declared action with the defaults of what its declaration leaves out. */
export function actionModel(
  name: string,
  action: ActionData,
  { resource, permission, fields, params, stateField }: ActionContext,
): ActionModel {
  const on = action.on ?? "row";
  const method = action.method ?? (action.opens === undefined && action.dialog === undefined ? "POST" : "none");
  const path =
    method === "none" && action.path !== undefined
      ? action.path
      : joinPath(resource.path, action.path ?? (on === "row" ? `/${kebabCase(name)}/{id}` : `/${kebabCase(name)}`));
  const states = stateField === undefined ? {} : (kindData(stateField.data).states ?? {});
  const from = typeof action.from === "string" ? [action.from] : action.from;
  const idParam =
    path.includes("{id}") || on === "toolbar" || on === "screen" ? action.idParam : (action.idParam ?? (on === "selection" ? "ids" : "id"));
  const dialogFields = [...(action.ask ?? []).flatMap((name) => dialogField(fields.get(name), action)), ...params];
  const { idParam: _declared, ...rest } = action;
  return {
    ...rest,
    ...(idParam === undefined ? {} : { idParam }),
    name,
    method,
    path,
    on,
    send: action.send ?? (dialogFields.length > 0 && (method === "POST" || method === "PUT") ? "form" : "query"),
    permission: action.permission ?? `${permission}_${name.toLowerCase()}`,
    fromValues: from?.map((state) => states[state]?.[0] ?? Number.NaN),
    toValue: action.to === undefined ? undefined : states[action.to]?.[0],
    othersValue: action.exclusive === undefined ? undefined : states[action.exclusive]?.[0],
    dialogFields,
    needsHandler:
      method !== "none" &&
      action.opens === undefined &&
      (action.handler === true ||
        action.effect !== undefined ||
        (action.to === undefined && action.set === undefined && action.submits === undefined && (action.ask ?? []).length === 0)),
  };
}
