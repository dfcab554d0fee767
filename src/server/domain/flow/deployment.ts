// Deployment: a model becomes a definition that can be started, of one tenant or of all. Nothing is deployed that would not run.
import { randomUUID } from "node:crypto";
import { inLanguage, type Language, type Text } from "#schema/text";
import type { CommitContext, Effect } from "../../contract.ts";
import { businessError, needsConfirmation } from "../../http/errors.ts";
import type { ApiError } from "../../http/errors.ts";
import { insert, type NewRow } from "../../rows/insert.ts";
import { anyOf, db, lockName, rows, run } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { decodeModel, EncodingError } from "#process/encoding";
import { withoutEffect } from "#process/without-effect";
import { linesOf, parseModel } from "./engine/parse.ts";
import { examined, sentences, type Called, type Examined, type Reason } from "./examined.ts";
import { missingPeople } from "./named-people.ts";
import { routeOf } from "./routes.ts";
import { callableKeys } from "./running.ts";
import { processState } from "./states.ts";
import { deployableOptions } from "./vocabulary.ts";

/** What is deployed. */
export interface Deployable {
  readonly key: string;
  readonly name: string;
  readonly xml: string;
  readonly resourceName: string;
  /** Processes that it calls, which must be there as well. */
  readonly calls: readonly Called[];
  /** The message that starts it; "" where people do. */
  readonly startMessage: string;
}

/** `title` names the model, or the file. */
function refusal(title: string, reasons: readonly Reason[], language: Language): ApiError {
  const text: Text = [`“${title}”不能部署：${sentences(reasons, 0)}`, `“${title}” cannot be deployed: ${sentences(reasons, 1)}`];
  return businessError("notDeployable", text, {
    data: {
      reasons: reasons.map(({ elementId, text, line }) => ({
        elementId,
        reason: inLanguage(text, language),
        ...(line === undefined ? {} : { line }),
      })),
    },
  });
}

/** The text of a file. Refused where it is not in the encoding that it names. */
export function textOfModel(context: CommitContext, title: string, bytes: Uint8Array): string {
  try {
    return decodeModel(bytes);
  } catch (error) {
    if (!(error instanceof EncodingError)) throw error;
    throw refusal(title, [{ elementId: "", text: error.reason, line: error.line }], context.language);
  }
}

/** The process in a file or a model. Refused with element, line and reason where it would not run. */
export async function requireDeployable(context: CommitContext, title: string, xml: string): Promise<Omit<Examined, "reasons">> {
  const { reasons, ...found } = await examined(xml, deployableOptions(context));
  if (reasons.length > 0) throw refusal(title, reasons, context.language);
  return found;
}

/** Refuses calls of processes that not everybody has for whom the models are deployed. */
async function requireCalled(
  context: CommitContext,
  tx: Transaction,
  models: readonly Deployable[],
  owners: readonly (string | null)[],
): Promise<void> {
  const keys = [...new Set(models.flatMap(({ calls }) => calls.map(({ key }) => key)))];
  if (keys.length === 0) return;
  const together = new Set(models.map(({ key }) => key));
  const callable = await callableKeys(context, tx, { owners, keys });
  for (const { name, xml, calls } of models) {
    const missing = calls.filter(({ key }) => !together.has(key) && !callable.has(key));
    const lineOf = linesOf(xml);
    const reasons = missing.map(({ elementId, key }): Reason => ({
      elementId,
      line: lineOf(elementId),
      text: [`调用的流程“${key}”未部署`, `it calls the process “${key}”, which is not deployed`],
    }));
    if (reasons.length > 0) throw refusal(name, reasons, context.language);
  }
}

/** A message starts one process: refused where another key of the same tenants has it already. */
async function requireOwnMessages(
  context: CommitContext,
  tx: Transaction,
  models: readonly Deployable[],
  owners: readonly (string | null)[],
): Promise<void> {
  const starting = models.filter(({ startMessage }) => startMessage !== "");
  if (starting.length === 0) return;
  for (const message of new Set(starting.map(({ startMessage }) => startMessage).toSorted())) await lockName(tx, `flow.message.${message}`);
  const found = await rows(
    tx,
    db
      .selectFrom(tables(context).acrossTenants("flow-manager", "d"))
      .where("d.startMessage", "=", anyOf(starting.map(({ startMessage }) => startMessage)))
      .where("d.suspensionState", "=", processState.active)
      .select(["d.key", "d.name", "d.tenantId", "d.startMessage"]),
  );
  for (const { key, name, xml, startMessage } of starting) {
    const stored = found.find((one) => one.startMessage === startMessage && one.key !== key && owners.includes(one.tenantId));
    const beside = starting.find((one) => one.startMessage === startMessage && one.key !== key);
    const other = stored?.name ?? beside?.name;
    if (other !== undefined)
      throw refusal(
        name,
        [
          {
            elementId: key,
            line: linesOf(xml)(key),
            text: [`消息“${startMessage}”已用于启动流程“${other}”`, `the message “${startMessage}” starts the process “${other}” already`],
          },
        ],
        context.language,
      );
  }
}

/** Refuses what reads other fields than the records of its category have. */
async function requireNames(context: CommitContext, tx: Transaction, models: readonly Deployable[], category: string): Promise<void> {
  const options = deployableOptions(context, await routeOf(context, tx, category));
  for (const { name, xml } of models) {
    const { reasons } = await examined(xml, options);
    if (reasons.length > 0) throw refusal(name, reasons, context.language);
  }
}

/** The tenants of a deployment; one general definition where none is named. */
async function ownersOf(context: CommitContext, tx: Transaction, tenantIds: readonly string[]): Promise<readonly (string | null)[]> {
  if (tenantIds.length === 0) return [null];
  const ids = [...new Set(tenantIds)];
  const found = await rows(
    tx,
    db.selectFrom(tables(context).acrossTenants("tenant", "t")).where("t.tenantId", "=", anyOf(ids)).select("t.tenantId"),
  );
  const existing = new Set(found.map(({ tenantId }) => tenantId));
  const unknown = ids.find((tenantId) => !existing.has(tenantId));
  if (unknown !== undefined)
    throw businessError("unknownTenant", [`没有租户 ${unknown}`, `There is no tenant ${unknown}`], { data: { tenantId: unknown } });
  return ids.toSorted();
}

/** Keys have no colon. */
const ownedKey = (key: string, tenantId: string | null): string => `${key}:${tenantId ?? ""}`;

/** The newest version of each key, of each tenant and of the general definitions. */
async function newestVersions(context: CommitContext, tx: Transaction, keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const found = await rows(
    tx,
    db
      .selectFrom(tables(context).acrossTenants("flow-manager", "d"))
      .where("d.key", "=", anyOf(keys))
      .groupBy(["d.key", "d.tenantId"])
      .select(({ fn }) => ["d.key", "d.tenantId", fn.max("d.version").as("version")]),
  );
  return new Map(found.map(({ key, tenantId, version }) => [ownedKey(key ?? "", tenantId), Number(version ?? 0)]));
}

/** "Leave:2:…"; there is room for 64 characters. */
function definitionId(key: string, version: number): string {
  const unique = randomUUID();
  return `${key.slice(0, 63 - unique.length - String(version).length - 1)}:${version}:${unique}`;
}

/** Asks whoever deploys where a process would do less than its model says, or ask other people. */
async function askBefore(
  context: CommitContext,
  tx: Transaction,
  models: readonly Deployable[],
  owners: readonly (string | null)[],
): Promise<void> {
  const parsed = await Promise.all(models.map(({ xml }) => parseModel(xml)));
  const lacking = await missingPeople(context, tx, parsed, owners);
  const silent = parsed.flatMap((model, index) => {
    const lineOf = linesOf(models[index]?.xml ?? "");
    return withoutEffect(model).map(({ elementId, reason }) => ({ elementId, text: reason, line: lineOf(elementId) }));
  });
  const texts: readonly Text[] = [
    ...(lacking === undefined ? [] : [lacking]),
    ...(silent.length === 0
      ? []
      : [[`以下内容不生效：${sentences(silent, 0)}`, `This has no effect here: ${sentences(silent, 1)}`] as const]),
  ];
  if (texts.length === 0) return;
  const [zh, en] = [texts.map((one) => one[0]), texts.map((one) => one[1])];
  throw needsConfirmation([`${zh.join("。")}。仍要部署?`, `${en.join(". ")}. Deploy anyway?`], []);
}

/** One definition for each owner and model, each with the next version of its key; answers their ids. */
export async function deploy(
  context: CommitContext,
  tx: Transaction,
  models: readonly Deployable[],
  options: { readonly category: string; readonly tenantIds: readonly string[]; readonly isConfirmed: boolean },
): Promise<readonly string[]> {
  const category = options.category.replace(/^flow_/u, "");
  await requireNames(context, tx, models, category);
  const owners = await ownersOf(context, tx, options.tenantIds);
  await requireCalled(context, tx, models, owners);
  await requireOwnMessages(context, tx, models, owners);
  if (!options.isConfirmed) await askBefore(context, tx, models, owners);
  const sorted = models.toSorted((left, right) => (left.key < right.key ? -1 : 1));
  // In one order, so that two deployments of the same keys wait for each other and no version is given twice.
  for (const { key } of sorted) await lockName(tx, `flow.deploy.${key}`);
  const newest = await newestVersions(
    context,
    tx,
    sorted.map(({ key }) => key),
  );
  const definitions = sorted.flatMap(({ key, name, xml, resourceName, startMessage }): readonly NewRow<"flow-manager">[] => {
    const deploymentId = randomUUID();
    return owners.map((tenantId) => {
      const version = (newest.get(ownedKey(key, tenantId)) ?? 0) + 1;
      return {
        id: definitionId(key, version),
        tenantId,
        key,
        name,
        category,
        version,
        deploymentId,
        resourceName,
        startMessage: startMessage === "" ? null : startMessage,
        diagramResourceName: null,
        suspensionState: processState.active,
        deploymentTime: context.now(),
        xml,
      };
    });
  });
  await run(tx, insert(context, "flow-manager", definitions));
  return definitions.map(({ id }) => id);
}

export const deployModel: Effect<"flow-model.deploy"> = {
  commit: async (tx, context, { rows: [model], values, isConfirmed }) => {
    const { name, modelKey, xml } = model ?? { name: null, modelKey: null, xml: null };
    const key = modelKey ?? "";
    const { calls, startMessage } = await requireDeployable(context, name ?? key, xml ?? "");
    const ids = await deploy(
      context,
      tx,
      [{ key, name: name ?? key, xml: xml ?? "", resourceName: `${key}.bpmn20.xml`, calls, startMessage }],
      {
        category: values.category,
        tenantIds: values.tenantIds ?? [],
        isConfirmed,
      },
    );
    return { ids };
  },
};
