// The data dictionary of a running server: in the reader's language, under a policy that lets nothing run, and only where it is switched
// on.
import { expect, test } from "vitest";
import { serversOfFile } from "../auth/fixture.ts";

const startTestServer = serversOfFile();

const start = () => startTestServer({ showsDictionary: true });

test("a person who is not signed in reads the overview and a resource, in the language of the address or of the browser", async () => {
  const { app } = await start();
  expect((await app.inject("/docs/data")).body).toContain('<html lang="zh-CN">');
  expect((await app.inject({ url: "/docs/data", headers: { "accept-language": "en-GB,en;q=0.9" } })).body).toContain(
    "<h1>Data dictionary</h1>",
  );
  expect((await app.inject({ url: "/docs/data/factory?lang=zh", headers: { "accept-language": "en" } })).body).toContain(
    "<h1>工厂 <code>factory</code></h1>",
  );
  const english = await app.inject("/docs/data/factory?lang=en");
  expect(english.statusCode).toBe(200);
  expect(english.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(english.body).toContain('href="/docs/data/shop?lang=en"');
  expect((await app.inject("/docs/data?lang=%3Cscript%3E")).body).toContain('<html lang="zh-CN">');
});

test("its pages may load their stylesheet and run nothing", async () => {
  const { app } = await start();
  const page = await app.inject("/docs/data/order");
  expect(page.headers["content-security-policy"]).toBe(
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  const [, stylesheet = ""] = /<link rel="stylesheet" href="([^"]+)">/.exec(page.body) ?? [];
  const style = await app.inject(stylesheet);
  expect([style.statusCode, style.headers["content-type"]]).toEqual([200, "text/css; charset=utf-8"]);
});

test("a resource that does not exist has no page", async () => {
  const { app } = await start();
  for (const name of ["nothing", "toString", "__proto__", "%3Cscript%3E"]) {
    const answer = await app.inject(`/docs/data/${name}`);
    expect(answer.statusCode, name).toBe(404);
    expect(answer.body, name).not.toContain("<script");
  }
});

test("an operation that the server has a handler for is not told as unavailable", async () => {
  const { app } = await start();
  expect((await app.inject("/docs/data/user?lang=en")).body).not.toContain("Not available yet");
});

test("nothing of it is there where it is switched off", async () => {
  const { app } = await startTestServer({});
  for (const url of ["/docs/data", "/docs/data/factory", "/docs/data/dictionary.css"])
    expect((await app.inject(url)).statusCode, url).toBe(404);
});
