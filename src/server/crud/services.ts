// The services of the common pattern besides the request: the model, the database, ids, and the areas' handlers.
import type { Model } from "#schema/model";
import type { EncodeSecret } from "../auth/secret-storage.ts";
import { useStateWatch } from "../audit/state-moves.ts";
import { useRowAccess } from "../caller/row-access.ts";
import type { AnyDomain, Domain } from "../contract.ts";
import type { Clock } from "../store/clock.ts";
import type { Database } from "../store/database.ts";
import type { FileReceiver } from "../http/multipart.ts";
import { identifiersOf, type Identifiers } from "../store/identifiers.ts";
import type { RowImports } from "./imports.ts";
import type { ListCall } from "./read/read-call.ts";
import { largeLists, type LargeLists } from "./read/total.ts";
import { StatementCache } from "./sql/statement-cache.ts";
import type { AnswerStore } from "./write/answer-once.ts";

/** Answers lists as files (server/export). */
interface ListExports {
  answer(call: ListCall): Promise<unknown>;
}

export interface Services {
  readonly model: Model;
  readonly database: Database;
  readonly clock: Clock;
  readonly domain: AnyDomain;
  readonly identifiers: Identifiers;
  readonly encodeSecret: EncodeSecret;
  /** Other sites whose pictures the page's policy shows. */
  readonly imageSources: readonly string[];
  /** Keeps files that come with a call. */
  readonly files: FileReceiver;
  readonly statements: StatementCache;
  readonly largeLists: LargeLists;
  /** Undefined where nothing is exported. */
  readonly exports?: ListExports | undefined;
  /** Undefined where nothing is imported. */
  readonly imports?: RowImports | undefined;
  /** Answers of calls with an idempotency key; undefined where nobody calls. */
  readonly answers?: AnswerStore | undefined;
}

interface ServicesOptions {
  readonly model: Model;
  readonly database: Database;
  readonly clock: Clock;
  readonly domain: AnyDomain;
  readonly encodeSecret: EncodeSecret;
  /** None unless specified: a call with a file is then a fault. */
  readonly files?: FileReceiver;
  /** None unless specified. */
  readonly imageSources?: readonly string[];
  /** Kept over a change of the definitions, so that the process keeps its worker number. */
  readonly identifiers?: Identifiers;
  /** None unless specified. */
  readonly exports?: ListExports | undefined;
  /** None unless specified. */
  readonly imports?: RowImports | undefined;
  /** None unless specified: keys are then ignored. */
  readonly answers?: AnswerStore | undefined;
  /** Totals of tables that grow without bound are exact up to this; a million by default. */
  readonly exactTotals?: number;
}

/** Nothing hung in. */
export const emptyDomain: AnyDomain = { reads: {}, actions: {}, hooks: {} };

/** Hooks of a resource may stand in several places; a phase that two of them give is a fault. */
function mergeHooks(domains: readonly AnyDomain[]): AnyDomain["hooks"] {
  const merged: Record<string, AnyDomain["hooks"][string]> = {};
  for (const { hooks } of domains)
    for (const [resource, phases] of Object.entries(hooks)) {
      const existing = merged[resource] ?? {};
      const twice = Object.keys(phases).find((phase) => Object.hasOwn(existing, phase));
      if (twice !== undefined) throw new Error(`two hooks are registered for "${twice}" of "${resource}"`);
      merged[resource] = { ...existing, ...phases };
    }
  return merged;
}

/** Merges several domains; a name that two of them register is a fault. */
export function mergeDomains(domains: readonly (Domain | AnyDomain)[]): AnyDomain {
  const merge = <T>(part: (domain: AnyDomain) => Readonly<Record<string, T>> | undefined): Readonly<Record<string, T>> => {
    const merged: Record<string, T> = {};
    for (const domain of domains) {
      for (const [name, value] of Object.entries(part(domain) ?? {})) {
        if (Object.hasOwn(merged, name)) throw new Error(`two handlers are registered for "${name}"`);
        merged[name] = value;
      }
    }
    return merged;
  };
  return {
    reads: merge((domain) => domain.reads),
    tables: merge((domain) => domain.tables),
    charts: merge((domain) => domain.charts),
    actions: merge((domain) => domain.actions),
    hooks: mergeHooks(domains),
    jobs: merge((domain) => domain.jobs),
    rebuilds: merge((domain) => domain.rebuilds),
    completions: merge((domain) => domain.completions),
    schedules: merge((domain) => domain.schedules),
    effects: domains.flatMap((domain) => domain.effects ?? []),
    finder: domains.find((domain) => domain.finder !== undefined)?.finder,
    stateWatch: domains.find((domain) => domain.stateWatch !== undefined)?.stateWatch,
    approvals: domains.find((domain) => domain.approvals !== undefined)?.approvals,
  };
}

const noFiles: FileReceiver = {
  receive: () => Promise.reject(new Error("these services keep no files")),
  discard: () => Promise.resolve(),
};

/** The services of a model, whose rows are accessed, and whose states are watched, as the domain says from now on. */
export function createServices(options: ServicesOptions): Services {
  useRowAccess(options.model, options.domain.hooks);
  useStateWatch(options.model, options.domain.stateWatch);
  return {
    ...options,
    imageSources: options.imageSources ?? [],
    files: options.files ?? noFiles,
    identifiers: options.identifiers ?? identifiersOf(options.database, options.clock),
    statements: new StatementCache(),
    largeLists: largeLists(options.exactTotals),
  };
}
