// Calls to other systems: where they may go, how long they wait, and how much they read.
import { createServer, type RequestListener, type Server } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { createOutgoing, isInternalAddress } from "./outgoing.ts";

const servers: Server[] = [];

async function listening(listener: RequestListener): Promise<{ readonly url: string; readonly host: string }> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const host = `127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  return { url: `http://${host}/here?x=1`, host };
}

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

const request = (url: string) => ({ url, headers: { "content-type": "text/plain", "x-own": "1" }, body: "正文" });

describe("a call to another system", () => {
  it("posts body and headers to a host that the operator named, and reads the answer", async () => {
    const seen: unknown[] = [];
    const { url, host } = await listening((incoming, response) => {
      let text = "";
      incoming.setEncoding("utf8").on("data", (part: string) => (text += part));
      incoming.on("end", () => {
        seen.push([incoming.method, incoming.url, incoming.headers["x-own"], text]);
        response.writeHead(201, { "x-said": "yes" }).end("好");
      });
    });
    const answer = await createOutgoing({ internalHosts: [host] })(request(url));
    expect(answer).toMatchObject({ status: 201, body: "好", headers: { "x-said": "yes" } });
    expect(seen).toEqual([["POST", "/here?x=1", "1", "正文"]]);
  });

  it("goes to no internal address, encrypted or not, and says which setting permits it", async () => {
    let calls = 0;
    const { url } = await listening((_incoming, response) => {
      calls += 1;
      response.end();
    });
    const outgoing = createOutgoing();
    await expect(outgoing(request(url))).rejects.toMatchObject({
      kind: "refused",
      text: [expect.stringContaining("https"), expect.anything()],
    });
    for (const address of [
      url.replace("http:", "https:"),
      "https://localhost/",
      "https://[::1]/",
      "https://10.1.2.3/",
      "https://0x7f000001/",
    ])
      await expect(outgoing(request(address))).rejects.toMatchObject({
        kind: "refused",
        text: [expect.stringContaining("INTERNAL_HOSTS"), expect.stringContaining("INTERNAL_HOSTS")],
      });
    expect(calls).toBe(0);
  });

  it("takes no address with an account, of another protocol, or that is none", async () => {
    const outgoing = createOutgoing({ internalHosts: ["127.0.0.1"] });
    for (const address of ["https://user:pass@example.com/", "ftp://127.0.0.1/", "file:///etc/passwd", "somewhere"])
      await expect(outgoing(request(address))).rejects.toMatchObject({ kind: "refused" });
  });

  it("does not follow where it is sent on", async () => {
    const { url, host } = await listening((_incoming, response) => response.writeHead(302, { location: "https://10.0.0.1/" }).end());
    expect(await createOutgoing({ internalHosts: [host] })(request(url))).toMatchObject({ status: 302 });
  });

  it("waits and reads no longer than it may", async () => {
    const { url, host } = await listening(() => undefined);
    await expect(createOutgoing({ internalHosts: [host], timeoutMs: 50 })(request(url))).rejects.toMatchObject({ kind: "timeout" });
    const long = await listening((_incoming, response) => response.end("x".repeat(5000)));
    await expect(createOutgoing({ internalHosts: [long.host], maxAnswerBytes: 1000 })(request(long.url))).rejects.toMatchObject({
      kind: "tooLong",
    });
  });

  it("says that nobody is there", async () => {
    const { url, host } = await listening(() => undefined);
    await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
    await expect(createOutgoing({ internalHosts: [host] })(request(url))).rejects.toMatchObject({ kind: "unreachable" });
  });
});

describe("an address", () => {
  it.each([
    "127.0.0.1",
    "10.0.0.1",
    "172.16.5.5",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "::1",
    "::",
    "fe80::1",
    "fd00::1",
    "::ffff:10.0.0.1",
    "::ffff:7f00:1",
    "64:ff9b::a00:1",
    "64:ff9b:1::a00:1",
    "::ffff:0:10.0.0.1",
    "::ffff:0:a00:1",
    "fec0::1",
    "3fff::1",
    "5f00::1",
  ])("%s is internal", (address) => expect(isInternalAddress(address)).toBe(true));
  it.each(["8.8.8.8", "172.32.0.1", "223.5.5.5", "2400:3200::1", "::ffff:8.8.8.8"])("%s is public", (address) =>
    expect(isInternalAddress(address)).toBe(false),
  );
});
