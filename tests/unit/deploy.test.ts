// The files of deploy/ for containers agree with the settings of the server, its probes and each other: nothing here builds an image.
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import packageFacts from "../../package.json" with { type: "json" };
import { readConfiguration, variables } from "../../src/server/config.ts";
import { probePaths } from "../../src/server/operations/probes.ts";

const root = path.resolve(import.meta.dirname, "../..");
const read = (file: string): string => readFileSync(path.join(root, file), "utf8");
const settingsIn = (file: string): readonly string[] => [...read(file).matchAll(/^#?([A-Z][A-Z_]+)=/gm)].map(([, name = ""]) => name);
const isSetting = (name: string): boolean => Object.hasOwn(variables, name);

const compose = z
  .object({
    services: z.object({
      tracemark: z.object({
        build: z.object({ context: z.string(), dockerfile: z.string() }),
        read_only: z.literal(true),
        environment: z.record(z.string(), z.string()),
        volumes: z.array(z.string()),
      }),
      postgres: z.object({ environment: z.record(z.string(), z.string()) }),
      nginx: z.object({ volumes: z.array(z.string()), command: z.tuple([z.literal("sh"), z.literal("-c"), z.string()]) }),
    }),
  })
  .parse(parse(read("deploy/compose.yaml"))).services;

/** What a template of variables is filled in with. */
const filled: Readonly<Record<string, string>> = {
  SERVER_NAME: "shop.example.org",
  CERTIFICATE: "/certificates/shop.pem",
  CERTIFICATE_KEY: "/certificates/shop.key",
  TZ: "Asia/Shanghai",
  POSTGRES_PASSWORD: "5f0c",
  TRACEMARK_SECRET: "a secret of more than thirty-two characters",
  ADMIN_PASSWORD: "another one",
  CLIENT_SECRET: "another secret",
};
const withVariables = (text: string): string => text.replaceAll(/\$\{(\w+)(?::[^}]*)?\}/g, (_match, name: string) => filled[name] ?? "");

test("the settings of the service are settings", () => {
  expect(settingsIn("deploy/tracemark.env").filter((name) => !isSetting(name))).toEqual([]);
});

describe("compose.yaml", () => {
  test("takes the variables that its template has, and no other", () => {
    const used = new Set([...read("deploy/compose.yaml").matchAll(/\$\{(\w+)/g)].map(([, name = ""]) => name));
    expect([...used].sort()).toEqual([...settingsIn("deploy/compose.env")].sort());
    expect(Object.keys(filled).sort()).toEqual([...used].sort());
  });

  test("gives the server settings that it accepts, with the database and the volume of the same file", () => {
    const { environment, build, volumes } = compose.tracemark;
    expect(Object.keys(environment).filter((name) => !isSetting(name))).toEqual([]);
    const values = Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, withVariables(value)]));
    const configuration = readConfiguration(values);
    expect(configuration).toMatchObject({ host: "0.0.0.0", port: 8000, operations: { host: "0.0.0.0", port: 9464 } });
    const { POSTGRES_USER: user, POSTGRES_DB: database, POSTGRES_PASSWORD: own } = compose.postgres.environment;
    expect(configuration.databaseUrl).toBe(`postgres://${user}:${withVariables(own ?? "")}@postgres:5432/${database}`);
    expect(volumes).toEqual([`files:${configuration.dataDirectory}`]);
    expect(existsSync(path.join(root, "deploy", build.context, build.dockerfile))).toBe(true);
  });

  test("has nginx serve the installation's name, with its certificate, from the container of the server", async () => {
    const { volumes, command } = compose.nginx;
    const targets = new Map(volumes.map((volume) => withVariables(volume).split(":")).map(([from = "", to = ""]) => [to, from]));
    expect(targets.get("/etc/nginx/tracemark.conf")).toBe("./nginx.conf");
    const script = withVariables(command[2])
      .replace("/etc/nginx/tracemark.conf", path.join(root, "deploy/nginx.conf"))
      .replace(/ > .*/, "");
    const { stdout } = await promisify(execFile)("sh", ["-c", script]);
    const served = stdout.replaceAll(/#.*/g, "");
    expect(served).toContain(`server tracemark:${compose.tracemark.environment["PORT"]} `);
    expect(served).toContain("server_name shop.example.org;");
    expect(served).not.toMatch(/127\.0\.0\.1|trace\.example/);
    for (const [, file = ""] of served.matchAll(/ssl_certificate(?:_key)?\s+(\S+);/g))
      expect(targets.get(file)).toMatch(/^\/certificates\//);
  });
});

describe.each(["deploy/Dockerfile", "deploy/package.Dockerfile"])("%s", (file) => {
  const lines = read(file).replaceAll("\\\n", "").split("\n");
  const health = /^HEALTHCHECK .*CMD (\[.*\])$/m.exec(lines.join("\n"))?.[1] ?? "[]";
  const environment = Object.fromEntries(
    [...(lines.find((line) => line.startsWith("ENV ")) ?? "").matchAll(/(\w+)=(\S+)/g)].map(([, name = "", value = ""]) => [name, value]),
  );

  test("sets settings, and serves on the port that it exposes as no root", () => {
    expect(Object.keys(environment)).toContain("DATA_DIR");
    expect(Object.keys(environment).filter((name) => !isSetting(name))).toEqual([]);
    const { port, dataDirectory } = readConfiguration(environment);
    expect(lines).toEqual(expect.arrayContaining([`EXPOSE ${port}`, `VOLUME ${dataDirectory}`, "USER node"]));
  });

  test.each([
    [200, 0],
    [503, 1],
    [undefined, 1],
  ])("has a health check that asks a probe, and ends after %s with %s", async (status, code) => {
    const [program = "", ...parameters] = z.array(z.string()).parse(JSON.parse(health));
    expect(program).toBe("node");
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? "");
      response.writeHead(status ?? 200).end();
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const { port } = server.address() as AddressInfo; // it listens on a port
    const close = () => new Promise((closed) => server.close(closed));
    if (status === undefined) await close();
    else onTestFinished(async () => void (await close()));
    const ended = await promisify(execFile)(process.execPath, parameters, { env: { PORT: String(port) } }).then(
      () => 0,
      (error: unknown) => (error instanceof Error && "code" in error ? error.code : error),
    );
    expect(ended).toBe(code);
    expect(asked.every((one) => probePaths.has(one))).toBe(true);
    expect(asked).toHaveLength(status === undefined ? 0 : 1);
  });
});

test("an image of a checkout gets neither secrets nor what is made of its sources elsewhere, and its steps exist", () => {
  const ignored = read(".dockerignore").split("\n");
  expect(ignored).toEqual(expect.arrayContaining(["**/.env", ".git", "node_modules", "dist", ".tracemark"]));
  const dockerfile = read("deploy/Dockerfile");
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, sources = ""]) => sources.split(" "));
  expect(copied).toContain("package-lock.json");
  expect(copied.filter((source) => !existsSync(path.join(root, source)))).toEqual([]);
  const commands = [...dockerfile.matchAll(/npm run (\w+)/g)].map(([, name = ""]) => name);
  expect(commands).toEqual(["package"]);
  expect(Object.keys(packageFacts.scripts)).toContain("package");
});

describe("the chart of Helm", () => {
  const chart = "deploy/helm/tracemark";
  const values = z
    .object({ settings: z.record(z.string(), z.string()), metricsPort: z.number() })
    .parse(parse(read(`${chart}/values.yaml`)));
  const deployment = read(`${chart}/templates/deployment.yaml`);

  test("has the version of the product", () => {
    expect(parse(read(`${chart}/Chart.yaml`))).toMatchObject({ version: packageFacts.version, appVersion: packageFacts.version });
  });

  test("sets settings that the server accepts", () => {
    const fixed = Object.fromEntries(
      [...deployment.matchAll(/\{ name: ([A-Z_]+), value: (.*) \}$/gm)].map(([, name = "", value = ""]) => [
        name,
        value.replaceAll('"', "").replace("{{ .Values.metricsPort }}", String(values.metricsPort)),
      ]),
    );
    const { NODE_OPTIONS: _ofNode, ...settings } = { ...fixed, ...values.settings };
    expect(Object.keys(settings).filter((name) => !isSetting(name))).toEqual([]);
    const { port, dataDirectory, operations } = readConfiguration(settings);
    expect(deployment).toContain(`containerPort: ${port} }`);
    expect(deployment).toContain(`mountPath: ${dataDirectory} }`);
    expect(operations).toEqual({ host: "0.0.0.0", port: values.metricsPort });
  });

  test("asks the probes, and runs as no root on a file system that it cannot write", () => {
    const asked = [...deployment.matchAll(/httpGet: \{ path: (\S+), port: http \}/g)].map(([, one = ""]) => one);
    expect(asked).toEqual(["/livez", "/livez", "/readyz"]);
    expect(asked.every((one) => probePaths.has(one))).toBe(true);
    for (const line of ["runAsNonRoot: true", "readOnlyRootFilesystem: true", "allowPrivilegeEscalation: false"])
      expect(deployment).toContain(line);
  });
});
