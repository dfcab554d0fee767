// The media library: what is shown somewhere is not removed, and whoever tries learns where.
import type { Domain, RemoveEffect, SubmitEffect } from "../../contract.ts";
import { businessError } from "../../http/errors.ts";
import { db, first } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import { usersOfFile, type FileUser } from "../../storage/usage.ts";

/** Places that a sentence names; the others are counted. */
const maxListed = 5;

function inUse(name: string, users: readonly FileUser[]) {
  const named = users.slice(0, maxListed);
  const hasMore = users.length > named.length;
  const zh = named.map(({ label, title }) => `${label[0]}“${title}”`).join("、");
  const en = named.map(({ label, title }) => `${label[1]} “${title}”`).join(", ");
  return businessError(
    "mediaInUse",
    [
      `素材“${name}”正在使用，不能删除：${zh}${hasMore ? " 等" : ""}`,
      `“${name}” is in use and cannot be deleted: ${en}${hasMore ? ", and others" : ""}`,
    ],
    { data: { users: named.map(({ resource, id }) => ({ resource, id })) } },
  );
}

const remove: RemoveEffect<"media"> = {
  beforeRemove: async (tx, context, { rows }) => {
    const { model, scope } = context;
    for (const { url, name } of rows) {
      const users = await usersOfFile(tx, { model, tenantId: scope.tenantId, address: url ?? "", max: maxListed + 1 });
      if (users.length > 0) throw inUse(name ?? "", users);
    }
  },
};

/** A file that was uploaded brings its row among the attachments along, and its size; of one that lies elsewhere nothing is known. */
const submit: SubmitEffect<"media"> = {
  beforeChange: async (tx, context, { values, current }) => {
    const { url } = values;
    if (typeof url !== "string" || url === current?.url) return;
    const upload = await first(
      tx,
      db
        .selectFrom(tables(context).unscoped("attach", "a"))
        .where("a.link", "=", url)
        .orderBy("a.id", "desc")
        .limit(1)
        .select(["a.id", "a.attachSize"]),
    );
    Object.assign(values, { attachId: upload?.id ?? null, fileSize: upload?.attachSize ?? null });
  },
};

export const mediaDomain: Domain = { reads: {}, actions: {}, hooks: { media: { submit, remove, restore: {} } } };
