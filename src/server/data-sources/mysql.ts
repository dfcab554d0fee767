// A session of MySQL or of what speaks its protocol, such as MariaDB (the package `mysql2`: pure JavaScript, the one that is kept up).
import { connect } from "node:net";
import { createConnection, type RowDataPacket } from "mysql2/promise";
import type { Connection, DriverOptions } from "./connection.ts";

/** Opens a read-only session. The server ends long statements where it knows how; here they are given up in any case. */
export async function openMysql({ address, ip, user, password, connectMs, statementMs }: DriverOptions): Promise<Connection> {
  const { encryption } = address;
  const connection = await createConnection({
    // The name is what a certificate is compared with; the judged address is what is connected to.
    host: address.host,
    port: address.port,
    stream: () => connect(address.port, ip),
    database: address.database,
    user,
    password,
    connectTimeout: connectMs,
    charset: "utf8mb4",
    supportBigNumbers: true,
    bigNumberStrings: true,
    dateStrings: true,
    // Neither files of this machine nor several statements at once, whatever the other side asks for.
    flags: ["-LOCAL_FILES"],
    multipleStatements: false,
    ...(encryption === "none" ? {} : { ssl: { rejectUnauthorized: encryption === "verified", verifyIdentity: encryption === "verified" } }),
  });
  connection.on("error", () => undefined);
  const rows = async (sql: string, parameters: readonly string[]) => {
    const [found] = await connection.query<RowDataPacket[]>({ sql, timeout: statementMs }, [...parameters]);
    return found;
  };
  await rows("set session transaction read only", []);
  const [first] = await rows("select version() as version", []);
  const version = String(first?.["version"] ?? "");
  const isMaria = /mariadb/i.test(version);
  return {
    kind: "mysql",
    server: `${isMaria ? "MariaDB" : "MySQL"} ${version.split("-")[0] ?? ""}`.trim(),
    rows,
    close: async () => connection.destroy(),
  };
}
