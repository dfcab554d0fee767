// A stand-in for an open-source Blade back-end (4.10), for tests: it has the calls that the platform has, answers them in its ways, and
// writes down every call that the platform would not know.
import { isRecord } from "#schema/json";
import { readForms } from "./form.ts";
import Fastify, { type FastifyRequest } from "fastify";
import { Refusal, refusals, type Answer } from "./answers.ts";
import { judge, type Call, type Endpoint } from "./calls.ts";
import type { Parameters } from "./filters.ts";
import { documents } from "./documents.ts";
import { menus } from "./menus.ts";
import { people } from "./people.ts";
import { sampleMenus, type MenuTables } from "./sample-menus.ts";
import { sampleDocuments, type DocumentTables } from "./sample-documents.ts";
import { samplePeople, type PeopleTables } from "./sample-people.ts";
import { sampleSettings, type SettingTables } from "./sample-settings.ts";
import { settings } from "./settings.ts";
import { signIn, type SignIn } from "./sign-in.ts";

/** A call as it was received, for tests that ask what was sent. */
interface Received {
  readonly method: string;
  readonly path: string;
  readonly parameters: Parameters;
  readonly body: Readonly<Record<string, unknown>>;
  readonly status: number;
}

export interface BladeBackEnd extends Pick<SignIn, "publicKey" | "captchas" | "endAccess" | "endRefresh"> {
  readonly address: string;
  readonly tables: PeopleTables & MenuTables & SettingTables & DocumentTables;
  readonly received: readonly Received[];
  /** Every call there is, as `GET /path`. */
  readonly calls: readonly string[];
  /** Throws when somebody who is signed in asked for a call that the platform does not have; `except` names those that are meant. */
  expectNoStrays(except?: readonly string[]): void;
  close(): Promise<void>;
}

/** People of the stand-in; the password of each is the account. */
export const bladeAdministrator = { tenantId: "000000", account: "admin", password: "admin" } as const;
/** Holds the role demo, which is granted notices alone. */
export const bladeTester = { tenantId: "000000", account: "tester", password: "tester" } as const;

const textsIn = (value: unknown): Parameters =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, String(one)])) : {};

interface BladeOptions {
  /** The installation has calls for documents of its own beside those of the platform. */
  readonly hasDocuments?: boolean;
}

/** Starts one at a free port of this machine, with the rows that the platform ships. */
export async function startBladeBackEnd({ hasDocuments = false }: BladeOptions = {}): Promise<BladeBackEnd> {
  const tables = { ...samplePeople(), ...sampleMenus(hasDocuments), ...sampleSettings(), ...sampleDocuments() };
  const session = signIn(tables);
  const endpoints: readonly Endpoint[] = [
    ...session.endpoints,
    ...people(tables),
    ...menus(tables),
    ...settings(tables),
    ...(hasDocuments ? documents(tables) : []),
  ];
  const received: Received[] = [];
  const strays: string[] = [];
  const app = Fastify({ logger: false });
  readForms(app);

  const callOf = (request: FastifyRequest): Call => {
    const isForm = (request.headers["content-type"] ?? "").startsWith("application/x-www-form-urlencoded");
    const headers = textsIn(request.headers);
    const query = textsIn(request.query);
    return {
      parameters: { ...query, ...(isForm ? textsIn(request.body) : {}) },
      body: !isForm && isRecord(request.body) ? request.body : {},
      headers,
      get caller() {
        return session.callerOf(headers["blade-auth"] ?? query["blade-auth"] ?? "");
      },
    };
  };

  const answer = (request: FastifyRequest, work: (call: Call) => Answer): Answer => {
    const call = callOf(request);
    const reported = (): Answer => {
      try {
        return work(call);
      } catch (error) {
        if (error instanceof Refusal) return error.answer;
        throw error;
      }
    };
    const { status, body } = reported();
    const path = request.url.split("?")[0] ?? "";
    received.push({ method: request.method, path, parameters: call.parameters, body: call.body, status });
    return { status, body };
  };

  for (const endpoint of endpoints)
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      handler: (request, reply) => {
        const { status, body } = answer(request, (call) => {
          judge(endpoint, call);
          return endpoint.answer(call);
        });
        return reply.status(status).send(body);
      },
    });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split("?")[0] ?? "";
    // Who asks without a token finds out what there is, and relies on nothing.
    if (request.headers["blade-auth"] !== undefined) strays.push(`${request.method} ${path}`);
    const { status, body } = answer(request, () => {
      throw endpoints.some((one) => one.path === path) ? refusals.otherMethod() : refusals.noEndpoint(request.method, path);
    });
    return reply.status(status).send(body);
  });

  const address = await app.listen({ host: "127.0.0.1", port: 0 });
  return {
    address,
    tables,
    received,
    calls: endpoints.map(({ method, path }) => `${method} ${path}`),
    publicKey: session.publicKey,
    captchas: session.captchas,
    endAccess: session.endAccess,
    endRefresh: session.endRefresh,
    expectNoStrays: (except = []) => {
      const unmeant = [...new Set(strays)].filter((stray) => !except.includes(stray));
      if (unmeant.length > 0) throw new Error(`the back-end has none of these calls:\n${unmeant.join("\n")}`);
    },
    close: () => app.close(),
  };
}
