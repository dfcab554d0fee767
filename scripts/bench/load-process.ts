// Requests one address over several keep-alive connections as fast as it answers, in a separate process.
import { connect } from "node:net";

export interface Load {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly milliseconds: number;
  /** What to post instead of asking: a list for each connection, sent in turn. */
  readonly posted?: readonly (readonly string[])[];
}

export interface LoadResult {
  readonly requests: number;
  readonly failures: number;
  readonly seconds: number;
}

/** Only what answers of the two servers have: a status line and a content-length. */
function answerLength(received: Buffer): { readonly total: number; readonly isOk: boolean } | undefined {
  const end = received.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const head = received.toString("latin1", 0, end);
  const length = /content-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`an answer without a length: ${head}`);
  return { total: end + 4 + Number(length), isOk: head.startsWith("HTTP/1.1 200") };
}

async function run({ port, path, headers, connections, milliseconds, posted }: Load): Promise<LoadResult> {
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const asking = `GET ${path} HTTP/1.1\r\n${lines.join("")}\r\n`;
  const posting = (body: string) =>
    `POST ${path} HTTP/1.1\r\n${lines.join("")}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  let requests = 0;
  let failures = 0;
  const started = performance.now();
  const until = started + milliseconds;
  const oneConnection = (index: number) =>
    new Promise<void>((resolve, reject) => {
      const bodies = posted?.[index] ?? [];
      let sent = 0;
      const write = () => {
        const body = bodies[sent % bodies.length];
        sent += 1;
        socket.write(body === undefined ? asking : posting(body));
      };
      const socket = connect(port, "127.0.0.1", write);
      let received: Buffer = Buffer.alloc(0);
      socket.setNoDelay(true);
      socket.on("error", reject);
      socket.on("data", (data) => {
        received = received.length === 0 ? data : Buffer.concat([received, data]);
        const answer = answerLength(received);
        if (answer === undefined || received.length < answer.total) return;
        received = received.subarray(answer.total);
        requests += 1;
        if (!answer.isOk) failures += 1;
        if (performance.now() < until) write();
        else socket.end(() => resolve());
      });
    });
  await Promise.all(Array.from({ length: connections }, (_connection, index) => oneConnection(index)));
  return { requests, failures, seconds: (performance.now() - started) / 1000 };
}

process.on("message", (load: Load) => {
  run(load).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
