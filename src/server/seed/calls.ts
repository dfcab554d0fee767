// Calls that nobody sends: a row submitted, an action on a row, with all that a request passes on its way: rules, references, effects, jobs.
// At the time that is set, so that what an installation or a synthetic world has gone through lies behind it.
import { resourceIn } from "#schema/model";
import { managedByTenants, tenantAdminAlias } from "../access/permissions.ts";
import { callerWithoutRights, type Caller } from "../caller/caller.ts";
import type { RequestContext, Values } from "../contract.ts";
import { runAction } from "../crud/write/run-action.ts";
import { submitRow } from "../crud/write/submit.ts";
import type { Services } from "../crud/services.ts";
import { ApiError } from "../http/errors.ts";
import type { ReceivedFiles } from "../http/multipart.ts";
import { createWorker } from "../jobs/worker.ts";
import type { Clock } from "../store/clock.ts";

/** A call that was refused: whoever made it up is wrong. */
export class CallRefused extends Error {
  override readonly name = "CallRefused";
}

function refused(call: string, error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const issues = (error.details.issues ?? []).map(({ code, path, message }) => `${path.join(".")}: ${message?.[1] ?? code}`);
  return new CallRefused([`${call}: ${error.text[1]}`, ...issues].join("; "), { cause: error });
}

/** A time that is set; the machine's own for what waits for real time, such as leases of jobs. */
export interface SetClock extends Clock {
  /** Local time "yyyy-MM-dd HH:mm:ss". */
  set(time: string): void;
}

export function setClock({ milliseconds }: Pick<Clock, "milliseconds">, first: string): SetClock {
  let time = first;
  return { milliseconds, now: () => time, set: (next) => void (time = next) };
}

/** Who may do everything in a tenant, as its administrator may. */
export function tenantAdministrator(services: Pick<Services, "model">, person: Pick<Caller, "userId" | "tenantId" | "account">): Caller {
  return {
    ...callerWithoutRights(person),
    roleAliases: [tenantAdminAlias],
    isTenantAdmin: true,
    permissions: managedByTenants(services.model),
  };
}

export interface Calls {
  /** The context of a call that is made now; another time and address for a call of somebody else. */
  readonly context: RequestContext;
  /** Submits a new row; answers its id. */
  add(resource: string, values: Readonly<Values>): Promise<string>;
  /** Does an action on a row, with what its dialog or body asks; answers what the action does. */
  act(name: string, id: string | undefined, sent?: unknown, files?: ReceivedFiles): Promise<unknown>;
  /** Runs the jobs of these queues that are due, to their end. Throws the error of one that fails. */
  work(queues: readonly string[]): Promise<void>;
}

export interface CallsOptions {
  readonly caller: Caller;
  readonly clock: Clock;
}

/** Calls of a person in a tenant, at the time of the clock. */
export function callsOf(services: Services, { caller, clock }: CallsOptions): Calls {
  const { model, database, identifiers, domain } = services;
  const context: RequestContext = {
    caller,
    language: "zh",
    model,
    scope: { tenantId: caller.tenantId, userId: caller.userId },
    now: clock.now,
    identifiers,
    address: "",
    database,
  };
  const resourceOf = (name: string) => resourceIn(model, name);
  return {
    context,
    add: async (name, body) => {
      try {
        const { id } = await submitRow({ services, context, resource: resourceOf(name), body, call: "submit" });
        return String(id);
      } catch (error) {
        throw refused(`${name}.submit`, error);
      }
    },
    act: async (name, id, sent, files) => {
      const [resourceName = "", actionName = ""] = name.split(".");
      const resource = resourceOf(resourceName);
      const action = resource.actions.find((one) => one.name === actionName);
      if (action === undefined) throw new Error(`there is no action "${name}"`);
      const keyName = action.path.includes("{id}") ? "id" : (action.idParam ?? "id");
      // What a dialog asks goes with the row where the action takes no body.
      const query = action.send === "body" || typeof sent !== "object" || Array.isArray(sent) ? {} : { ...sent };
      const parameters = { ...query, ...(id === undefined ? {} : { [keyName]: id }) };
      try {
        return await runAction({
          services,
          context,
          resource,
          action,
          parameters,
          body: sent ?? {},
          ...(files === undefined ? {} : { files }),
        });
      } catch (error) {
        throw refused(name, error);
      }
    },
    work: async (queues) => {
      const faults: unknown[] = [];
      const handlers = Object.fromEntries(Object.entries(domain.jobs ?? {}).filter(([queue]) => queues.includes(queue)));
      const worker = createWorker({
        model,
        database,
        identifiers,
        clock,
        handlers,
        // Nobody calls: what is made up leaves no log, whether a call or its job does it.
        isLogged: false,
        onFault: (error) => void faults.push(error),
      });
      const beating = setInterval(() => void worker.beat(), 5_000);
      try {
        await worker.idle();
      } finally {
        clearInterval(beating);
      }
      if (faults.length > 0) throw faults[0];
    },
  };
}
