// Finds out what an existing back-end has, without signing in: a call that is there asks for a token, one that is not is not found
// (docs/back-end.md). Nothing is written, and no call is made twice.
import { z } from "zod";
import type { Dialect } from "#schema/dialects/index";
import { presenceOf, readCallsOf, type Presence } from "#schema/dialects/presence";
import { parsedJson } from "#schema/json";
import type { Model } from "#schema/model";

/** The answer to one call, as far as a probe looks at it. */
interface Heard {
  readonly status: number;
  readonly body: unknown;
}

interface ProbedResource {
  readonly name: string;
  readonly presence: Presence;
  /** Reads that the dialect has and the back-end does not. */
  readonly missing: readonly string[];
}

/**
 * What was found. `unreachable`: nothing answers; `closed`: every call asks for a token, also one that cannot be there, so that the dialect
 * alone says what there is; `known`: each resource was looked up.
 */
export interface ProbeResult {
  readonly state: "unreachable" | "closed" | "known";
  /** As the back-end's own description says; "" where it publishes none. */
  readonly version: string;
  readonly resources: readonly ProbedResource[];
}

export interface ProbeOptions {
  readonly url: string;
  readonly dialect: Dialect;
  readonly model: Model;
  /** Calls under way at once. Default: 6. */
  readonly atOnce?: number;
  /** Milliseconds for one call. Default: 5000. */
  readonly patience?: number;
  /** Milliseconds for everything. Default: 60000. */
  readonly wholePatience?: number;
  /** Ends it early. */
  readonly signal?: AbortSignal;
  /** Headers of somebody who is signed in; by default nobody is. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Cannot be there. */
const nowhere = "/blade-system/no-such-call-of-any-back-end/list";
/** Where the platform publishes its description. */
const description = "/v3/api-docs";

const statusIn = (body: unknown): number | undefined => z.object({ code: z.number() }).safeParse(body).data?.code;

/** Some back-ends put everything into the body and answer with HTTP 200. */
const codeOf = ({ status, body }: Heard): number => (status === 200 ? (statusIn(body) ?? status) : status);

const isMissing = (heard: Heard | undefined): boolean => heard !== undefined && [404, 405].includes(codeOf(heard));
/** A gateway without the service behind it is no answer of the back-end. */
const isAnswer = (heard: Heard | undefined): heard is Heard => heard !== undefined && ![502, 503, 504].includes(heard.status);

/** Runs the work of all, a few at once, in order. */
async function inTurn<T, R>(all: readonly T[], atOnce: number, work: (one: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = [];
  const queue = all.entries();
  const run = async (): Promise<void> => {
    for (const [index, one] of queue) results[index] = await work(one);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, all.length) }, run));
  return results;
}

/** Looks up every resource of the model. Never throws for what a back-end does. */
export async function probe({
  url,
  dialect,
  model,
  atOnce = 6,
  patience = 5_000,
  wholePatience = 60_000,
  ...more
}: ProbeOptions): Promise<ProbeResult> {
  const whole = AbortSignal.any([AbortSignal.timeout(wholePatience), ...(more.signal === undefined ? [] : [more.signal])]);
  const requests = new Map<string, Promise<Heard | undefined>>();
  const send = async (path: string): Promise<Heard | undefined> => {
    try {
      const answer = await fetch(`${url}${path}`, {
        headers: { accept: "application/json", ...more.headers },
        redirect: "manual",
        signal: AbortSignal.any([whole, AbortSignal.timeout(patience)]),
      });
      const text = await answer.text();
      const isJson = (answer.headers.get("content-type") ?? "").includes("json");
      return { status: answer.status, body: isJson ? parsedJson(text) : undefined };
    } catch {
      // Nothing answered, or not in time; whoever asks takes the dialect's word.
      return undefined;
    }
  };
  const ask = (path: string): Promise<Heard | undefined> => {
    const cached = requests.get(path);
    if (cached !== undefined) return cached;
    const heard = send(path);
    requests.set(path, heard);
    return heard;
  };

  // Tables behind others have no calls that anybody could miss.
  const called = model.resources.filter(({ calls, reads, actions }) => calls.size + reads.length + actions.length > 0);
  const declared = called.map((resource): ProbedResource => ({
    name: resource.name,
    presence: presenceOf(resource, dialect),
    missing: [],
  }));
  const [canary, described] = await Promise.all([ask(nowhere), ask(description)]);
  if (!isAnswer(canary)) return { state: "unreachable", version: "", resources: declared };
  const version = z.object({ info: z.object({ version: z.string() }) }).safeParse(described?.body).data?.info.version ?? "";
  if (!isMissing(canary)) return { state: "closed", version, resources: declared };

  const resources = await inTurn(declared, atOnce, async (one): Promise<ProbedResource> => {
    const resource = model.resource.get(one.name);
    const calls = resource === undefined ? [] : readCallsOf(resource, dialect);
    const missing: string[] = [];
    for (const { name, path } of calls) if (isMissing(await ask(path.replace(/\{\w+\}/g, "1")))) missing.push(name);
    return calls.length > 0 && missing.length === calls.length ? { ...one, presence: "absent", missing } : { ...one, missing };
  });
  return whole.aborted ? { state: "unreachable", version, resources: declared } : { state: "known", version, resources };
}
