// Relations between codes: what is packed in what, and which codes stand on one unit. Whoever writes relations does it here, where the
// rules are: one parent, inner layers in outer ones, one source, no more than a package holds, and nothing that has left the warehouse or
// is being booked.
import { sql } from "kysely";
import type { Text } from "#schema/text";
import type { CommitContext } from "../../contract.ts";
import { lockRows } from "../../crud/write/server-rows.ts";
import { insert, type NewRow } from "../../rows/insert.ts";
import { anyOf, db, rowsOfAll, run } from "../../rows/query.ts";
import { bySet, tables, updateDerived, updateWithoutVersion } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { maxSteps } from "./current-code.ts";
import { packed, readCodeFacts, twin, type CodeFacts, type PlacedCode } from "./relation-facts.ts";
import { ownMark } from "./sources.ts";

/** How a relation came about. */
export const origins = { preRelated: 1, line: 2, byHand: 3, file: 4 } as const;
/** lifeStatus of what has left the warehouse. */
const shipped = 3;
/** blockStatus from which on a label is no longer valid. */
const invalid = 2;

/** A relation to be made: a code into its package, or beside the code of its unit. */
export interface Link {
  readonly code: string;
  readonly parent: string;
  readonly relationType: typeof packed | typeof twin;
  /** Local time; now unless given. */
  readonly bindTime?: string | undefined;
  /** Place in the package; the next one unless given. */
  readonly position?: number | undefined;
}

interface LinkRules {
  /** Codes may leave the package that they are in; refused unless given. */
  readonly mayMove?: true;
}

/** What is to be done with a link. */
type Verdict = { readonly is: "new" | "there already" } | { readonly is: "refused"; readonly why: Text };

const refused = (zh: string, en: string): Verdict => ({ is: "refused", why: [zh, en] });
/** The mark of the source of a code; those without one are the platform's own. */
export const sourceOf = ({ digitSourceMark }: Pick<PlacedCode, "digitSourceMark">): string =>
  digitSourceMark === "" ? ownMark : digitSourceMark;

/** Why a code can take part in no change of relations. */
function hindrance({ code, lifeStatus, blockStatus, documentNo }: PlacedCode): Verdict | undefined {
  if (blockStatus >= invalid) return refused(`码“${code}”已作废或已被替换`, `Code “${code}” is void or was replaced`);
  if (lifeStatus >= shipped)
    return refused(`码“${code}”已出库，不能再改变包装关系`, `Code “${code}” was shipped; its package cannot change`);
  if (documentNo !== undefined)
    return refused(`码“${code}”在未完成的单据“${documentNo}”中`, `Code “${code}” is in the unfinished document “${documentNo}”`);
  return undefined;
}

/** What a batch of links does to the codes it names, as far as it was looked at. */
class Batch {
  /** The new parent of a code, by its id and the type of the relation. */
  readonly parents = new Map<string, string>();
  /** Codes that the batch packs something into, or puts something beside. */
  readonly holders = new Set<string>();
  /** Base units in packages, those that are there already included. */
  readonly #units = new Map<string, number>();

  constructor(readonly facts: CodeFacts) {}

  isTwin(code: PlacedCode): boolean {
    return code.twinOf !== undefined || this.parents.has(`${twin} ${code.id}`);
  }

  isPacked(code: PlacedCode): boolean {
    return code.parentId !== undefined || this.parents.has(`${packed} ${code.id}`);
  }

  /** Puts a code into a package; answers why there is no room. */
  fill(parent: PlacedCode, child: PlacedCode): Verdict | undefined {
    const specId = parent.specId ?? child.specId;
    // Without a spec nobody knows how many there may be.
    if (specId === undefined) return undefined;
    const { unitsOf } = this.facts;
    const [max, own] = [unitsOf(specId, parent.layer), unitsOf(specId, child.layer)];
    if (max === undefined || own === undefined) {
      const { code, layerName } = max === undefined ? parent : child;
      return refused(`码“${code}”的规格没有层级“${layerName}”`, `The spec of code “${code}” has no layer “${layerName}”`);
    }
    const before =
      this.#units.get(parent.id) ?? parent.contents.reduce((sum, { layer, count }) => sum + count * (unitsOf(specId, layer) ?? 0), 0);
    if (before + own > max) {
      const room = Math.floor(max / own);
      return refused(
        `包装“${parent.code}”最多装 ${room} 个${child.layerName}`,
        `Package “${parent.code}” holds ${room} × ${child.layerName} at most`,
      );
    }
    this.#units.set(parent.id, before + own);
    return undefined;
  }
}

function besideVerdict(batch: Batch, parent: PlacedCode, child: PlacedCode): Verdict | undefined {
  if (parent.layer !== child.layer)
    return refused(
      `码“${child.code}”与“${parent.code}”层级不同，不能同件绑定`,
      `Codes “${child.code}” and “${parent.code}” are of different layers`,
    );
  if (batch.isPacked(child) || child.contents.length > 0 || child.twins > 0 || batch.holders.has(child.id))
    return refused(
      `码“${child.code}”自身已有包装关系，不能作为同件码`,
      `Code “${child.code}” is in a package of its own; it cannot be a twin`,
    );
  return undefined;
}

function insideVerdict(batch: Batch, parent: PlacedCode, child: PlacedCode): Verdict | undefined {
  if (parent.layer <= child.layer)
    return refused(
      `层级不符：${child.layerName}“${child.code}”不能装入${parent.layerName}“${parent.code}”`,
      `“${child.code}” (${child.layerName}) cannot be packed in “${parent.code}” (${parent.layerName})`,
    );
  if (batch.isTwin(child))
    return refused(`码“${child.code}”是同件码，随本件一起包装`, `Code “${child.code}” is a twin; its unit is packed, not it`);
  return undefined;
}

function verdictOn(batch: Batch, link: Link, { mayMove }: LinkRules): Verdict {
  const [child, parent] = [batch.facts.codes.get(link.code.trim()), batch.facts.codes.get(link.parent.trim())];
  if (child === undefined) return refused(`码“${link.code}”不存在`, `There is no code “${link.code}”`);
  if (parent === undefined) return refused(`父码“${link.parent}”不存在`, `There is no code “${link.parent}”`);
  if (child.id === parent.id) return refused("父码与子码相同", "A code cannot be packed in itself");
  const isTwin = link.relationType === twin;
  const key = `${link.relationType} ${child.id}`;
  const now = batch.parents.get(key) ?? (isTwin ? child.twinOf : child.parentId);
  if (now === parent.id) return { is: "there already" };
  if (now !== undefined && (batch.parents.has(key) || mayMove !== true || isTwin)) {
    const other = child.parentCode === "" ? "" : `“${child.parentCode}”`;
    return refused(
      `码“${child.code}”已在另一包装${other}中`,
      `Code “${child.code}” is in another package already${other === "" ? "" : `: ${other}`}`,
    );
  }
  if (sourceOf(child) !== sourceOf(parent))
    return refused(`码“${child.code}”与“${parent.code}”码源不同`, `Codes “${child.code}” and “${parent.code}” are of different sources`);
  if (batch.isTwin(parent))
    return refused(`码“${parent.code}”是同件码，不能作为父码`, `Code “${parent.code}” is a twin; it can hold nothing`);
  const fault =
    hindrance(child) ??
    hindrance(parent) ??
    (isTwin ? besideVerdict(batch, parent, child) : (insideVerdict(batch, parent, child) ?? batch.fill(parent, child)));
  if (fault !== undefined) return fault;
  batch.parents.set(key, parent.id);
  batch.holders.add(parent.id);
  return { is: "new" };
}

/** Looks at links in their order, each with those before it; answers one verdict for each. Nothing is written. */
export function verdictsOn(facts: CodeFacts, links: readonly Link[], rules: LinkRules = {}): readonly Verdict[] {
  const batch = new Batch(facts);
  return links.map((link) => verdictOn(batch, link, rules));
}

/**
 * Reads codes and locks them, with the outermost packages that they are in, until the transaction ends: whoever changes the same packages
 * waits, and then finds them changed.
 */
export async function lockCodes(tx: Transaction, context: CommitContext, sent: readonly string[]): Promise<CodeFacts> {
  const locked = new Set<string>();
  for (;;) {
    const facts = await readCodeFacts(context, (queries) => rowsOfAll(tx, queries), sent);
    const needed = [...new Set([...facts.codes.values()].flatMap(({ id, rootId }) => [id, rootId]))];
    if (needed.every((id) => locked.has(id))) return facts;
    // A package that was put into another meanwhile has another outermost one.
    await lockRows(context, tx, "code-item", needed);
    for (const id of needed) locked.add(id);
  }
}

interface NewPlace {
  readonly child: PlacedCode;
  readonly parent: PlacedCode;
  readonly position: number;
  readonly bindTime: string;
  readonly relationType: Link["relationType"];
}

function placesOf(facts: CodeFacts, links: readonly Link[], now: string): readonly NewPlace[] {
  const positions = new Map<string, number>();
  return links.flatMap((link): readonly NewPlace[] => {
    const [child, parent] = [facts.codes.get(link.code.trim()), facts.codes.get(link.parent.trim())];
    if (child === undefined || parent === undefined) return [];
    const position = link.position ?? (positions.get(parent.id) ?? parent.lastPosition) + 1;
    positions.set(parent.id, Math.max(position, positions.get(parent.id) ?? parent.lastPosition));
    return [{ child, parent, position, bindTime: link.bindTime ?? now, relationType: link.relationType }];
  });
}

/** Keeps what a code took over from its old package: the newest stamp on its way to the outermost one becomes its own. */
function keepStamps({ unscoped, withRemoved }: ReturnType<typeof tables>, moved: readonly PlacedCode[]) {
  const stamped = moved.filter(({ id, stampedId }) => stampedId !== undefined && stampedId !== id);
  const pairs = sql<{
    id: string;
    stampedId: string;
  }>`unnest(${stamped.map(({ id }) => id)}::bigint[], ${stamped.map(({ stampedId }) => stampedId)}::bigint[])`;
  return updateWithoutVersion(unscoped("code-item", "m"), bySet)
    .from(pairs.as<"g">(sql`g(id, stamped_id)`))
    .innerJoin(withRemoved("code-item", "s"), "s.id", "g.stampedId")
    .whereRef("m.id", "=", "g.id")
    .set(({ ref }) => ({
      lifeStatus: ref("s.lifeStatus"),
      stockInDocId: ref("s.stockInDocId"),
      stockOutDocId: ref("s.stockOutDocId"),
      channelId: ref("s.channelId"),
      saleRegionCodes: ref("s.saleRegionCodes"),
      outTime: ref("s.outTime"),
      stampTime: ref("s.stampTime"),
    }));
}

/** The outermost code of these and of everything in them, as their parents now are. */
function rewriteRoots({ unscoped }: ReturnType<typeof tables>, ids: readonly string[]) {
  const outermost = db
    .withRecursive("up(start, id, depth)", (cte) =>
      cte
        .selectFrom(sql<{ id: string }>`unnest(${ids}::bigint[])`.as<"u">(sql`u(id)`))
        .select(["u.id as start", "u.id", sql<number>`0`.as("depth")])
        .unionAll(
          cte
            .selectFrom("up as p")
            .innerJoin(unscoped("code-relation", "r"), "r.codeId", "p.id")
            .where("r.parentId", "is not", null)
            .where("p.depth", "<", maxSteps)
            .select(({ ref }) => ["p.start", sql<string>`${ref("r.parentId")}`.as("id"), sql<number>`${ref("p.depth")} + 1`.as("depth")]),
        ),
    )
    .with("tops", (cte) =>
      cte.selectFrom("up as p").distinctOn("p.start").orderBy("p.start").orderBy("p.depth", "desc").select(["p.start", "p.id as root"]),
    )
    .withRecursive("down(id, root, depth)", (cte) =>
      cte
        .selectFrom("tops as t")
        .select(["t.start as id", "t.root", sql<number>`0`.as("depth")])
        .unionAll(
          cte
            .selectFrom("down as d")
            .innerJoin(unscoped("code-relation", "r"), "r.parentId", "d.id")
            .where("d.depth", "<", maxSteps)
            .select(({ ref }) => [sql<string>`${ref("r.codeId")}`.as("id"), "d.root", sql<number>`${ref("d.depth")} + 1`.as("depth")]),
        ),
    )
    .selectFrom("down")
    .distinct()
    .select(["id", "root"]);
  return updateDerived(unscoped("code-relation", "r"))
    .from(outermost.as("d"))
    .whereRef("r.codeId", "=", "d.id")
    .where(({ ref }) => sql<boolean>`${ref("r.rootId")} is distinct from ${ref("d.root")}`)
    .set(({ ref }) => ({ rootId: ref("d.root") }));
}

/** childNum of packages, as many as there now are. */
function recountChildren({ unscoped }: ReturnType<typeof tables>, ids: readonly string[]) {
  return updateDerived(unscoped("code-relation", "r"))
    .where("r.codeId", "=", anyOf(ids))
    .where("r.relationType", "=", packed)
    .set(({ selectFrom }) => ({
      childNum: selectFrom(unscoped("code-relation", "c"))
        .whereRef("c.parentId", "=", "r.codeId")
        .where("c.relationType", "=", packed)
        .select(sql<number>`count(*)::int`.as("count")),
    }));
}

/**
 * Makes relations that were found to be new, all of them in a few statements. `facts` are of codes that the transaction has locked
 * (`lockCodes`).
 */
export async function writeLinks(
  tx: Transaction,
  context: CommitContext,
  facts: CodeFacts,
  { links, origin }: { readonly links: readonly Link[]; readonly origin: (typeof origins)[keyof typeof origins] },
): Promise<void> {
  if (links.length === 0) return;
  const from = tables(context);
  const places = placesOf(facts, links, context.now());
  const inside = places.filter(({ relationType }) => relationType === packed);
  // A package that is itself packed by this batch comes in with its own place.
  const placed = new Set(inside.map(({ child }) => child.id));
  const outermost = new Map(
    inside
      .filter(({ parent }) => !parent.isRelated && !placed.has(parent.id))
      .map(({ parent, bindTime }) => [parent.id, { parent, bindTime }]),
  );
  const isThere = ({ child, relationType }: NewPlace): boolean => relationType === packed && child.isRelated;
  const added = places.filter((place) => !isThere(place));
  const moved = places.filter(isThere);
  const ids = await context.identifiers.take(outermost.size + added.length);
  const row = (
    { code, relationType, more }: { code: PlacedCode; relationType: number; more: Partial<NewRow<"code-relation">> },
    index: number,
  ) => ({
    id: ids[index] ?? "",
    codeId: code.id,
    rootId: code.id,
    layer: code.layer,
    relationType,
    codeFuncType: code.codeFuncType,
    digitSourceMark: sourceOf(code),
    codeSetId: code.codeSetId ?? null,
    childNum: 0,
    opened: 0,
    origin,
    ...more,
  });
  const rows = [
    ...[...outermost.values()].map(({ parent, bindTime }) => ({ code: parent, relationType: packed, more: { bindTime } })),
    ...added.map(({ child, parent, relationType, position, bindTime }) => ({
      code: child,
      relationType,
      more: { parentId: parent.id, position, bindTime },
    })),
  ].map(row);
  const given = sql<{ id: string; parentId: string; position: number; bindTime: string }>`unnest(
    ${moved.map(({ child }) => child.id)}::bigint[], ${moved.map(({ parent }) => parent.id)}::bigint[],
    ${moved.map(({ position }) => position)}::int[], ${moved.map(({ bindTime }) => bindTime)}::timestamp[])`;
  const holders = [...new Set([...inside.map(({ parent }) => parent.id), ...moved.flatMap(({ child }) => child.parentId ?? [])])];
  await run(
    tx,
    keepStamps(
      from,
      moved.map(({ child }) => child),
    ),
    insert(context, "code-relation", rows, bySet),
    updateWithoutVersion(from.unscoped("code-relation", "r"), bySet)
      .from(given.as<"g">(sql`g(id, parent_id, position, bind_time)`))
      .whereRef("r.codeId", "=", "g.id")
      .where("r.relationType", "=", packed)
      .set(({ ref }) => ({ parentId: ref("g.parentId"), position: ref("g.position"), bindTime: ref("g.bindTime"), origin })),
    rewriteRoots(
      from,
      places.map(({ child }) => child.id),
    ),
    recountChildren(from, holders),
  );
}
