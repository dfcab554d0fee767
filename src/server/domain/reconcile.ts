// The proof that figures agree with the rows they come from, in all areas: stock, orders, points, money, counts.
import { callerWithoutRights } from "../caller/caller.ts";
import { db, read, readAsOwner } from "../rows/query.ts";
import { tables, type TableContext } from "../rows/tables.ts";
import type { Database } from "../store/database.ts";
import { moneyProofs } from "./loyalty/money-proofs.ts";
import { loyaltyProofs } from "./loyalty/proofs.ts";
import { orderProofs } from "./mall/order-proofs.ts";
import type { Difference, Proof } from "./proof.ts";
import { stockProofs } from "./warehousing/stock-proofs.ts";

/** The caller of a proof: nobody whose data scopes could hide rows. */
const prover = (tenantId: string) => callerWithoutRights({ userId: "", tenantId, account: "" });

/** The numbers of all tenants, read past row-level security: a proof is of each of them. */
export async function tenantNumbers(database: Pick<Database, "owner">, model: TableContext["model"]): Promise<readonly string[]> {
  const { acrossTenants } = tables({ model, scope: { tenantId: "" }, caller: prover("") });
  const [found] = await readAsOwner({ database }, [db.selectFrom(acrossTenants("tenant", "t")).orderBy("t.tenantId").select("t.tenantId")]);
  return found.flatMap(({ tenantId }) => tenantId ?? []);
}

/** What of a tenant's figures does not agree, rule by rule; nothing where all of it does. */
export async function contradictionsOf(
  database: Pick<Database, "read">,
  model: TableContext["model"],
  tenantId: string,
): Promise<readonly (Difference & Pick<Proof, "name" | "label">)[]> {
  const scope = { tenantId };
  const context = { model, scope, caller: prover(tenantId) };
  const proofs = [...stockProofs(context), ...orderProofs(context), ...loyaltyProofs(context), ...moneyProofs(context)];
  const found = await read(
    { database, scope },
    proofs.map(({ differences }) => differences),
  );
  return proofs.flatMap(({ name, label }, index) => (found[index] ?? []).map((difference) => ({ name, label, ...difference })));
}
