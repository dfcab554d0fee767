// The browser's files: the page with its nonce and settings, hashed files for ever, and headers on everything.
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Preloads } from "../../../src/server/http/preloads.ts";
import { call, client, serversOfFile, signIn } from "../auth/fixture.ts";

const startTestServer = serversOfFile();

const html = `<!doctype html><html><head><meta charset="UTF-8" /><meta name="tracemark-settings" content="{}" /><script type="module" crossorigin src="/assets/index-abc123.js"></script></head><body><div id="root"></div></body></html>`;
const script = "export const a = 1;".repeat(100);

/** A built application in a directory of its own. */
async function builtPages(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "tracemark-pages-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  await mkdir(join(directory, "assets"));
  await writeFile(join(directory, "index.html"), html);
  await writeFile(join(directory, "verify.html"), html.replace("root", "verify"));
  await writeFile(join(directory, "favicon.svg"), "<svg/>");
  await writeFile(join(directory, "assets", "index-abc123.js"), script);
  await writeFile(join(directory, "assets", "index-abc123.js.br"), brotliCompressSync(script));
  await writeFile(join(directory, "assets", "index-abc123.js.map"), "{}");
  return directory;
}

const startWithPages = async () => startTestServer({ pages: await builtPages() });
const nonceOf = (policy: unknown): string => /'nonce-([^']+)'/.exec(String(policy))?.[1] ?? "";

describe("the page", () => {
  test("carries a nonce of its own in every answer, the same in policy and page", async () => {
    const { app } = await startWithPages();
    const [one, two] = [await app.inject("/"), await app.inject("/")];
    const nonces = [one, two].map((answer) => nonceOf(answer.headers["content-security-policy"]));
    expect(nonces[0]).toMatch(/^[A-Za-z0-9+/]{24}$/);
    expect(nonces[0]).not.toBe(nonces[1]);
    expect(one.body).toContain(`<meta property="csp-nonce" nonce="${nonces[0]}">`);
    expect(one.headers["cache-control"]).toBe("no-store");
  });

  test("comes compressed to who takes that", async () => {
    const directory = await builtPages();
    await writeFile(join(directory, "index.html"), html.replace("</head>", `<style>${"b{color:red}".repeat(200)}</style></head>`));
    const { app } = await startTestServer({ pages: directory });
    const plain = await app.inject("/production/factory");
    const small = await app.inject({ url: "/production/factory", headers: { "accept-encoding": "gzip, br" } });
    expect([plain.headers["content-encoding"], small.headers["content-encoding"]]).toEqual([undefined, "br"]);
    expect(brotliDecompressSync(small.rawPayload).toString()).toContain(`nonce="${nonceOf(small.headers["content-security-policy"])}"`);
  });

  test("may run its own scripts only, and stand in no frame", async () => {
    const { app } = await startWithPages();
    const policy = String((await app.inject("/")).headers["content-security-policy"]).replace(/nonce-[^']+/, "nonce-R");
    expect(policy).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-R'; connect-src 'self'; img-src 'self' data: blob:; font-src 'self' data:; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'",
    );
  });

  test("may run what stands in it as it was built, and is written in the language that the browser asks for", async () => {
    const directory = await builtPages();
    await writeFile(
      join(directory, "index.html"),
      html.replace("<html>", '<html lang="zh-CN">').replace("</head>", "<style>b{color:red}</style><script>start();</script></head>"),
    );
    const { app } = await startTestServer({ pages: directory });
    const answer = await app.inject({ url: "/", headers: { "accept-language": "en-US,en;q=0.9" } });
    const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
    const policy = String(answer.headers["content-security-policy"]);
    expect(policy).toContain(`; script-src 'self' ${hash("start();")};`);
    expect(policy).toMatch(/; style-src 'self' 'nonce-[^']+' '/);
    expect(policy).toContain(` ${hash("b{color:red}")};`);
    expect(answer.body).toContain('<html lang="en">');
    expect((await app.inject("/")).body).toContain('<html lang="zh-CN">');
  });

  test("may embed the sites that the installation names, and hears of them, of the switch mode and of the first-page setting", async () => {
    const named = {
      frameSources: ["https://reports.example.com", "https://*.bi.example.com"],
      tokenSites: ["https://reports.example.com"],
      hasSwitchMode: true,
      hasFirstPage: true,
    };
    const { app } = await startTestServer({ pages: await builtPages(), console: named });
    const answer = await app.inject("/");
    expect(String(answer.headers["content-security-policy"])).toContain(
      "; frame-src 'self' https://reports.example.com https://*.bi.example.com;",
    );
    const reported: unknown = JSON.parse(
      /<meta name="tracemark-settings" content="([^"]*)">/.exec(answer.body)?.[1]?.replaceAll("&quot;", '"') ?? "{}",
    );
    expect(reported).toMatchObject({ frameSources: named.frameSources, tokenSites: named.tokenSites, switchMode: true, firstPage: true });
  });

  test("shows pictures of the sites that the installation names, and of no others", async () => {
    const { app } = await startTestServer({
      pages: await builtPages(),
      console: {
        frameSources: [],
        imageSources: ["https://avatars.example.com"],
        tokenSites: [],
        hasSwitchMode: false,
        hasFirstPage: false,
      },
    });
    expect(String((await app.inject("/")).headers["content-security-policy"])).toContain(
      "; img-src 'self' data: blob: https://avatars.example.com;",
    );
  });

  test("is told how to sign in, with the console's client as it is now", async () => {
    const { app, database } = await startWithPages();
    // The fixture's client stands in for the console's.
    await database.owner.transaction((tx) =>
      tx.query({ sql: "update client set client_id = 'saber' where client_id = $1", parameters: [client.id] }),
    );
    const settings =
      /<meta name="tracemark-settings" content="([^"]*)">/.exec((await app.inject("/")).body)?.[1]?.replaceAll("&quot;", '"') ?? "";
    expect(JSON.parse(settings)).toEqual({
      password: "md5",
      captcha: true,
      tenant: "000000",
      sessions: true,
      identityProviders: true,
      reorders: true,
      exports: true,
      live: true,
      workspace: true,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      client: `saber:${client.secret}`,
    });
  });

  test("comes on every route of the browser", async () => {
    const { app } = await startWithPages();
    for (const url of ["/login", "/production/factory", "/production/factory?current=3&name_like=a.b", "/404"]) {
      const answer = await app.inject(url);
      expect(answer.statusCode, url).toBe(200);
      expect(answer.headers["content-type"], url).toBe("text/html; charset=utf-8");
      expect(answer.body, url).toContain('<div id="root">');
    }
  });

  test("does not come in place of a file that is missing, or of an endpoint", async () => {
    const { app } = await startWithPages();
    for (const url of [
      "/assets/index-gone.js",
      "/assets/",
      "/robots.txt",
      "/api",
      "/api/nothing",
      "/upload",
      "/upload/100001/202611/x.png",
    ]) {
      const answer = await app.inject(url);
      expect(answer.statusCode, url).toBe(404);
      expect(answer.headers["content-type"], url).toContain("application/json");
    }
    expect((await app.inject({ method: "POST", url: "/login" })).statusCode).toBe(404);
  });
});

test("the page names what the application begins with and the list that was asked for, or for strangers the sign-in page", async () => {
  const directory = await builtPages();
  const preloads: Preloads = {
    application: { scripts: ["/assets/application-abc123.js"], styles: ["/assets/application-abc123.css"] },
    signIn: { scripts: ["/assets/sign-in-abc123.js"], styles: ["/assets/sign-in-abc123.css"] },
    lists: { factory: "/assets/factory-abcd1234.js" },
  };
  await writeFile(join(directory, "preloads.json"), JSON.stringify(preloads));
  const { app } = await startTestServer({ pages: directory });
  const linksOf = async (url: string, cookie?: string) =>
    [
      ...(await app.inject({ url, ...(cookie === undefined ? {} : { headers: { cookie } }) })).body.matchAll(
        /<(?:link|meta)[^>]*\/assets\/([\w.-]+)"/g,
      ),
    ].map(([, file]) => file);
  const signedIn = "other=1; tracemark-access-token=x.y.z";
  expect(await linksOf("/production/factory?size=30")).toEqual(["sign-in-abc123.js"]);
  expect(await linksOf("/production/factory", "tracemark-access-token=")).toEqual(["sign-in-abc123.js"]);
  expect(await linksOf("/production/factory?size=30", signedIn)).toEqual([
    "application-abc123.js",
    "application-abc123.css",
    "factory-abcd1234.js",
    "factory-abcd1234.js",
  ]);
  expect(await linksOf("/production/toString", signedIn)).toEqual(["application-abc123.js", "application-abc123.css"]);
  expect((await app.inject("/preloads.json")).statusCode).toBe(404);
});

test("what programs ask servers for by custom, and we do not have, is no page", async () => {
  const { app } = await startWithPages();
  const custom = [
    ...["/healthz", "/health", "/health-check", "/_health", "/HEALTHZ", "/healthz/ready", "/up", "/ready", "/live", "/liveness", "/alive"],
    ...["/readiness", "/status", "/statusz", "/heartbeat", "/ping/", "/-/healthy", "/-/ready", "/varz", "/metrics", "/prometheus"],
    ...["/actuator/health", "/server-status", "/nginx_status", "/debug/pprof", "/version", "/info"],
    ...["/.well-known/security.txt", "/.well-known/openid-configuration", "/.git/config"],
  ];
  const statuses = await Promise.all(custom.map(async (path) => [path, (await app.inject(path)).statusCode]));
  expect(statuses).toEqual(custom.map((path) => [path, 404]));
  expect((await app.inject("/info/index")).statusCode).toBe(200);
});

test("the page comes while the database is away, with the settings that were read last", async () => {
  const { app, database } = await startWithPages();
  const before = await app.inject("/");
  await database.owner.transaction((tx) => tx.query({ sql: "alter table rights_version rename to away", parameters: [] }));
  const after = await app.inject("/");
  expect(after.statusCode).toBe(200);
  const settingsOf = (page: string): string => /tracemark-settings" content="([^"]+)"/.exec(page)?.[1] ?? "";
  expect(settingsOf(after.body)).toContain("password");
  expect(settingsOf(after.body)).toBe(settingsOf(before.body));
});

describe("files", () => {
  test("with a hash in their name are kept for ever, others are asked for again", async () => {
    const { app } = await startWithPages();
    expect((await app.inject("/assets/index-abc123.js")).headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect((await app.inject("/favicon.svg")).headers["cache-control"]).toBe("no-cache");
  });

  test("come compressed to who takes that", async () => {
    const { app } = await startWithPages();
    const plain = await app.inject("/assets/index-abc123.js");
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.body).toBe(script);
    const small = await app.inject({ url: "/assets/index-abc123.js", headers: { "accept-encoding": "gzip, br" } });
    expect(small.headers["content-encoding"]).toBe("br");
    expect(small.headers["content-type"]).toContain("javascript");
    expect(small.headers["vary"]).toContain("accept-encoding");
    expect(small.rawPayload.length).toBeLessThan(script.length / 5);
  });

  test("that only developers need, and what lies beside the application, are not served", async () => {
    const { app } = await startWithPages();
    for (const url of [
      "/assets/index-abc123.js.map",
      "/index.html",
      "/../package.json",
      "/..%2fpackage.json",
      "/assets/..%2f..%2fpackage.json",
    ]) {
      const answer = await app.inject(url);
      expect(answer.statusCode, url).toBeGreaterThanOrEqual(400);
      expect(answer.body, url).not.toContain("dependencies");
    }
  });
});

test("every answer tells browsers what they may not do", async () => {
  const { app } = await startWithPages();
  const token = await signIn(app, "platform");
  await call(app, token, "GET /blade-auth/oauth/user-info");
  for (const url of ["/", "/assets/index-abc123.js", "/api/nothing", "/api/blade-auth/oauth/captcha", "/missing.png"]) {
    const { headers } = await app.inject(url);
    expect(headers, url).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "same-origin",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(headers["content-security-policy"], url).toContain("frame-ancestors 'none'");
    expect(headers["permissions-policy"], url).toContain("camera=()");
    expect(headers, url).not.toHaveProperty("x-powered-by");
  }
});

describe("the public page", () => {
  test.each([
    "/verify",
    "/verify?t=100001&c=A1",
    "/01/06901234567892/21/ABC-1",
    "/01/06901234567892/10/A/21/B",
    "/01/06901234567892",
    "/00/340123450000000018",
  ])("answers %s, with a policy and settings of its own", async (url) => {
    const { app } = await startWithPages();
    const answer = await app.inject(url);
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(answer.body).toContain('<div id="verify">');
    expect(answer.body).toContain('<meta name="tracemark-settings" content="{}">');
    expect(answer.headers["content-security-policy"]).toMatch(/script-src 'self';.*frame-src 'self';/);
    expect(answer.headers["permissions-policy"]).toContain("geolocation=(self)");
    expect(answer.headers["cache-control"]).toBe("no-store");
  });

  test.each(["/01/123/21/A", "/verify/more"])("leaves %s to the application", async (url) => {
    const { app } = await startWithPages();
    expect((await app.inject(url)).body).toContain('<div id="root">');
  });

  test("takes nothing but reading", async () => {
    const { app } = await startWithPages();
    expect((await app.inject({ method: "POST", url: "/verify" })).statusCode).toBe(404);
  });
});
