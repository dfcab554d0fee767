// The browser that the other browser tests stand on: it draws Chinese, stays on this machine, and hides nothing that a page complains
// about.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { expect, test } from "vitest";
import { openPage, sharedBrowser } from "../support/chromium.ts";
import { prepare } from "../support/prepare.ts";

let browser: Browser;
let server: Server;
let origin: string;

const POLICY = "default-src 'none'; script-src 'self' 'nonce-test'; style-src 'self'; connect-src 'self' http://tracemark.example";
const PAGES: Record<string, string> = {
  "/clean": "<!doctype html><html lang=zh><link rel=icon href=data:,><title>产线</title><h1>产线列表</h1></html>",
  "/loud":
    "<!doctype html><link rel=icon href=data:,><script nonce=test>console.warn('a warning'); console.error('an error'); setTimeout(() => { throw new Error('uncaught') })</script>",
  "/inline": "<!doctype html><link rel=icon href=data:,><body><script>document.title = 'ran'</script>",
  "/outside":
    "<!doctype html><link rel=icon href=data:,><script nonce=test>fetch('http://tracemark.example/').catch(() => { document.title = 'refused' })</script>",
};

prepare(
  async () => {
    server = createServer((request, response) => {
      const page = PAGES[request.url ?? ""];
      response.writeHead(page === undefined ? 404 : 200, {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": `${POLICY}; img-src data:`,
      });
      response.end(page);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await sharedBrowser();
  },
  async () => {
    await new Promise((resolve) => server.close(resolve));
  },
);

test("a page speaks the language, has the width and the colours that it was opened with", async () => {
  for (const options of [
    { locale: "zh-CN", width: 1280, dark: false },
    { locale: "en-US", width: 390, dark: true },
  ] as const) {
    const { page, expectNoProblems, close } = await openPage(browser, options);
    await page.goto(`${origin}/clean`);
    expect(await page.evaluate(() => [navigator.language, innerWidth, matchMedia("(prefers-color-scheme: dark)").matches])).toEqual([
      options.locale,
      options.width,
      options.dark,
    ]);
    expectNoProblems();
    await close();
  }
});

test("Chinese characters are drawn with a font that has them", async () => {
  const { page, close } = await openPage(browser);
  await page.goto(`${origin}/clean`);
  // Without such a font every character is the same box.
  const drawn = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 40, height: 40 });
    const context = canvas.getContext("2d");
    if (!context) throw new Error("no canvas");
    return [..."产线码"].map((character) => {
      context.clearRect(0, 0, 40, 40);
      context.font = "32px sans-serif";
      context.fillText(character, 2, 34);
      return context.getImageData(0, 0, 40, 40).data.join();
    });
  });
  expect(new Set(drawn).size).toBe(3);
  await close();
});

test("warnings, errors and uncaught exceptions of a page are problems", async () => {
  const { page, problems, expectNoProblems, close } = await openPage(browser);
  const thrown = page.waitForEvent("pageerror");
  await page.goto(`${origin}/loud`);
  await thrown;
  expect(problems).toEqual([
    expect.stringMatching(/^console warning: a warning/),
    expect.stringMatching(/^console error: an error/),
    expect.stringMatching(/^uncaught: Error: uncaught/),
  ]);
  expect(() => expectNoProblems()).toThrow(/3 problem\(s\)[^]*a warning/);
  expect(() => expectNoProblems([/^console/, /^uncaught/])).not.toThrow();
  await close();
});

test("an inline script under the content security policy does not run and is a problem", async () => {
  const { page, problems, close } = await openPage(browser);
  await page.goto(`${origin}/inline`);
  await expect.poll(() => problems).toContainEqual(expect.stringMatching(/^content security policy: script-src-elem blocked inline/));
  expect(await page.title()).toBe("");
  await close();
});

test("a name outside this machine is never looked up", async () => {
  const { page, problems, close } = await openPage(browser);
  await page.goto(`${origin}/outside`);
  await page.waitForFunction(() => document.title === "refused");
  await expect
    .poll(() => problems)
    .toContainEqual(expect.stringMatching(/request failed: GET http:\/\/tracemark\.example\/: net::ERR_NAME_NOT_RESOLVED/));
  await close();
});
