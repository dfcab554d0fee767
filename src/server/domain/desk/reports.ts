// Reports: run for whoever opens them, offered to whoever designs them, checked when they are saved.
import { sql } from "kysely";
import type { RowAccess } from "../../caller/row-access.ts";
import { offeredFields, ownFields } from "../../crud/report/offered.ts";
import { planReport, readDefinition } from "../../crud/report/plan.ts";
import { reportableResources } from "../../crud/report/fields.ts";
import { runReport } from "../../crud/report/run.ts";
import { businessError, malformedParameter, rowNotFound } from "../../http/errors.ts";
import { isRecord } from "#schema/json";
import { templatesOf } from "#schema/report-templates";
import { chartTypes, type ChartType } from "#schema/report";
import { inLanguage } from "#schema/text";
import type { CommitContext, Domain, ReadHandler, RequestContext, SubmitEffect, TableHandler } from "../../contract.ts";
import { anyOf, db, read, rows, runSoon } from "../../rows/query.ts";
import { rowCondition } from "../../rows/row-conditions.ts";
import { tables, updateDerived } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { reportFile } from "./report-file.ts";

type ReportParameters = Readonly<Record<string, string>>;

/** The name by which other systems ask for a file: `blade-` before it. */
const filePrefix = "blade-";

const unnamed = () => businessError("reportUnnamed", ["请用 id 或 _u 指明报表", "Name the report by id or by _u"]);

/** The report that is asked for, where the caller may see it. */
export async function requestedReport(context: RequestContext, { id, _u: name }: ReportParameters) {
  const visible = db.selectFrom(tables(context).accessible("report", "r"));
  const columns = ["r.id", "r.name", "r.nameEn", "r.remark", "r.definition", "r.version"] as const;
  if (id !== undefined && /^\d{1,19}$/.test(id)) {
    const [[row]] = await read(context, [visible.where("r.id", "=", id).select(columns)]);
    if (row === undefined) throw rowNotFound();
    return row;
  }
  if (name === undefined || name === "") throw unnamed();
  const plain = name.startsWith(filePrefix) ? name.slice(filePrefix.length) : name;
  const [[row]] = await read(context, [visible.where("r.name", "=", plain).orderBy("r.id").limit(1).select(columns)]);
  if (row === undefined) throw rowNotFound();
  return row;
}

/** The name of a report in the reader's language. */
export function reportTitleOf(
  { name, nameEn }: { readonly name: string | null; readonly nameEn: string | null },
  language: RequestContext["language"],
): string {
  return language === "en" && nameEn !== null && nameEn !== "" ? nameEn : (name ?? "");
}

const run: ReadHandler = async (context, parameters) => {
  const { definition, remark, id, version, ...names } = await requestedReport(context, parameters);
  const answer = await runReport(context, readDefinition(definition));
  return { id, version, name: reportTitleOf(names, context.language), remark: remark ?? "", ...answer };
};

/** As a file: in the shape that its page begins with, unless another is asked for. */
const table: TableHandler = async (context, parameters) => {
  const { view = "pivot" } = parameters;
  if (view !== "pivot" && view !== "table") throw malformedParameter("view");
  const { definition, ...names } = await requestedReport(context, parameters);
  return reportFile(context, { name: reportTitleOf(names, context.language), definition, isPivot: view === "pivot" });
};

const tryOut: ReadHandler = (context, parameters, body) => {
  const sent = typeof body === "object" && body !== null && "definition" in body ? body.definition : parameters["definition"];
  return runReport(context, readDefinition(sent));
};

const offered: ReadHandler = async (context, { resource: name }) => {
  if (name !== undefined && name !== "") {
    // As for a report of it: what may not be read is not there.
    const resource = reportableResources(context).find((one) => one.name === name);
    if (resource === undefined) throw rowNotFound();
    return { fields: offeredFields(context, resource) };
  }
  const areas = new Map(context.model.areas.map((area) => [area.name, area.label]));
  return {
    resources: reportableResources(context).map((resource) => ({
      name: resource.name,
      label: inLanguage(resource.listLabel, context.language),
      area: inLanguage(areas.get(resource.area) ?? [resource.area, resource.area], context.language),
      isFound: resource.data.quickFind !== undefined,
      templates: templatesOf(resource.name, ownFields(context, resource)),
    })),
  };
};

const chartLooks = { bar: "bar-chart", line: "line-chart", share: "pie-chart" } as const satisfies Readonly<Record<ChartType, string>>;

/** Of a report without a chart. */
const plainLook = "table";

/** The icon of what a report is drawn as. */
function lookOf(definition: unknown): string {
  const chart = isRecord(definition) && isRecord(definition["chart"]) ? definition["chart"]["type"] : undefined;
  const type = chartTypes.find((one) => one === chart);
  return type === undefined ? plainLook : chartLooks[type];
}

/** Reports from before reports had a picture get that of their definition. */
async function drawStored(tx: Transaction, context: CommitContext): Promise<void> {
  const { acrossTenants } = tables(context);
  const pictures = await rows(
    tx,
    db
      .selectFrom(acrossTenants("report", "r"))
      .where((eb) => eb.or([eb("r.look", "is", null), eb("r.look", "=", "")]))
      .where("r.definition", "is not", null)
      .select(["r.id", "r.definition"]),
  );
  const updates = [...Object.values(chartLooks), plainLook].map((look) =>
    updateDerived(acrossTenants("report", "r"))
      .set({ look })
      .where("r.id", "=", anyOf(pictures.filter(({ definition }) => lookOf(definition) === look).map(({ id }) => id))),
  );
  if (pictures.length > 0) runSoon(tx, ...updates);
}

/** Whoever writes a report must be able to read it: a refusal takes the write back. Rows of a new installation are written by nobody. */
const checked: SubmitEffect<"report"> = {
  beforeChange: (_tx, _context, { values, current }) => {
    if (current === undefined || values.definition !== undefined) values.look = lookOf(values.definition);
    return Promise.resolve();
  },
  afterChange: (_tx, context, { values, current }) => {
    if (current === undefined || values.definition !== undefined) planReport(context, readDefinition(values.definition));
    return Promise.resolve();
  },
};

/** A report that names roles is for users with one of them, for its author and for administrators. */
const access: RowAccess = {
  filter: ({ isAdministrator, isTenantAdmin, roleIds, userId }, rows) =>
    isAdministrator || isTenantAdmin
      ? undefined
      : rowCondition(
          "report",
          rows,
          (ref) =>
            sql<boolean>`(coalesce(cardinality(${ref("roleIds")}), 0) = 0 or ${ref("roleIds")} && ${roleIds}::bigint[] or ${ref("createUser")} = nullif(${userId}::text, '')::bigint)`,
        ),
};

export const reportsDomain: Domain = {
  tables: { "report.run": table },
  reads: { "report.run": run, "report.try": tryOut, "report.offered": offered },
  actions: {},
  hooks: { report: { access, submit: checked, restore: {} } },
  completions: { "report.look": drawStored },
};
