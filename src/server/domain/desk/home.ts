// GET /blade-desk/home: everything the home page shows, in one round trip, each figure only for those who may read what it counts. With
// part=news only what the header shows on every page.
import type { FastifyInstance } from "fastify";
import { mayRead, signedIn } from "../../caller/rule.ts";
import type { RequestContext } from "../../contract.ts";
import { answer } from "../../http/envelope.ts";
import { contextOf } from "../../http/request-context.ts";
import { read } from "../../rows/query.ts";
import { mayBeLate, type MayBeLate } from "../../store/database.ts";
import { refusedBy, type DiskWatch } from "../../store/disk-space.ts";
import { homeFigures, shownDays, type HomeFigure } from "./home-figures.ts";

const millisecondsOfDay = 86_400_000;

/** The last days up to today, yyyy-MM-dd, the oldest first. */
function lastDays(today: string): readonly string[] {
  const midnight = Date.parse(`${today}T00:00:00Z`);
  return Array.from({ length: shownDays }, (_day, index) =>
    new Date(midnight - (shownDays - 1 - index) * millisecondsOfDay).toISOString().slice(0, 10),
  );
}

/**
 * The figures that the caller may see, or the news among them; those of other resources are absent, which is not the same as none.
 */
async function homeOf(context: RequestContext, part: "all" | "news" = "all"): Promise<Readonly<Record<string, unknown>>> {
  const now = context.now();
  const today = now.slice(0, 10);
  const days = lastDays(today);
  const figures = part === "all" ? homeFigures : homeFigures.filter(({ newsOf }) => newsOf !== undefined);
  const shown = figures.flatMap((figure) => {
    const resource = context.model.resource.get(figure.resource);
    return resource !== undefined && (figure.isOwn === true || mayRead(context.caller, resource)) ? [figure] : [];
  });
  const when = { first: days[0] ?? today, today, now };
  const answersOf = async (some: readonly HomeFigure[], how?: MayBeLate): Promise<readonly (readonly [string, unknown])[]> => {
    if (some.length === 0) return [];
    const found = await read(
      context,
      some.map((figure) => figure.query(context, when)),
      how,
    );
    return some.map((figure, index) => [figure.name, figure.answer(found[index] ?? [], days, context)]);
  };
  // Without a replica one round trip answers everything.
  const isLate = (figure: HomeFigure): boolean => context.database.hasReplica && figure.mayBeLate === true;
  const [current, late] = await Promise.all([
    answersOf(shown.filter((figure) => !isLate(figure))),
    answersOf(shown.filter(isLate), mayBeLate),
  ]);
  return { today, ...Object.fromEntries([...late, ...current]) };
}

/** Disks of this server that have little room left: for those who look after the platform; none is said to anybody else. */
function shortDisks({ caller }: RequestContext, disks: HomeOptions["disks"]): Readonly<Record<string, unknown>> {
  const short = caller.isAdministrator ? (disks?.spaces() ?? []).filter(({ state }) => state !== "enough") : [];
  return short.length === 0
    ? {}
    : {
        disks: short.map((disk) => ({ directory: disk.directory, freeBytes: disk.freeBytes, state: disk.state, refuses: refusedBy(disk) })),
      };
}

export interface HomeOptions {
  readonly disks?: Pick<DiskWatch, "spaces"> | undefined;
}

/** Registers the call on an instance whose routes are guarded. */
export function registerHome(app: FastifyInstance, { disks }: HomeOptions = {}): void {
  app.get<{ readonly Querystring: { readonly part?: unknown } }>("/blade-desk/home", { config: { access: signedIn } }, async (request) => {
    const context = contextOf(request);
    return answer({ ...(await homeOf(context, request.query.part === "news" ? "news" : "all")), ...shortDisks(context, disks) });
  });
}
