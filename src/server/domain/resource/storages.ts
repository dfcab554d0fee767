// Configurations of object storages: what makes one usable, a test of what its keys may do, and what cannot be changed while files lie there.
import { labelOf } from "#schema/model";
import { randomBytes } from "node:crypto";
import type { CommitContext, Domain, Effect, ResourceHooks } from "../../contract.ts";
import { businessError, invalidFields, rowNotFound } from "../../http/errors.ts";
import { lookupFor, OutgoingError } from "../../http/outgoing.ts";
import { db, read } from "../../rows/query.ts";
import type { StoredRow } from "../../rows/stored.ts";
import { tables } from "../../rows/tables.ts";
import { failureOf, type StoreAction } from "../../storage/failures.ts";
import { filesInStore } from "../../storage/records.ts";
import { bucketOf, type DecryptSecret } from "../../storage/stores.ts";
import type { Transaction } from "../../store/database.ts";

/** What configurations are opened with. */
export interface StorageServices {
  readonly decryptSecret: DecryptSecret;
  /** Hosts that may be called although they are internal. */
  readonly internalHosts: readonly string[];
}

const connection = ["ossCode", "category", "endpoint", "bucketName", "accessKey", "secretKey", "region"] as const;
type Connection = Pick<StoredRow<"oss">, (typeof connection)[number]>;

/** Refuses a configuration that cannot be called at all. */
export function requireUsable(row: Connection, { decryptSecret, internalHosts }: StorageServices): void {
  if ((decryptSecret(row.secretKey ?? "") ?? "") === "")
    throw businessError("storeIncomplete", [
      `配置“${row.ossCode ?? ""}”没有可用的 secretKey，请重新填写`,
      `“${row.ossCode ?? ""}” has no secret key that can be used; enter it again`,
    ]);
  try {
    lookupFor(row.endpoint ?? "", internalHosts);
  } catch (error) {
    throw error instanceof OutgoingError ? businessError("storeRefused", error.text) : error;
  }
}

const enable = (services: StorageServices): Effect<"oss.enable"> => ({
  commit: (_tx, _context, { rows }) => {
    for (const row of rows) requireUsable(row, services);
    return Promise.resolve({});
  },
});

const testTimeoutMs = 10_000;
const attempted = { write: ["写入", "Writing"], read: ["读取", "Reading"], delete: ["删除", "Deleting"] } as const;

async function attempt(action: StoreAction, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const failure = failureOf(error, action);
    if (failure === undefined) throw error;
    const [zh, en] = failure.text;
    const [did, doing] = attempted[action];
    throw businessError(failure.code, [`${did}测试文件失败：${zh}`, `${doing} the test file failed: ${en}`], { data: { step: action } });
  }
}

/** Writes, reads and deletes a file with the keys of a configuration; refused with the reason where one of them fails. */
async function tryOut(row: Connection, services: StorageServices): Promise<void> {
  requireUsable(row, services);
  const { s3Store } = await import("../../storage/s3-store.ts");
  const bucket = bucketOf({ ...row, category: row.category === null ? null : String(row.category) }, services.decryptSecret);
  const store = s3Store(bucket, { internalHosts: services.internalHosts, timeoutMs: testTimeoutMs, attempts: 1 });
  const name = `tracemark-test-${randomBytes(8).toString("hex")}.txt`;
  const content = randomBytes(64);
  async function* written(): AsyncGenerator<Buffer> {
    yield await Promise.resolve(content);
  }
  try {
    await attempt("write", () => store.put(name, written(), { type: "text/plain" }));
    await attempt("read", async () => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of store.read(name)) chunks.push(chunk);
      if (!Buffer.concat(chunks).equals(content))
        throw businessError("storeContent", ["读回的内容与写入的内容不一致", "The content that was read differs from what was written"]);
    });
    await attempt("delete", () => store.remove(name));
  } finally {
    store.close();
  }
}

const test = (services: StorageServices): Effect<"oss.test"> => ({
  // Before the transaction, because the other side takes its time.
  prepare: async (context, { ids }) => {
    const row = db.selectFrom(tables(context).accessible("oss", "o")).where("o.id", "=", ids[0] ?? "0");
    const [[found]] = await read(context, [row.select(connection.map((name) => `o.${name}` as const))]);
    if (found === undefined) throw rowNotFound();
    await tryOut(found, services);
  },
  commit: () => Promise.resolve({}),
});

/** What says where files lie. */
const places = ["endpoint", "bucketName"] as const;

const filesIn = (context: CommitContext, tx: Transaction, { id }: { readonly id: string }): Promise<number> =>
  filesInStore(tx, context.scope.tenantId, id);

const hooks: ResourceHooks<"oss"> = {
  submit: {
    beforeChange: async (tx, context, { values, current }) => {
      if (current === undefined) return;
      const changed = places.filter((name) => name in values && values[name] !== current[name]);
      if (changed.length === 0) return;
      const count = await filesIn(context, tx, current);
      if (count === 0) return;
      const resource = context.model.resource.get("oss");
      throw invalidFields(
        changed.map((name) => ({
          code: "notAllowed",
          path: [name],
          parameters: {},
          label: labelOf(resource, name),
          message: [
            `该存储中有 ${count} 个文件，请先迁移到其他存储再修改`,
            `It holds ${count} files: move them elsewhere before you change it`,
          ],
        })),
      );
    },
  },
  restore: {},
  remove: {
    beforeRemove: async (tx, context, { rows }) => {
      for (const row of rows) {
        const count = await filesIn(context, tx, row);
        if (count === 0) continue;
        const name = row.ossCode ?? "";
        throw businessError(
          "inUse",
          [
            `“${name}”中还有 ${count} 个文件，请先迁移到其他存储再删除`,
            `“${name}” holds ${count} files: move them elsewhere before you remove it`,
          ],
          { data: { id: row.id } },
        );
      }
    },
  },
};

export const storagesDomain = (services: StorageServices): Domain => ({
  reads: {},
  actions: { "oss.enable": enable(services), "oss.test": test(services) },
  hooks: { oss: hooks },
});
