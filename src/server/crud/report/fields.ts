// What a caller may build reports of: resources whose lists they may read, and the fields of these, of rows that are referred to, and of the
// documents that lines belong to.
import { kindOf } from "#schema/kinds";
import { joinedLabels } from "#schema/joined-label";
import type { FieldModel, Model, ResourceModel } from "#schema/model";
import type { ReadShape } from "#schema/resource";
import { takesConditions } from "#schema/stored-list";
import type { Text } from "#schema/text";
import { mayRead } from "../../caller/rule.ts";
import type { RequestContext } from "../../contract.ts";
import { columnOf, columnsOf, type StoredColumn } from "../../store/columns.ts";
import { mastersOf } from "../sql/masters.ts";
import { isMasked, readableFieldsOf, isReadable } from "../sql/readable-fields.ts";

/** From the rows of the report to one other row of each. */
export interface ReportStep {
  /** How the path begins. */
  readonly name: string;
  readonly label: Text;
  /** The column of the report's rows that names the other row. */
  readonly by: StoredColumn;
  readonly target: ResourceModel;
  /** The column of the other row that is named. */
  readonly key: StoredColumn;
}

/** A field that a path names. */
export interface ReportField {
  readonly path: string;
  readonly label: Text;
  readonly owner: ResourceModel;
  readonly field: FieldModel;
  readonly column: StoredColumn;
  /** Absent for fields of the rows themselves. */
  readonly step?: ReportStep;
}

type Asking = Pick<RequestContext, "caller" | "model">;

/** Whether the caller may make and read reports of a resource: whoever may list its rows. */
export function isReportable({ caller }: Pick<RequestContext, "caller">, resource: ResourceModel): boolean {
  return takesConditions(resource) && mayRead(caller, resource);
}

/** The resources of which the caller may build reports. */
export function reportableResources(context: Asking): readonly ResourceModel[] {
  return context.model.resources.filter((resource) => isReportable(context, resource));
}

/** The column of a single short value; undefined for fields of which reports are never made. */
function reportableColumn(resource: ResourceModel, field: FieldModel): StoredColumn | undefined {
  if (!field.stored || field.traits.isSecret || field.traits.holdsRows || field.traits.files !== undefined) return undefined;
  if (kindOf(field.data).isLong(field.data)) return undefined;
  const column = columnsOf(resource).get(field.name);
  return column === undefined || column.isArray || column.columnType === "none" ? undefined : column;
}

function columnFor({ caller }: Asking, resource: ResourceModel, field: FieldModel): StoredColumn | undefined {
  return field.data.administratorOnly === true && !caller.isAdministrator ? undefined : reportableColumn(resource, field);
}

function stepThrough(model: Model, resource: ResourceModel, field: FieldModel): ReportStep | undefined {
  const { reference } = field;
  const target = reference === undefined ? undefined : model.resource.get(reference.resource);
  const by = columnsOf(resource).get(field.name);
  if (reference === undefined || target === undefined || !target.hasTable || by === undefined || by.isArray) return undefined;
  return { name: field.name, label: field.label, by, target, key: columnOf(target, reference.valueField) };
}

const wholeRows: ReadonlySet<ReadShape> = new Set(["page", "forest", "level"]);

/** Whole rows of the platform that everybody who is signed in may read, such as places. */
function isOpenToAll(resource: ResourceModel): boolean {
  return (
    resource.scope === "platform" &&
    resource.reads.some(({ open, fields, shape }) => open !== undefined && fields === undefined && wholeRows.has(shape))
  );
}

/** From the rows of a resource to those that its fields refer to. */
const referencesOf = (model: Model, resource: ResourceModel, fields: readonly FieldModel[]): readonly ReportStep[] =>
  fields.filter(({ stored }) => stored).flatMap((field) => stepThrough(model, resource, field) ?? []);

/** From the rows of a resource to the documents that they are lines of. */
function documentsOf(model: Model, resource: ResourceModel): readonly ReportStep[] {
  return mastersOf(resource, model).flatMap(({ resource: target, details: { by } }): readonly ReportStep[] => {
    // A reference to the document is a step already.
    if (resource.field.get(by)?.reference !== undefined || !target.hasTable) return [];
    return [{ name: `${by}@${target.name}`, label: target.label, by: columnOf(resource, by), target, key: columnOf(target, target.key) }];
  });
}

/** The other rows whose fields a report of a resource may use: what its rows refer to, and what they are lines of. */
export function stepsOf(context: Asking, resource: ResourceModel): readonly ReportStep[] {
  const { caller, model } = context;
  const readable = readableFieldsOf(context, resource);
  const usable = resource.fields.filter((field) => isReadable(readable, field.name) && !isMasked(readable, field));
  return [...referencesOf(model, resource, usable), ...documentsOf(model, resource)].filter(
    ({ target }) => isReportable({ caller }, target) || isOpenToAll(target),
  );
}

const labels = new WeakMap<ResourceModel, ReadonlyMap<string, Text>>();

/** The labels of all fields of other rows by their paths: the same for everybody, whatever they may see. */
function labelsOfOthers(model: Model, resource: ResourceModel): ReadonlyMap<string, Text> {
  const cached = labels.get(resource);
  if (cached !== undefined) return cached;
  const reportable = (owner: ResourceModel) => owner.fields.filter((field) => reportableColumn(owner, field) !== undefined);
  const steps = [...referencesOf(model, resource, resource.fields), ...documentsOf(model, resource)];
  const made = joinedLabels(
    reportable(resource).map(({ label }) => label),
    steps.flatMap(({ name, label: before, target }) =>
      reportable(target).map(({ name: field, label, data }) => ({ path: `${name}.${field}`, before, label, joinedAs: data.joinedAs })),
    ),
  );
  labels.set(resource, made);
  return made;
}

/** The fields of a report's rows, or behind a step of other rows, that the caller sees as they are, in the order of the definition. */
export function fieldsOf(context: Asking, resource: ResourceModel, step?: ReportStep): readonly ReportField[] {
  const owner = step?.target ?? resource;
  const readable = readableFieldsOf(context, owner);
  return owner.fields.flatMap((field): readonly ReportField[] => {
    const column = columnFor(context, owner, field);
    if (column === undefined || !isReadable(readable, field.name) || isMasked(readable, field)) return [];
    return [reportField({ model: context.model, resource, step }, field, column)];
  });
}

/** Whose report uses a field. */
interface Usage {
  readonly model: Model;
  readonly resource: ResourceModel;
  readonly step: ReportStep | undefined;
}

function reportField({ model, resource, step }: Usage, field: FieldModel, column: StoredColumn): ReportField {
  if (step === undefined) return { path: field.name, label: field.label, owner: resource, field, column };
  const path = `${step.name}.${field.name}`;
  return { path, label: labelsOfOthers(model, resource).get(path) ?? field.label, owner: step.target, field, column, step };
}

interface FieldFault {
  readonly fault: Text;
  /** There is no such field, or none that may be told of. */
  readonly isUnknown?: true;
}

const unknown = (path: string): FieldFault => ({
  fault: [`没有可用于报表的字段“${path.slice(0, 64)}”`, `Reports have no field “${path.slice(0, 64)}”`],
  isUnknown: true,
});

/** The field at a path, or why the caller may not use it. */
export function fieldAt(context: Asking, resource: ResourceModel, path: string): ReportField | FieldFault {
  const [, before, name = path] = /^(.+)\.(\w+)$/.exec(path) ?? [];
  const step = before === undefined ? undefined : stepsOf(context, resource).find((one) => one.name === before);
  if (before !== undefined && step === undefined) return unknown(path);
  const owner = step?.target ?? resource;
  const field = owner.field.get(name);
  const column = field === undefined ? undefined : columnFor(context, owner, field);
  if (field === undefined || column === undefined) return unknown(path);
  const readable = readableFieldsOf(context, owner);
  const [zh, en] = field.label;
  if (!isReadable(readable, name)) return { fault: [`“${zh}”不在您的数据权限内`, `“${en}” is not within your data scope`] };
  // Groups and totals of masked values would reveal them.
  if (isMasked(readable, field))
    return { fault: [`“${zh}”对您脱敏显示，不能在此使用`, `“${en}” is masked for you, so it cannot be used here`] };
  return reportField({ model: context.model, resource, step }, field, column);
}

/** Whether values of a field are days or moments. */
export const isTemporal = ({ columnType }: StoredColumn): boolean => columnType === "date" || columnType === "datetime";

/** Whether values of a field are numbers that add up. */
export const isNumber = ({ traits }: FieldModel, { columnType }: StoredColumn): boolean =>
  traits.number !== undefined && (columnType === "integer" || columnType === "decimal");
