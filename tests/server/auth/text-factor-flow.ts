// A person with a telephone that gets texts, over a real gateway on this machine.
import type { FastifyInstance } from "fastify";
import { expect, onTestFinished } from "vitest";
import { messageServices } from "../../../src/server/domain/messages/services.ts";
import { messagesDomain } from "../../../src/server/domain/messages/index.ts";
import { createWorker } from "../../../src/server/jobs/worker.ts";
import { clockOf } from "../../../src/server/store/clock.ts";
import { identifiersOf } from "../../../src/server/store/identifiers.ts";
import { uploads } from "../../support/server.ts";
import { accessKey, codeTaken, secretKey, type TextHost } from "../domain/messages/text-hosts.ts";
import { call, model, secrets, serversOfFile, signIn, type Answered, type TestServer, type Token, type Who } from "./fixture.ts";
import { ask, send, watch } from "./second-factor-flow.ts";

export const phone = "13800001234";

/** Writes what no call writes. */
export const sql = (server: TestServer, text: string, parameters: readonly unknown[] = []) =>
  server.database.owner.transaction((tx) => tx.query({ sql: text, parameters }));

const configurations = "/blade-resource/sms";

export interface TextingServer extends TestServer {
  readonly now: () => number;
  /** Has the worker send what is due; answers the last code that the gateway got. */
  received(): Promise<string>;
  /** Adds a configuration and enables it. */
  configure(more?: Readonly<Record<string, unknown>>): Promise<string>;
}

type StartTextingServer = (gateway: TextHost, options?: { readonly isConfigured?: boolean }) => Promise<TextingServer>;

/** Servers whose tenant 100001 sends texts over a gateway, and whose clerk and administrator have a number, for the tests of a file. */
export function textingServersOfFile(): StartTextingServer {
  const startTestServer = serversOfFile();
  return async (gateway, options) => {
    const server = await startTestServer({ internalHosts: ["127.0.0.1"], trustedProxies: ["127.0.0.1"] });
    return textingServer(server, gateway, options);
  };
}

async function textingServer(
  server: TestServer,
  gateway: TextHost,
  options: { readonly isConfigured?: boolean } = {},
): Promise<TextingServer> {
  const time = watch(server);
  const { database } = server;
  const clock = clockOf(time.now);
  const faults: unknown[] = [];
  const worker = createWorker({
    model,
    database,
    clock,
    identifiers: identifiersOf(database, clock),
    handlers: messagesDomain(messageServices(secrets.storage, uploads, ["127.0.0.1"])).jobs ?? {},
    onFault: (error) => faults.push(error),
    random: () => 0,
  });
  onTestFinished(() => worker.drain(1000));
  await sql(server, `update "user" set phone = $1 where tenant_id = '100001'`, [phone]);
  const configure = async (more: Readonly<Record<string, unknown>> = {}): Promise<string> => {
    const admin = await signIn(server.app, "admin");
    const code = `t${String(Math.random()).slice(2, 8)}`;
    const values = {
      category: "5",
      smsCode: code,
      templateId: "SMS_1",
      paramNames: "code,minutes",
      accessKey,
      secretKey,
      signName: "醇酿溯源",
    };
    const added = await call(server.app, admin, `POST ${configurations}/submit`, {
      payload: { ...values, endpoint: `${gateway.url}/texts`, ...more },
    });
    const { id }: { readonly id: string } = added.body.data;
    expect((await call(server.app, admin, `POST ${configurations}/enable?id=${id}`)).body).toMatchObject({ success: true });
    return id;
  };
  if (options.isConfigured !== false) await configure();
  return {
    ...server,
    ...time,
    configure,
    received: async () => {
      const before = gateway.taken.length;
      await worker.idle();
      expect(faults).toEqual([]);
      expect(gateway.taken.length).toBe(before + 1);
      return codeTaken(gateway);
    },
  };
}

/** Sends a code by text for a sign-in that waits. */
export const sendText = (app: FastifyInstance, challenge: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answered> =>
  call(app, undefined, "POST /blade-auth/oauth/challenge/text", {
    payload: new URLSearchParams({ challenge: String(challenge) }).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
  });

/** The second step, with a code that came by text. */
export const answerWithText = (app: FastifyInstance, challenge: unknown, code: string, headers: Readonly<Record<string, string>> = {}) =>
  ask(app, { grant_type: "second_factor", challenge: String(challenge), code, method: "sms" }, headers);

/** Signs in and sets up codes by text. */
export async function withTexts(
  server: TextingServer,
  who: Who,
): Promise<{ readonly token: Token; readonly recoveryCodes: readonly string[] }> {
  const token = await signIn(server.app, who);
  const started = await send(server.app, token, "/text/begin", {});
  const { ticket }: { readonly ticket: string } = started.body.data;
  const { body } = await send(server.app, token, "/text/confirm", { ticket, code: await server.received() });
  if (body.code !== 200) throw new Error(`codes by text were not set up: ${JSON.stringify(body)}`);
  const { recoveryCodes }: { readonly recoveryCodes: readonly string[] } = body.data;
  return { token, recoveryCodes };
}

/** A code that is not this one. */
export const otherThan = (code: string): string => (code === "111111" ? "222222" : "111111");
