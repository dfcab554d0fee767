// What the API of `npm run dev` says while there is none: that it starts, or that definitions have to be corrected.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { proxyRequest, type Place } from "../../scripts/dev/proxy-request.ts";

async function answerOf(place: Place, language: string) {
  const server = createServer((request, response) => proxyRequest(request, response, place));
  await new Promise<void>((listening) => void server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => new Promise<void>((closed) => void server.close(() => closed())));
  // It listens on a port, so that it has such an address.
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/api/x`, { headers: { "accept-language": language, connection: "close" } });
  return { status: answer.status, retry: answer.headers.get("retry-after"), body: (await answer.json()) as unknown };
}

test.each([
  ["starting", "zh-CN", "服务正在启动，请稍候"],
  ["starting", "en", "The server is starting; wait a moment"],
  ["refused", "zh-CN", "定义有误，服务尚未启动；问题见终端和页面提示"],
  ["refused", "en", "The definitions have problems, so the server is not running; the terminal and the page tell them"],
] as const)("a call while the server is %s is told so in %s", async (absence, language, msg) => {
  expect(await answerOf({ absence }, language)).toEqual({ status: 503, retry: "1", body: { code: 503, success: false, data: {}, msg } });
});

test("a call to a server that has gone meanwhile is told that it starts", async () => {
  expect(await answerOf({ address: "http://127.0.0.1:1" }, "en")).toMatchObject({
    status: 503,
    body: { msg: expect.stringContaining("starting") },
  });
});
