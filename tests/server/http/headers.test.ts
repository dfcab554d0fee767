// The headers that keep browsers from doing what the application never asks for stand on every kind of answer: successes, refusals, faults,
// files, pages.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { InjectOptions, LightMyRequestResponse } from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { basic, call, serversOfFile, signIn } from "../auth/fixture.ts";

const startTestServer = serversOfFile();

async function folder(files: Readonly<Record<string, string>>): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "tracemark-headers-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(directory, name, ".."), { recursive: true });
    await writeFile(join(directory, name), content);
  }
  return directory;
}

/** One answer of each kind that the server gives. */
async function everyKindOfAnswer(): Promise<ReadonlyMap<string, LightMyRequestResponse>> {
  const pages = await folder({
    "index.html":
      '<!doctype html><html><head><meta name="tracemark-settings" content="{}" /></head><body><div id="root"></div></body></html>',
    "verify.html":
      '<!doctype html><html><head><meta name="tracemark-settings" content="{}" /></head><body><div id="verify"></div></body></html>',
    "favicon.svg": "<svg/>",
    "assets/index-abc123.js": "export const a = 1;",
  });
  const name = "0123456789abcdef".repeat(2);
  const uploadDirectory = await folder({ [`100001/202611/${name}.png`]: "picture", [`100001/202611/${name}.pdf`]: "paper" });
  const { app, database } = await startTestServer({ pages, uploadDirectory, showsDictionary: true });
  const [platform, clerk] = [await signIn(app, "platform"), await signIn(app, "clerk")];
  const as = (token: { readonly access_token: string }) => ({ authorization: basic(), "blade-auth": `bearer ${token.access_token}` });
  const asks: Readonly<Record<string, InjectOptions>> = {
    "an answer": { url: "/api/blade-system/param/list", headers: as(platform) },
    "a refused sign-in": { method: "POST", url: "/api/blade-auth/oauth/token", headers: { authorization: basic() } },
    "nobody refused": { url: "/api/blade-system/param/list" },
    "a right refused": { url: "/api/blade-system/param/list", headers: as(clerk) },
    "wrong fields": {
      method: "POST",
      url: "/api/blade-system/param/submit",
      headers: { ...as(platform), "content-type": "application/json" },
      payload: "{}",
    },
    "a broken body": {
      method: "POST",
      url: "/api/blade-system/param/submit",
      headers: { ...as(platform), "content-type": "application/json" },
      payload: "{",
    },
    "an unknown endpoint": { url: "/api/nothing" },
    "another method": { method: "DELETE", url: "/api/blade-system/param/list" },
    "an address that cannot be decoded": { url: "/api/%zz" },
    "a page": { url: "/system/param" },
    "a script": { url: "/assets/index-abc123.js" },
    "a file": { url: "/favicon.svg" },
    "a file that is missing": { url: "/missing.png" },
    "an uploaded picture": { url: `/upload/100001/202611/${name}.png` },
    "an uploaded paper": { url: `/upload/100001/202611/${name}.pdf` },
    "an upload that is missing": { url: "/upload/100001/202611/none.png" },
    "the data dictionary": { url: "/docs/data" },
    "its stylesheet": { url: "/docs/data/dictionary.css" },
    "a page of nothing in it": { url: "/docs/data/nothing" },
  };
  const answers = new Map<string, LightMyRequestResponse>();
  for (const [name, request] of Object.entries(asks)) answers.set(name, await app.inject(request));
  await database.owner.transaction((tx) => tx.query({ sql: "alter table param rename to something", parameters: [] }));
  answers.set("a fault", await app.inject({ url: "/api/blade-system/param/list", headers: as(platform) }));
  return answers;
}

test("no kind of answer comes without them, and no policy lets anything be evaluated or written into the page", async () => {
  const answers = await everyKindOfAnswer();
  expect([...answers].map(([name, { statusCode }]) => [name, statusCode])).toEqual([
    ["an answer", 200],
    ["a refused sign-in", 400],
    ["nobody refused", 200],
    ["a right refused", 403],
    ["wrong fields", 400],
    ["a broken body", 400],
    ["an unknown endpoint", 404],
    ["another method", 405],
    ["an address that cannot be decoded", 400],
    ["a page", 200],
    ["a script", 200],
    ["a file", 200],
    ["a file that is missing", 404],
    ["an uploaded picture", 200],
    ["an uploaded paper", 403],
    ["an upload that is missing", 404],
    ["the data dictionary", 200],
    ["its stylesheet", 200],
    ["a page of nothing in it", 404],
    ["a fault", 500],
  ]);
  for (const [name, { headers }] of answers) {
    expect(headers, name).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "same-origin",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
    });
    const policy = String(headers["content-security-policy"]);
    expect(policy, name).toContain("default-src 'none'");
    expect(policy, name).toContain("frame-ancestors 'none'");
    expect(policy, name).not.toMatch(/unsafe-|script-src[^;]*(?:\*|data:|https?:)/);
    expect(headers, name).not.toHaveProperty("access-control-allow-origin");
    expect(headers, name).not.toHaveProperty("server");
  }
});

test("over https, browsers are told to come by no other way", async () => {
  const { app } = await startTestServer({ trustedProxies: ["127.0.0.1"] });
  const secure = await app.inject({ url: "/api/nothing", headers: { "x-forwarded-proto": "https" } });
  expect(secure.headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
  for (const [httpsOnly, header] of [
    ["site", "max-age=31536000"],
    ["off", undefined],
  ] as const) {
    const { app: chosen } = await startTestServer({ trustedProxies: ["127.0.0.1"], httpsOnly });
    expect(
      (await chosen.inject({ url: "/api/nothing", headers: { "x-forwarded-proto": "https" } })).headers["strict-transport-security"],
    ).toBe(header);
  }
  // On plain http browsers pass it over, and an installation on loopback has no https.
  expect((await app.inject("/api/nothing")).headers).not.toHaveProperty("strict-transport-security");
  const { app: direct } = await startTestServer();
  expect((await direct.inject({ url: "/api/nothing", headers: { "x-forwarded-proto": "https" } })).headers).not.toHaveProperty(
    "strict-transport-security",
  );
});

test("nothing personal is kept by caches between browser and server", async () => {
  const { app } = await startTestServer();
  const token = await signIn(app, "platform");
  for (const url of ["/blade-system/param/list", "/blade-auth/oauth/user-info"]) {
    const answer = await app.inject({
      url: `/api${url}`,
      headers: { authorization: basic(), "blade-auth": `bearer ${token.access_token}` },
    });
    expect(answer.headers["cache-control"], url).toBe("no-store");
  }
  expect((await call(app, undefined, "GET /nothing")).status).toBe(404);
});
