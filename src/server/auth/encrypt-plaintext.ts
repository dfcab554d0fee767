// Secrets of older installations, stored as they were typed: encrypted at start, so that nothing reads them in clear.
import { kindData, type Model } from "#schema/model";
import { columnOf } from "../store/columns.ts";
import type { Database } from "../store/database.ts";
import { quoted } from "../store/names.ts";
import { encryptedPrefix, encryptSecret } from "./secret-storage.ts";
import type { Secrets } from "./secrets.ts";

/** Columns of secrets that people enter and the server itself uses; those that no form has are the server's own. */
const columnsOfSecrets = (model: Model): readonly { readonly table: string; readonly column: string }[] =>
  model.resources.flatMap((resource) =>
    resource.hasTable
      ? resource.fields
          .filter(
            ({ traits, stored, readonly, data }) =>
              traits.isSecret && stored && !readonly && data.visibleIn?.length !== 0 && kindData(data).use !== "sign-in",
          )
          .map(({ name }) => ({ table: quoted(resource.table), column: quoted(columnOf(resource, name).column) }))
      : [],
  );

/** Seals what was kept in clear. As the owner: it is of all tenants, and to nobody a change of their row. */
export async function encryptPlaintext({
  model,
  database,
  secrets,
}: {
  readonly model: Model;
  readonly database: Database;
  readonly secrets: Pick<Secrets, "storage">;
}): Promise<void> {
  await database.owner.transaction(async (tx) => {
    for (const { table, column } of columnsOfSecrets(model)) {
      const { rows } = await tx.query({
        sql: `select distinct ${column} as secret from ${table} where ${column} <> '' and not starts_with(${column}, $1)`,
        parameters: [encryptedPrefix],
      });
      for (const { secret } of rows)
        await tx.query({
          sql: `update ${table} set ${column} = $2 where ${column} = $1`,
          parameters: [secret, encryptSecret(secrets.storage, String(secret))],
        });
    }
  });
}
