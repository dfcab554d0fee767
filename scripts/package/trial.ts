// Tries a package as a production machine would use it: unpacked in an empty folder, with Node and nothing else.
import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { chmod, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { startProduct, stopProduct, type Product } from "../product-process.ts";

const run = promisify(execFile);
/** What the package's server needs to know. */
type Environment = Readonly<Record<string, string>>;

const start = (folder: string, environment: Environment): Promise<Product> =>
  startProduct({ program: ["dist/server/main.js"], folder, environment });

async function expectOk(what: string, answer: Response): Promise<Response> {
  if (!answer.ok) throw new Error(`${what} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

async function signIn(address: string, password: string, client: string): Promise<void> {
  const page = await (await expectOk("the page", await fetch(`${address}/login`))).text();
  if (!page.includes("<script")) throw new Error("the sign-in page has no application in it");
  await expectOk("the picture of the sign-in page", await fetch(`${address}/api/blade-auth/oauth/captcha`));
  const query = new URLSearchParams({
    tenantId: "000000",
    username: "admin",
    password: createHash("md5").update(password).digest("hex"),
    grant_type: "password",
  });
  const authorization = `Basic ${Buffer.from(`saber:${client}`).toString("base64")}`;
  await expectOk(
    "signing in",
    await fetch(`${address}/api/blade-auth/oauth/token?${query}`, { method: "POST", headers: { authorization } }),
  );
}

/** Starts, signs in, backs up, restores elsewhere and signs in there. Throws with what went wrong. */
export async function tryPackage(archive: string, name: string): Promise<readonly string[]> {
  const place = await mkdtemp(path.join(tmpdir(), "tracemark-package-"));
  await chmod(place, 0o711); // a system user runs PostgreSQL when this runs as root
  const output: string[] = [];
  try {
    await run("tar", ["-xzf", archive, "-C", place]);
    const folder = path.join(place, name);
    const random = () => randomBytes(24).toString("base64url");
    const [password, client] = [random(), random()];
    const environment = {
      PATH: "/usr/bin:/bin:/usr/sbin:/sbin",
      HOME: place,
      NODE_ENV: "production",
      PORT: "0",
      LOG_FILE: path.join(place, "server.log"),
      TRACEMARK_SECRET: random(),
      ADMIN_PASSWORD: password,
      CLIENT_SECRET: client,
    };
    const [data, restored, backups] = [path.join(place, "data"), path.join(place, "restored"), path.join(place, "backups")];
    for (const directory of [data, restored]) await mkdir(directory, { mode: 0o711 });
    const command = (parameters: readonly string[], directory: string) =>
      run(process.execPath, ["dist/server/main.js", ...parameters], { cwd: folder, env: { ...environment, DATA_DIR: directory } });

    const first = await start(folder, { ...environment, DATA_DIR: data });
    try {
      await signIn(first.address, password, client);
      output.push("started in production, signed in");
      await command(["backup", backups], data);
      output.push("backed up while it ran");
    } finally {
      await stopProduct(first);
    }
    const [backup] = await readdir(backups);
    await command(["restore", path.join(backups, backup ?? "")], restored);
    const second = await start(folder, { ...environment, DATA_DIR: restored });
    try {
      await signIn(second.address, password, client);
    } finally {
      await stopProduct(second);
    }
    output.push("restored into an empty directory, signed in");
    return output;
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}
