// `npm run bench:live` has 200 browsers at two servers of one installation, and measures how soon they are told of writes; then browsers lose
// their connections and one server is killed, while writes go on: nobody may miss any. `--built`: what was built before. Exits with 1 when a
// goal is missed.
import { copyFile, mkdir } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import path from "node:path";
import { conclude, judge, print, quantile } from "./bench/goals.ts";
import { added, clientOf, startServer, watched, withInstallation, type Client } from "./bench/installed-server.ts";
import { listen, type Listener } from "./bench/live.ts";
import { signIn, tenant } from "./bench/sign-in.ts";
import { commands, parametersOf } from "./commands.ts";
import { stopProduct } from "./product-process.ts";

const { values: options } = parametersOf(commands["bench-live"]);

const browsers = 200;
/** Streams of one person are bounded. */
const browsersOfPerson = 8;
const quietWrites = 100;
const faultyWrites = 150;
const pauseMs = 100;
/** What is told after a server was killed before it could tell is found by the next look through the log. */
const settledMs = 15_000;

let made = 0;
async function write(client: Client): Promise<string> {
  made += 1;
  return added(client, "/digit-bind/factory", { code: `LIVE${made}`, name: `实时 ${made}`, factoryType: 1, status: 1 });
}

await withInstallation(
  { name: "live", isBuilt: options.built === true },
  async ({ server, client, database, connection, directory, dataDirectory }) => {
    // People of the tenant like the one who writes.
    await database.query(
      `insert into "user" select p.* from "user" u, generate_series(1, $2::int) n,
       jsonb_populate_record(u, jsonb_build_object('id', u.id + 1000000 + n, 'account', 'live' || n)) p
     where u.tenant_id = $1 and u.account = 'zhangwei'`,
      [tenant, browsers / browsersOfPerson],
    );
    const ofSecond = path.join(directory, "second");
    await mkdir(ofSecond);
    // Both have the secret of the installation.
    await copyFile(path.join(dataDirectory, "secret"), path.join(ofSecond, "secret"));
    const second = await startServer(connection, ofSecond);
    const addresses = [server.address, second.address] as const;
    const people: Readonly<Record<string, string>>[] = [];
    for (let index = 1; index <= browsers / browsersOfPerson; index += 1) people.push(await signIn(server.address, `live${index}`));
    const listeners: readonly Listener[] = Array.from({ length: browsers }, (_none, index) =>
      listen(addresses[index % 2] ?? server.address, people[index % people.length] ?? {}),
    );
    const { memory } = await watched(server, async () => {
      await Promise.all(listeners.map((one) => one.open()));
      await delay(1_000);
    });
    print(`  ${browsers} browsers at two servers; ${memory.toFixed(1)} MB more of one of these for its half`);

    const told: number[] = [];
    const quiet: { readonly id: string; readonly at: number }[] = [];
    for (let index = 0; index < quietWrites; index += 1) {
      quiet.push({ id: await write(client), at: performance.now() });
      await delay(pauseMs);
    }
    await delay(3_000);
    for (const { id, at } of quiet) for (const { heard } of listeners) told.push((heard.get(id) ?? Number.POSITIVE_INFINITY) - at);
    print(`  told after ${quantile(told, 0.5).toFixed(0)} ms in the median, ${quantile(told, 1).toFixed(0)} ms at most`);
    judge(
      { what: "until a browser is told of a write, of 95 in 100", compared: "at most", limit: 1_000, unit: "ms" },
      quantile(told, 0.95),
    );

    const other = await clientOf(second);
    const ids: string[] = [];
    for (let index = 0; index < faultyWrites; index += 1) {
      ids.push(await write(index < faultyWrites / 2 && index % 2 === 1 ? other : client));
      // Some lose their connection at every moment.
      listeners[(index * 7) % browsers]?.move(index < faultyWrites / 2 ? (addresses[index % 2] ?? server.address) : server.address);
      if (index === faultyWrites / 2) {
        second.process.kill("SIGKILL");
        for (const one of listeners) one.move(server.address);
      }
      await delay(pauseMs / 2);
    }
    await delay(settledMs);
    const missed = listeners.reduce((sum, { heard }) => sum + ids.filter((id) => !heard.has(id)).length, 0);
    const resets = listeners.reduce((sum, one) => sum + one.resets(), 0);
    print(`  ${faultyWrites} writes while connections broke off and a server was killed; ${resets} browsers had to load anew`);
    judge({ what: "writes that a browser has missed", compared: "at most", limit: 0, unit: "writes" }, missed);

    await Promise.all(listeners.map((one) => one.close()));
    await stopProduct(second);
    // Closed browsers leave nothing behind: as many as before find their place.
    const again = Array.from({ length: browsersOfPerson }, () => listen(server.address, people[0] ?? {}));
    await Promise.all(again.map((one) => one.open()));
    await Promise.all(again.map((one) => one.close()));
    conclude();
  },
);
