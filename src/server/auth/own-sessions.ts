// A person's own sessions: where they are signed in, and how they sign out there (issue "Authority"; OWASP ASVS 7.4.3, 7.5.2).
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { signedIn } from "../caller/rule.ts";
import { parametersOf } from "../http/bodies.ts";
import { answer } from "../http/envelope.ts";
import { malformedParameter, missingParameter } from "../http/errors.ts";
import { signedInCallerOf } from "../http/request-context.ts";
import { localTime, type Clock } from "../store/clock.ts";
import type { Database } from "../store/database.ts";
import type { CallerWithRights } from "./callers.ts";

/** Most that are listed, or ended by name, at a time. */
const maxSessions = 100;

const rowsSchema = z.array(
  z.object({
    id: z.string(),
    user_agent: z.string().nullable(),
    address: z.string().nullable(),
    created_at: z.coerce.number(),
    used_at: z.coerce.number(),
  }),
);

/** A place where the person is signed in, as it travels. */
interface OwnSession {
  readonly id: string;
  readonly userAgent: string;
  readonly address: string;
  /** "yyyy-MM-dd HH:mm:ss". */
  readonly signInTime: string;
  /** The same, to five minutes. */
  readonly lastTime: string;
  /** The session of this request. */
  readonly isCurrent: boolean;
}

interface OwnSessionsOptions {
  readonly database: Database;
  readonly clock: Clock;
}

/** Active sessions of the caller; those of an earlier password have already ended. */
const living = "tenant_id = $1 and user_id = $2 and credential = $3 and ended_at is null and expires_at > $4";

function ownOf({ person, session }: CallerWithRights, time: number): readonly unknown[] {
  return [person.tenantId, person.userId, session.credential, time];
}

async function listOwn({ database, clock }: OwnSessionsOptions, caller: CallerWithRights): Promise<readonly OwnSession[]> {
  const [result] = await database.read({ tenantId: caller.person.tenantId }, [
    {
      sql: `select id, user_agent, address, created_at, greatest(last_used_at, refreshed_at) as used_at from auth_session
        where ${living} order by id = $5 desc, used_at desc, id limit ${maxSessions}`,
      parameters: [...ownOf(caller, clock.milliseconds()), caller.session.id],
    },
  ]);
  return rowsSchema.parse(result?.rows ?? []).map((row) => ({
    id: row.id,
    userAgent: row.user_agent ?? "",
    address: row.address ?? "",
    signInTime: localTime(row.created_at),
    lastTime: localTime(row.used_at),
    isCurrent: row.id === caller.session.id,
  }));
}

/** Ends sessions of the caller that a further condition names; answers how many. */
async function endOwn(
  { database, clock }: OwnSessionsOptions,
  caller: CallerWithRights,
  condition: string,
  named: unknown,
): Promise<number> {
  return database.transaction({ tenantId: caller.person.tenantId }, async (tx) => {
    const ended = await tx.query({
      sql: `update auth_session set ended_at = $4 where ${living} and ${condition}`,
      parameters: [...ownOf(caller, clock.milliseconds()), named],
    });
    return ended.rowCount;
  });
}

function namedSessions(request: FastifyRequest): readonly string[] {
  const sent = parametersOf(request)["ids"] ?? "";
  if (sent === "") throw missingParameter("ids");
  const ids = [...new Set(sent.split(","))];
  if (ids.length > maxSessions || !ids.every((id) => /^[0-9a-f-]{36}$/.test(id))) throw malformedParameter("ids");
  return ids;
}

/** Registers them below a path, on an instance with guarded routes. */
export function registerOwnSessions(app: FastifyInstance, base: string, options: OwnSessionsOptions): void {
  app.get(`${base}/sessions`, { config: { access: signedIn } }, async (request, reply) => {
    reply.header("cache-control", "no-store");
    return answer(await listOwn(options, signedInCallerOf(request)));
  });

  app.post(`${base}/sessions/end`, { config: { access: signedIn } }, async (request) =>
    answer({ count: await endOwn(options, signedInCallerOf(request), "id = any($5)", namedSessions(request)) }),
  );

  app.post(`${base}/sessions/end-others`, { config: { access: signedIn } }, async (request) => {
    const caller = signedInCallerOf(request);
    return answer({ count: await endOwn(options, caller, "id <> $5", caller.session.id) });
  });
}
