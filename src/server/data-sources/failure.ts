// Why a data source cannot be reached, as sentences for people: by the codes that the drivers give, never by their English texts.
import type { Text } from "#schema/text";
import { OutgoingError } from "../http/outgoing.ts";
import type { DatabaseAddress } from "./address.ts";

interface Named {
  readonly user: string;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

/** Codes of the handshake, by what people can do about it. */
const certificateCodes = /^(?:CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT|HOSTNAME_MISMATCH)|_CERT(?:IFICATE)?(?:_|$)/;

const wrongLogin = new Set(["28P01", "28000", "ER_ACCESS_DENIED_ERROR", "ER_ACCESS_DENIED_NO_PASSWORD_ERROR", "ER_HOST_NOT_PRIVILEGED"]);
const unknownDatabase = new Set(["3D000", "ER_BAD_DB_ERROR"]);
const noRight = new Set(["42501", "ER_DBACCESS_DENIED_ERROR", "ER_TABLEACCESS_DENIED_ERROR"]);
const tooSlow = new Set(["57014", "PROTOCOL_SEQUENCE_TIMEOUT", "ER_QUERY_TIMEOUT", "ER_STATEMENT_TIMEOUT"]);
const full = new Set(["53300", "ER_CON_COUNT_ERROR", "ER_TOO_MANY_USER_CONNECTIONS"]);
const ended = new Set(["ECONNRESET", "EPIPE", "PROTOCOL_CONNECTION_LOST"]);

/** Texts of `pg`, which gives these no code. */
const timedOut = /timeout expired|Query read timeout|timed? ?out/i;
const noTls = /does not support SSL|does not support secure connection/i;
const wantsTls = /no encryption|SSL off|require_secure_transport|insecure transport/i;
const otherProtocol =
  /ended unexpectedly|terminated unexpectedly|Packets out of order|Malformed|unexpected packet|invalid.*(?:response|message)/i;

/** What went wrong, for whoever set the data source up. The texts of the other side are not passed on. */
export function sentenceOf(error: unknown, { host, port, database }: DatabaseAddress, { user }: Named): Text {
  if (error instanceof OutgoingError) return error.text;
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : "";
  const place = `${host}:${port}`;
  if (code === "ECONNREFUSED")
    return [
      `“${place}”拒绝连接，请检查端口以及数据库是否已启动`,
      `“${place}” refuses connections; check the port, and whether the database runs`,
    ];
  if (["EHOSTUNREACH", "ENETUNREACH", "EADDRNOTAVAIL"].includes(code))
    return [`无法到达“${place}”`, `“${place}” cannot be reached from this machine`];
  if (noTls.test(message) || code === "HANDSHAKE_NO_SSL_SUPPORT")
    return [
      `“${place}”不支持加密连接，请修改连接地址中的加密参数`,
      `“${place}” does not support encryption; change the parameter of the address that requires it`,
    ];
  if (certificateCodes.test(code)) return [`“${place}”的证书不受信任（${code}）`, `The certificate of “${place}” is not trusted (${code})`];
  if (/^(?:ERR_SSL|ERR_TLS|EPROTO|HANDSHAKE_SSL)/.test(code))
    return [`与“${place}”建立加密连接失败`, `No encrypted connection to “${place}” could be made`];
  if (wantsTls.test(message))
    return [
      `“${place}”只接受加密连接，请在连接地址中要求加密`,
      `“${place}” accepts encrypted connections only; enable encryption in the address`,
    ];
  if (wrongLogin.has(code)) return [`用户名或密码错误（${user}）`, `Wrong user name or password (${user})`];
  if (unknownDatabase.has(code)) return [`数据库“${database}”不存在`, `There is no database “${database}”`];
  if (noRight.has(code))
    return [`用户“${user}”没有访问数据库“${database}”的权限`, `The user “${user}” has no right to the database “${database}”`];
  if (full.has(code)) return [`“${place}”的连接数已满，请稍后再试`, `“${place}” has no connection left; try again later`];
  if (tooSlow.has(code)) return [`“${place}”未在规定时间内完成查询`, `“${place}” did not answer a query in time`];
  if (code === "ETIMEDOUT" || timedOut.test(message))
    return [`连接“${place}”超时，请检查地址、端口和防火墙`, `“${place}” does not answer; check address, port and firewall`];
  if (ended.has(code) || otherProtocol.test(message))
    return [
      `“${place}”中断了连接，请检查它是否为所选类型的数据库`,
      `“${place}” ended the connection; check whether it is a database of this kind`,
    ];
  return [`连接“${place}”失败${code === "" ? "" : `（${code}）`}`, `The connection to “${place}” failed${code === "" ? "" : ` (${code})`}`];
}
