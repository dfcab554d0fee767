// Whether the PostgreSQL of DATABASE_URL can be reached: asked before anything is built or written, and told as what to correct.
import pg from "pg";
import { operatorText } from "../operator-language.ts";
import type { PostgresConnection } from "./connection.ts";
import { PostgresError, reasonOf, systemCode } from "./errors.ts";

const patienceMs = 10_000;

/** Problem and remedy of a failed connection. Never the password. */
function sentenceOf({ host, port, user, database, password }: PostgresConnection, error: unknown): string {
  const place = host.startsWith("/")
    ? operatorText(`套接字 ${host}/.s.PGSQL.${port}`, `the socket ${host}/.s.PGSQL.${port}`)
    : `${host}:${port}`;
  const name = pg.escapeIdentifier(database);
  const role = pg.escapeIdentifier(user);
  switch (systemCode(error)) {
    case "28P01":
      return password === ""
        ? operatorText(
            `${place} 的 PostgreSQL 要求用户 "${user}" 的密码：请写成 postgres://${user}:password@…`,
            `PostgreSQL at ${place} asks for a password of the user "${user}": write it, as in postgres://${user}:password@…`,
          )
        : operatorText(
            `${place} 的 PostgreSQL 拒绝用户 "${user}" 的密码：请更正（特殊字符须百分号编码），或在 PostgreSQL 中另设：ALTER ROLE ${role} PASSWORD '…'`,
            `PostgreSQL at ${place} refuses the password of the user "${user}": correct it (special characters percent-encoded), or set another one in PostgreSQL: ALTER ROLE ${role} PASSWORD '…'`,
          );
    case "28000":
      return operatorText(
        `${place} 的 PostgreSQL 不允许用户 "${user}" 从此处登录（${reasonOf(error)}）：请创建该用户（CREATE ROLE ${role} LOGIN PASSWORD '…'），或在 pg_hba.conf 中放行`,
        `PostgreSQL at ${place} does not let the user "${user}" in from here (${reasonOf(error)}): make the user (CREATE ROLE ${role} LOGIN PASSWORD '…'), or allow it in pg_hba.conf`,
      );
    case "3D000":
      return operatorText(
        `${place} 的 PostgreSQL 没有数据库 "${database}"：请更正名称，或以管理员身份创建：CREATE DATABASE ${name} OWNER ${role}`,
        `PostgreSQL at ${place} has no database "${database}": correct the name, or make it as an administrator: CREATE DATABASE ${name} OWNER ${role}`,
      );
    case "42501":
      return operatorText(
        `用户 "${user}" 无权连接数据库 "${database}"：GRANT CONNECT ON DATABASE ${name} TO ${role}`,
        `The user "${user}" may not connect to the database "${database}": GRANT CONNECT ON DATABASE ${name} TO ${role}`,
      );
    case "57P03":
      return operatorText(
        `${place} 的 PostgreSQL 正在启动或停止：请稍后再试`,
        `PostgreSQL at ${place} is starting or stopping: try again in a moment`,
      );
    case "53300":
      return operatorText(
        `${place} 的 PostgreSQL 已无可用连接：请调大 max_connections，或结束其他占用连接的程序`,
        `PostgreSQL at ${place} has no connection left: raise max_connections, or end other programs that use it`,
      );
    case "ECONNREFUSED":
    case "ENOENT":
      return operatorText(
        `${place} 上没有程序在监听：请在该处启动 PostgreSQL，或更正主机和端口`,
        `Nobody listens on ${place}: start PostgreSQL there, or correct host and port`,
      );
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return operatorText(`找不到主机 "${host}"：请更正其名称`, `The host "${host}" is not known: correct its name`);
    case "ETIMEDOUT":
    case "EHOSTUNREACH":
    case "ENETUNREACH":
      return operatorText(
        `${place} 没有应答：请更正主机和端口，或打通网络（防火墙、路由）`,
        `${place} does not answer: correct host and port, or open the way there (firewall, network)`,
      );
    case "DEPTH_ZERO_SELF_SIGNED_CERT":
    case "SELF_SIGNED_CERT_IN_CHAIN":
    case "UNABLE_TO_VERIFY_LEAF_SIGNATURE":
    case "UNABLE_TO_GET_ISSUER_CERT_LOCALLY":
      return operatorText(
        `${place} 的 PostgreSQL 证书由未知机构签发：请用 &sslrootcert=… 指定该机构的证书文件`,
        `The certificate of PostgreSQL at ${place} is signed by an unknown authority: name the authority's file with &sslrootcert=…`,
      );
    default:
      break;
  }
  const reason = reasonOf(error);
  if (reason.includes("client password must be"))
    return operatorText(
      `${place} 的 PostgreSQL 要求用户 "${user}" 的密码：请写成 postgres://${user}:password@…`,
      `PostgreSQL at ${place} asks for a password of the user "${user}": write it, as in postgres://${user}:password@…`,
    );
  if (reason.includes("does not support SSL"))
    return operatorText(
      `${place} 的 PostgreSQL 不提供 TLS：请去掉 sslmode，或在该处启用 TLS`,
      `PostgreSQL at ${place} does not offer TLS: take sslmode out, or turn TLS on there`,
    );
  if (reason.includes("timeout"))
    return operatorText(
      `${place} 没有应答：请更正主机和端口，或打通网络（防火墙、路由）`,
      `${place} does not answer: correct host and port, or open the way there (firewall, network)`,
    );
  return operatorText(`${place} 的 PostgreSQL 无法使用：${reason}`, `PostgreSQL at ${place} cannot be used: ${reason}`);
}

/** Connects once. Throws a {@link PostgresError} that names DATABASE_URL and the remedy; returns whether nothing was installed there yet. */
export async function reachDatabase(connection: PostgresConnection): Promise<{ readonly isEmpty: boolean }> {
  const client = new pg.Client({ ...connection, application_name: "tracemark setup", connectionTimeoutMillis: patienceMs });
  client.on("error", () => undefined); // the query under way rejects with the same error
  try {
    await client.connect();
    const { rows } = await client.query<{ is_empty: boolean }>(`select to_regclass('"user"') is null as is_empty`);
    return { isEmpty: rows[0]?.is_empty === true };
  } catch (error) {
    // Several addresses of one name each fail with an error of their own.
    const cause: unknown = error instanceof AggregateError ? error.errors[0] : error;
    throw new PostgresError(
      "postgres.unreachable",
      operatorText(`DATABASE_URL：${sentenceOf(connection, cause)}。`, `DATABASE_URL: ${sentenceOf(connection, cause)}.`),
      { cause: error },
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}
