// A payment gateway and a client's shop on this machine: they sign and check as docs/payments.md says, and answer as a test wants.
import { createServer, type IncomingMessage, type Server } from "node:http";
import { afterAll } from "vitest";
import { isSignedWith, signatureOf } from "../../../../src/server/domain/payments/providers/http/signature.ts";

export const gatewayKey = "the key of a gateway of tests";

interface GatewayRequest {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

interface Gateway {
  readonly url: string;
  readonly requested: GatewayRequest[];
  /** What is answered about a payment or a refund, by its number; pending unless set. What is not paid is closed when we ask for it. */
  readonly results: Map<string, Readonly<Record<string, unknown>>>;
  /** Status of every answer. */
  status: number;
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part as Uint8Array));
  return Buffer.concat(parts).toString("utf8");
}

const headerOf = (request: IncomingMessage, name: string): string => String(request.headers[name] ?? "");

/** Starts a gateway. Requests with a wrong signature are answered 401, and not kept. */
export async function startGateway(): Promise<Gateway> {
  const requested: GatewayRequest[] = [];
  const results = new Map<string, Readonly<Record<string, unknown>>>();
  const state = { status: 200 };
  const server = createServer((request, response) => {
    void (async () => {
      const body = await bodyOf(request);
      const [timestamp, nonce] = [headerOf(request, "x-timestamp"), headerOf(request, "x-nonce")];
      if (!isSignedWith(gatewayKey, { timestamp, nonce, body }, headerOf(request, "x-signature")))
        return void response.writeHead(401).end();
      const sent = JSON.parse(body) as Readonly<Record<string, unknown>>;
      requested.push({ path: request.url ?? "", body: sent });
      const existing = results.get(String(sent["refundNo"] ?? sent["payNo"]));
      const isClosing = sent["action"] === "payment.close" && existing?.["status"] !== "paid";
      const result = isClosing ? { status: "closed" } : (existing ?? { status: "pending" });
      const text = JSON.stringify(result);
      response.writeHead(state.status, { "x-signature": signatureOf(gatewayKey, { timestamp, nonce, body: text }) }).end(text);
    })();
  });
  const url = await listen(server);
  return {
    url,
    requested,
    results,
    get status() {
      return state.status;
    },
    set status(value: number) {
      state.status = value;
    },
  };
}

interface Shop {
  readonly url: string;
  /** Notices as they came. */
  readonly notices: Readonly<Record<string, unknown>>[];
  /** What the next notices are answered. */
  answer: string;
  status: number;
}

/** Starts a client's server that takes notices. */
export async function startShop(): Promise<Shop> {
  const shop = { url: "", notices: [] as Readonly<Record<string, unknown>>[], answer: "success", status: 200 };
  const server = createServer((request, response) => {
    void (async () => {
      shop.notices.push(JSON.parse(await bodyOf(request)) as Readonly<Record<string, unknown>>);
      response.writeHead(shop.status).end(shop.answer);
    })();
  });
  shop.url = `${await listen(server)}/notify`;
  return shop;
}
