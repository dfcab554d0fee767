// GET /blade-desk/home: everything the home page shows, in one round trip, each figure only for those who may read what it counts.
import type { FastifyInstance } from "fastify";
import { mayRead, signedIn } from "../../caller/rule.ts";
import type { RequestContext } from "../../contract.ts";
import { answer } from "../../http/envelope.ts";
import { contextOf } from "../../http/request-context.ts";
import { read } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import { homeFigures, shownDays, type HomeDays } from "./home-figures.ts";

const millisecondsOfDay = 86_400_000;

/** The last days up to the one of a local time. */
export function lastDays(now: string): HomeDays {
  const today = Date.parse(`${now.slice(0, 10)}T00:00:00Z`);
  const days = Array.from({ length: shownDays }, (_day, index) =>
    new Date(today - (shownDays - 1 - index) * millisecondsOfDay).toISOString().slice(0, 10),
  );
  return { days, now };
}

/** The figures that the caller may see; those of other resources are absent, which is not the same as none. */
export async function homeOf(context: RequestContext): Promise<Readonly<Record<string, unknown>>> {
  const when = lastDays(context.now());
  const shown = homeFigures.flatMap((figure) => {
    const resource = context.model.resource.get(figure.resource);
    return resource !== undefined && mayRead(context.caller, resource) ? [figure] : [];
  });
  const from = tables(context);
  const found =
    shown.length === 0
      ? []
      : await read(
          context,
          shown.map((figure) => figure.query(from, when)),
        );
  return {
    today: when.days.at(-1),
    ...Object.fromEntries(shown.map((figure, index) => [figure.name, figure.answer(found[index] ?? [], when)])),
  };
}

/** Registers the call on an instance whose routes are guarded. */
export function registerHome(app: FastifyInstance): void {
  app.get("/blade-desk/home", { config: { access: signedIn } }, async (request) => answer(await homeOf(contextOf(request))));
}
