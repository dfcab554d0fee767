// Another system on this machine that is told of events: keeps what comes, and answers as a test wants.
import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll } from "vitest";

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** Of the next answers. */
  status: number;
  answer: string;
  /** Where the next answers lead to. */
  location: string | undefined;
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

export async function startReceiver(): Promise<Receiver> {
  const receiver: { url: string; received: Received[]; status: number; answer: string; location: string | undefined } = {
    url: "",
    received: [],
    status: 204,
    answer: "",
    location: undefined,
  };
  const server = createServer((request, response) => {
    void (async () => {
      receiver.received.push({ path: request.url ?? "", headers: request.headers, body: await text(request) });
      response.writeHead(receiver.status, receiver.location === undefined ? {} : { location: receiver.location }).end(receiver.answer);
    })();
  });
  receiver.url = await listen(server);
  return receiver;
}

/** Whether a receiver that knows only the secret and docs/webhooks.md takes a message for genuine at a time, in seconds. */
export function isGenuine({ headers, body }: Received, secret: string, now: number): boolean {
  const timestamp = String(headers["webhook-timestamp"]);
  if (Math.abs(now - Number(timestamp)) > 300) return false;
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const expected = createHmac("sha256", key)
    .update(`${String(headers["webhook-id"])}.${timestamp}.${body}`)
    .digest("base64");
  return String(headers["webhook-signature"]).split(" ").includes(`v1,${expected}`);
}
