// Settings of a server process: what they are by default, and what is refused with which words.
import { describe, expect, test } from "vitest";
import { ConfigurationError, isLoopback, readConfiguration, variables } from "./config.ts";

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
      host: "127.0.0.1", port: 8000, databaseUrl: undefined, dataDirectory: "/srv/tracemark/.tracemark", uploadDirectory: "/srv/tracemark/.tracemark/uploads", secret: undefined,
      adminPassword: undefined, clientSecret: undefined, hasDemoData: true, showsDictionary: true, bladeUrl: undefined, dialect: "bladex", passwordTransform: "md5", asksCaptcha: true,
      frameSources: [], tokenSites: [], hasSwitchMode: false, hasFirstPage: false, trustedProxies: [],
      logLevel: "info", logFile: "/srv/tracemark/.tracemark/server.log", isExposed: false,
    });
  });

  test("of an empty variable are those of none", () => {
    expect(read({ PORT: "", DATABASE_URL: " ", TRACEMARK_SECRET: "" })).toEqual(read({}));
  });

  test("take directories relative to where the server is started, and each other", () => {
    expect(read({ DATA_DIR: "data" })).toMatchObject({ dataDirectory: "/srv/tracemark/data", uploadDirectory: "/srv/tracemark/data/uploads", logFile: "/srv/tracemark/data/server.log" });
    expect(read({ DATA_DIR: "/var/lib/t", UPLOAD_DIR: "/mnt/files", LOG_FILE: "-" })).toMatchObject({ dataDirectory: "/var/lib/t", uploadDirectory: "/mnt/files", logFile: undefined });
  });

  test.each<Readonly<Record<string, string>>>([{ HOST: "0.0.0.0" }, { HOST: "192.168.1.5" }, { HOST: "::" }, { NODE_ENV: "production" }])("say that others can reach the server: %o", (environment) => {
    expect(read(environment)).toMatchObject({ isExposed: true, hasDemoData: false, showsDictionary: false });
  });

  test("of the console take sites that may be embedded, and sites that get tokens only where nobody listens", () => {
    expect(read({ FRAME_SOURCES: "https://reports.example.com, http://10.0.0.8:8081,https://*.bi.example.com", TOKEN_SITES: "https://Reports.example.com,http://127.0.0.1:9000", SWITCH_MODE: "true" })).toMatchObject({
      frameSources: ["https://reports.example.com", "http://10.0.0.8:8081", "https://*.bi.example.com"], tokenSites: ["https://reports.example.com", "http://127.0.0.1:9000"], hasSwitchMode: true,
    });
    expect(read({ FIRST_PAGE: "true" }).hasFirstPage).toBe(true);
    for (const sources of ["*", "https://*", "reports.example.com", "https://a.example; script-src *", "https://a.example/path", "javascript:alert(1)"]) expect(problemsOf({ FRAME_SOURCES: sources }), sources).toContain("FRAME_SOURCES: must be sites");
    for (const sites of ["http://reports.example.com", "https://*.example.com", "https://a.example/path"]) expect(problemsOf({ TOKEN_SITES: sites }), sites).toContain("TOKEN_SITES: must be sites");
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

  test("list the addresses of proxies", () => {
    expect(read({ TRUST_PROXY: "10.0.0.1, 10.0.0.0/8" }).trustedProxies).toEqual(["10.0.0.1", "10.0.0.0/8"]);
  });
});

describe("refused settings", () => {
  test.each([
    ["PORT", "80000"], ["PORT", "http"], ["PORT", "-1"], ["DATABASE_URL", "mysql://localhost/x"], ["DATABASE_URL", "localhost"], ["TRACEMARK_SECRET", "short"], ["ADMIN_PASSWORD", "admin"], ["ADMIN_PASSWORD", "abc"],
    ["CLIENT_SECRET", "saber_secret"], ["CLIENT_SECRET", "short"], ["BLADE_URL", "ftp://host"], ["BLADE_URL", "host:80"], ["BLADE_DIALECT", "saber"], ["PASSWORD_TRANSFORM", "sha1"], ["CAPTCHA", "yes"],
    ["LOG_LEVEL", "loud"], ["DEMO_DATA", "0"], ["DOCS", "on"],
  ])("%s=%s is named with what it is for", (name, value) => {
    const message = problemsOf({ [name]: value });
    expect(message).toContain(`  ${name}: `);
    expect(message).toContain(variables[name as keyof typeof variables].description); // names of the table above
  });

  test("never repeat a secret", () => {
    expect(problemsOf({ TRACEMARK_SECRET: "hunter2", CLIENT_SECRET: "hunter2", ADMIN_PASSWORD: "hunt", DATABASE_URL: "mysql://u:hunter2@h/d" })).not.toContain("hunt");
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
