// Settings of a server process: their defaults, and which values are refused with which messages.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { blade } from "#schema/dialects/blade";
import { bladex } from "#schema/dialects/bladex";
import { ConfigurationError, readConfiguration, variables } from "./config.ts";
import { isLoopback } from "./loopback.ts";

const read = (environment: Readonly<Record<string, string>>) => readConfiguration(environment, "/srv/tracemark");

function problemsOf(environment: Readonly<Record<string, string>>): string {
  try {
    read(environment);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  return "";
}

describe("settings", () => {
  test("without any variable are those of a person at this machine", () => {
    expect(read({})).toEqual({
      host: "127.0.0.1",
      port: 8000,
      isPortGiven: false,
      drainMs: 0,
      runsJobs: true,
      databaseUrl: undefined,
      dataDirectory: "/srv/tracemark/.tracemark",
      uploadDirectory: "/srv/tracemark/.tracemark/uploads",
      secret: undefined,
      adminPassword: undefined,
      clientSecret: undefined,
      hasDemoData: true,
      showsDictionary: true,
      bladeUrl: undefined,
      dialect: bladex,
      passwordTransform: "md5",
      bladeTransform: undefined,
      passwordKey: undefined,
      asksCaptcha: true,
      frameSources: [],
      imageSources: [],
      httpsOnly: "subdomains",
      tokenSites: [],
      hasSwitchMode: false,
      hasFirstPage: false,
      providers: [],
      siteUrls: [],
      trustedProxies: [],
      internalHosts: [],
      logLevel: "info",
      logFile: "/srv/tracemark/.tracemark/server.log",
      isExposed: false,
    });
  });

  test("of an empty variable are those of none", () => {
    expect(read({ PORT: "", DATABASE_URL: " ", TRACEMARK_SECRET: "" })).toEqual(read({}));
  });

  test("take directories relative to where the server is started, and each other", () => {
    expect(read({ DATA_DIR: "data" })).toMatchObject({
      dataDirectory: "/srv/tracemark/data",
      uploadDirectory: "/srv/tracemark/data/uploads",
      logFile: "/srv/tracemark/data/server.log",
    });
    expect(read({ DATA_DIR: "/var/lib/t", UPLOAD_DIR: "/mnt/files", LOG_FILE: "-" })).toMatchObject({
      dataDirectory: "/var/lib/t",
      uploadDirectory: "/mnt/files",
      logFile: undefined,
    });
  });

  test.each<Readonly<Record<string, string>>>([{ HOST: "0.0.0.0" }, { HOST: "192.168.1.5" }, { HOST: "::" }, { NODE_ENV: "production" }])(
    "say that others can reach the server: %o",
    (environment) => {
      expect(read(environment)).toMatchObject({ isExposed: true, hasDemoData: false, showsDictionary: false });
    },
  );

  test("of the console take sites that may be embedded, and sites that get tokens only where nobody listens", () => {
    expect(
      read({
        FRAME_SOURCES: "https://reports.example.com, http://10.0.0.8:8081,https://*.bi.example.com",
        TOKEN_SITES: "https://Reports.example.com,http://127.0.0.1:9000",
        SWITCH_MODE: "true",
      }),
    ).toMatchObject({
      frameSources: ["https://reports.example.com", "http://10.0.0.8:8081", "https://*.bi.example.com"],
      tokenSites: ["https://reports.example.com", "http://127.0.0.1:9000"],
      hasSwitchMode: true,
    });
    expect(read({ IMAGE_SOURCES: "https://avatars.example.com, https://*.cdn.example.com", HSTS: "off" })).toMatchObject({
      imageSources: ["https://avatars.example.com", "https://*.cdn.example.com"],
      httpsOnly: "off",
    });
    expect(problemsOf({ IMAGE_SOURCES: "https:" })).toContain("IMAGE_SOURCES: must be sites");
    expect(problemsOf({ HSTS: "yes" })).toContain("HSTS");
    expect(read({ FIRST_PAGE: "true" }).hasFirstPage).toBe(true);
    for (const sources of [
      "*",
      "https://*",
      "reports.example.com",
      "https://a.example; script-src *",
      "https://a.example/path",
      "javascript:alert(1)",
    ])
      expect(problemsOf({ FRAME_SOURCES: sources }), sources).toContain("FRAME_SOURCES: must be sites");
    for (const sites of ["http://reports.example.com", "https://*.example.com", "https://a.example/path"])
      expect(problemsOf({ TOKEN_SITES: sites }), sites).toContain("TOKEN_SITES: must be sites");
  });

  const github = {
    OAUTH_PROVIDERS: "github",
    OAUTH_GITHUB_AUTHORIZE_URL: "https://github.com/login/oauth/authorize",
    OAUTH_GITHUB_TOKEN_URL: "https://github.com/login/oauth/access_token",
    OAUTH_GITHUB_USER_INFO_URL: "https://api.github.com/user",
    OAUTH_GITHUB_CLIENT_ID: "id",
    OAUTH_GITHUB_CLIENT_SECRET: "hunter2",
  };

  test("of another platform are taken together, with the names of OpenID Connect unless others are said", () => {
    const defaultFields = { id: "sub", account: "preferred_username", name: "name", avatar: "picture", email: "email" };
    expect(read(github).providers).toEqual([
      {
        source: "github",
        label: ["github", "github"],
        authorizeUrl: github.OAUTH_GITHUB_AUTHORIZE_URL,
        tokenUrl: github.OAUTH_GITHUB_TOKEN_URL,
        userInfoUrl: github.OAUTH_GITHUB_USER_INFO_URL,
        clientId: "id",
        clientSecret: "hunter2",
        scope: "",
        clientAuthentication: "post",
        fields: defaultFields,
      },
    ]);
    const more = {
      ...github,
      OAUTH_GITHUB_LABEL: "代码之家，Code House",
      OAUTH_GITHUB_FIELDS: "id=data.open_id, name=login",
      OAUTH_GITHUB_CLIENT_AUTH: "basic",
      SITE_URLS: "https://A.example.com, http://localhost:8000",
    };
    expect(read(more)).toMatchObject({
      providers: [
        {
          label: ["代码之家", "Code House"],
          clientAuthentication: "basic",
          fields: { ...defaultFields, id: "data.open_id", name: "login" },
        },
      ],
      siteUrls: ["https://a.example.com", "http://localhost:8000"],
    });
    expect(read({ ...github, OAUTH_PROVIDERS: "" }).providers).toEqual([]);
  });

  test("of another platform are refused where something is missing, readable on its way, or leads nowhere, and never repeat the secret", () => {
    const message = problemsOf({ OAUTH_PROVIDERS: "github", OAUTH_GITHUB_CLIENT_SECRET: "hunter2" });
    for (const name of ["AUTHORIZE_URL", "TOKEN_URL", "USER_INFO_URL", "CLIENT_ID"])
      expect(message).toContain(`OAUTH_GITHUB_${name}: must be set with OAUTH_PROVIDERS=github.`);
    for (const address of [
      "http://github.com/token",
      "https://user:pass@github.com/token",
      "github.com",
      "javascript:alert(1)",
      "https://github.com/#x",
    ])
      expect(problemsOf({ ...github, OAUTH_GITHUB_TOKEN_URL: address }), address).toContain(
        "OAUTH_GITHUB_TOKEN_URL: must be an address that begins with https://",
      );
    expect(read({ ...github, OAUTH_GITHUB_TOKEN_URL: "http://127.0.0.1:9000/token" }).providers).toHaveLength(1);
    for (const fields of ["id", "id=a b", "uid=id", "id=id=id", "id=.x"])
      expect(problemsOf({ ...github, OAUTH_GITHUB_FIELDS: fields }), fields).toContain("OAUTH_GITHUB_FIELDS: must look like");
    for (const names of ["GitHub", "a-b", "1a", "abcdefghijklmnopq"])
      expect(problemsOf({ ...github, OAUTH_PROVIDERS: names }), names).toContain("OAUTH_PROVIDERS: must be keys");
    expect(problemsOf({ ...github, HOST: "0.0.0.0" })).toContain("SITE_URLS: must be set with OAUTH_PROVIDERS.");
    expect(read({ ...github, HOST: "0.0.0.0", SITE_URLS: "https://trace.example.com" }).siteUrls).toEqual(["https://trace.example.com"]);
    expect(problemsOf({ ...github, BLADE_URL: "http://127.0.0.1:9000" })).toContain(
      "OAUTH_PROVIDERS: must not be set together with BLADE_URL",
    );
    expect(problemsOf({ SITE_URLS: "http://trace.example.com" })).toContain("SITE_URLS: must be sites");
    expect(problemsOf({ ...github, OAUTH_GITHUB_TOKEN_URL: "x", OAUTH_GITHUB_CLIENT_AUTH: "hunter2" })).not.toContain("hunter2");
  });

  test("of production write the log to the standard output", () => {
    expect(read({ NODE_ENV: "production" }).logFile).toBeUndefined();
    expect(read({ NODE_ENV: "production", DEMO_DATA: "true", DOCS: "true" })).toMatchObject({ hasDemoData: true, showsDictionary: true });
    expect(read({ DOCS: "false" }).showsDictionary).toBe(false);
  });

  test("know this machine's own addresses", () => {
    for (const host of ["127.0.0.1", "127.9.9.9", "localhost", "::1"]) expect(isLoopback(host), host).toBe(true);
    for (const host of ["0.0.0.0", "127.0.0.1.example.com", "10.0.0.1", "example.com", ""]) expect(isLoopback(host), host).toBe(false);
  });

  test("say how often a person may call, or leave it as usual", () => {
    expect([read({ JOBS: "0" }).runsJobs, read({}).runsJobs]).toEqual([false, true]);
    expect([read({ CALLS_PER_MINUTE: "600" }).ownCalls, read({}).ownCalls]).toEqual([600, undefined]);
  });

  test("say how long a process goes on answering when it ends", () => {
    expect([read({ DRAIN_SECONDS: "4" }).drainMs, read({}).drainMs]).toEqual([4_000, 0]);
  });

  test("list the addresses of proxies", () => {
    expect(read({ TRUST_PROXY: "10.0.0.1, 10.0.0.0/8" }).trustedProxies).toEqual(["10.0.0.1", "10.0.0.0/8"]);
    const more = ["loopback", "10.0.0.0/255.0.0.0", "::1", "fd00::/8"];
    expect(read({ TRUST_PROXY: more.join() }).trustedProxies).toEqual(more);
  });
});

describe("refused settings", () => {
  test.each([
    ["PORT", "80000"],
    ["TRUST_PROXY", "everyone"],
    ["TRUST_PROXY", "10.0.0.1, 10.0.0.0/33"],
    ["JOBS", "yes"],
    ["CALLS_PER_MINUTE", "5"],
    ["CALLS_PER_MINUTE", "often"],
    ["DRAIN_SECONDS", "31"],
    ["DRAIN_SECONDS", "-1"],
    ["PORT", "http"],
    ["PORT", "-1"],
    ["DATABASE_URL", "mysql://localhost/x"],
    ["DATABASE_URL", "localhost"],
    ["REPORT_DATABASE_URL", "localhost"],
    ["REPORT_MAX_LAG_SECONDS", "4"],
    ["REPORT_MAX_LAG_SECONDS", "soon"],
    ["TRACEMARK_SECRET", "short"],
    ["ADMIN_PASSWORD", "admin"],
    ["ADMIN_PASSWORD", "7 chars"],
    ["CLIENT_SECRET", "saber_secret"],
    ["CLIENT_SECRET", "short"],
    ["BLADE_URL", "ftp://host"],
    ["BLADE_URL", "host:80"],
    ["BLADE_DIALECT", "saber"],
    ["PASSWORD_TRANSFORM", "sha1"],
    ["CAPTCHA", "yes"],
    ["LOG_LEVEL", "loud"],
    ["DEMO_DATA", "0"],
    ["DOCS", "on"],
  ])("%s=%s is named with what it is for", (name, value) => {
    const message = problemsOf({ [name]: value });
    expect(message).toContain(`  ${name}: `);
    expect(message).toContain(variables[name as keyof typeof variables].description); // names of the table above
  });

  test("are a replica without its primary", () => {
    const url = "postgres://ann:hunter2@replica/trace";
    expect(problemsOf({ REPORT_DATABASE_URL: url })).toMatch(/REPORT_DATABASE_URL: .*set DATABASE_URL as well/);
    expect(problemsOf({ REPORT_DATABASE_URL: url })).not.toContain("hunter2");
    expect(read({ DATABASE_URL: "postgres://ann@primary/trace", REPORT_DATABASE_URL: url }).replica).toEqual({ url, maxLagMs: 30_000 });
  });

  test("never repeat a secret", () => {
    expect(
      problemsOf({ TRACEMARK_SECRET: "hunter2", CLIENT_SECRET: "hunter2", ADMIN_PASSWORD: "hunt", DATABASE_URL: "mysql://u:hunter2@h/d" }),
    ).not.toContain("hunt");
  });

  test("are all named at once", () => {
    const message = problemsOf({ PORT: "x", LOG_LEVEL: "loud" });
    expect(message).toContain("PORT:");
    expect(message).toContain("LOG_LEVEL:");
  });
});

test("every variable has a sentence", () => {
  for (const [name, schema] of Object.entries(variables)) expect(schema.description, name).toMatch(/^[A-Z].+\.$/);
});

describe("in front of another back-end", () => {
  const key = `04${"ab".repeat(64)}`;
  const url = { BLADE_URL: "https://blade.example.com" };
  const files: string[] = [];
  const fileWith = (text: string) => {
    const file = join(mkdtempSync(join(tmpdir(), "dialect-")), "dialect.json");
    writeFileSync(file, text);
    files.push(file);
    return file;
  };
  afterAll(() => files.forEach((file) => rmSync(dirname(file), { recursive: true })));

  test("dialect blade does not start without the key that passwords are encrypted with", () => {
    const reported = problemsOf({ ...url, BLADE_DIALECT: "blade" });
    expect(reported).toContain("PASSWORD_KEY: is required, because this back-end decrypts passwords");
    expect(reported).toContain("blade.auth.public-key");
    expect(read({ ...url, BLADE_DIALECT: "blade", PASSWORD_KEY: key })).toMatchObject({ dialect: blade, passwordKey: key });
    // Editions before 4.1.
    expect(read({ ...url, BLADE_DIALECT: "blade", PASSWORD_TRANSFORM: "plain" })).toMatchObject({ bladeTransform: "plain" });
  });

  test("a key of another form, and settings that need a back-end, are told", () => {
    expect(problemsOf({ ...url, BLADE_DIALECT: "blade", PASSWORD_KEY: "04ab" })).toContain("PASSWORD_KEY: must be a public key of SM2");
    expect(problemsOf({ PASSWORD_TRANSFORM: "sm2" })).toContain("PASSWORD_TRANSFORM: sm2 is for a back-end at BLADE_URL");
    expect(problemsOf({ DIALECT_FILE: "x.json" })).toContain("DIALECT_FILE: is for a back-end of its own");
    expect(problemsOf({ ...url, BLADE_DIALECT: "blade", PASSWORD_KEY: key, SWITCH_MODE: "true" })).toContain(
      "SWITCH_MODE: the dialect blade",
    );
  });

  test("a file overrides single values of the dialect, and null takes one out", () => {
    const file = fileWith('{ "paths": { "token": "/auth/token" }, "several": true, "resources": { "report": null, "post": "absent" } }');
    const { dialect } = read({ ...url, DIALECT_FILE: file, BLADE_DIALECT: "blade", PASSWORD_KEY: key });
    expect(dialect).toMatchObject({ several: true, paths: { ...blade.paths, token: "/auth/token" } });
    expect(dialect.resources).not.toHaveProperty("report");
    expect(dialect.resources).toMatchObject({ post: "absent", dept: blade.resources["dept"] });
  });

  test.each([
    ['{ "resources": { "user": { "reads": { "info": "there" } } } }', "resources.user.reads.info"],
    ['{ "several": 1 }', "several: "],
    ['{ "tokens": {} }', 'Unrecognized key: "tokens"'],
    ['{ "paths": { "token": "auth/token" } }', "paths.token: must be a path below /api"],
    ["[]", "must hold an object"],
    ["{", "is no JSON"],
  ])("a wrong value in the file is told with its path: %s", (text, reported) => {
    const file = fileWith(text);
    const sentence = problemsOf({ ...url, DIALECT_FILE: file });
    expect(sentence).toContain(`DIALECT_FILE: ${file}: `);
    expect(sentence).toContain(reported);
  });

  test("a file that is not there is told", () => {
    expect(problemsOf({ ...url, DIALECT_FILE: "/nowhere/dialect.json" })).toContain("DIALECT_FILE: /nowhere/dialect.json: cannot be read");
  });
});
