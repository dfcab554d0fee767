// The address of a data source as Blade writes it, a JDBC URL, in its parts: jdbc:postgresql://host:5432/database?sslmode=require.
import { z } from "zod";
import type { Text } from "#schema/text";

export type DatabaseKind = "postgresql" | "mysql";

/** How the connection is encrypted. `verified`: and the certificate is one that this machine trusts. */
type Encryption = "none" | "required" | "verified";

export interface DatabaseAddress {
  readonly kind: DatabaseKind;
  readonly host: string;
  readonly port: number;
  readonly database: string;
  /** The schema that is read; of MySQL the database itself. */
  readonly schema: string;
  readonly encryption: Encryption;
}

const defaultPorts: Readonly<Record<DatabaseKind, number>> = { postgresql: 5432, mysql: 3306 };

/** The drivers that a data source may name, by what they connect to. */
export const drivers: Readonly<Record<string, DatabaseKind>> = {
  "org.postgresql.Driver": "postgresql",
  "com.mysql.cj.jdbc.Driver": "mysql",
};

const examples: Readonly<Record<DatabaseKind, string>> = {
  postgresql: "jdbc:postgresql://db.example.com:5432/shop",
  mysql: "jdbc:mysql://db.example.com:3306/shop",
};

const modes: Readonly<Record<string, Encryption>> = {
  // PostgreSQL: sslmode
  disable: "none",
  require: "required",
  "verify-ca": "verified",
  "verify-full": "verified",
  // MySQL: sslMode
  DISABLED: "none",
  REQUIRED: "required",
  VERIFY_CA: "verified",
  VERIFY_IDENTITY: "verified",
};

const isTrue = z.enum(["true", "false"]);

/** Parameters that change what the driver connects to or how; all others are for Java and mean nothing here. */
function encryptionOf(parameters: URLSearchParams): Encryption | Text {
  const mode = parameters.get("sslmode") ?? parameters.get("sslMode");
  if (mode !== null) return modes[mode] ?? [`不支持的加密方式“${mode}”`, `“${mode}” is not a supported kind of encryption`];
  const old = isTrue.safeParse(parameters.get("useSSL") ?? parameters.get("ssl") ?? "false");
  if (!old.success) return ["useSSL 和 ssl 只能是 true 或 false", "useSSL and ssl are true or false"];
  if (old.data === "false") return "none";
  return parameters.get("verifyServerCertificate") === "true" ? "verified" : "required";
}

const identifier = /^[\p{L}_$][\p{L}\p{N}_$-]{0,62}$/u;

/** The database that a path names; "" where its percent signs mean nothing. */
function nameIn(pathname: string): string {
  try {
    return decodeURIComponent(pathname.slice(1));
  } catch (error) {
    if (error instanceof URIError) return "";
    throw error;
  }
}

/** Reads the URL of a data source; a sentence where it is none that can be connected to. */
export function addressIn(url: string): DatabaseAddress | Text {
  const [, scheme = "", rest = ""] = /^jdbc:([a-z0-9+]+):(\/\/.*)$/.exec(url.trim()) ?? [];
  if (scheme !== "postgresql" && scheme !== "mysql")
    return [
      `连接地址须为 PostgreSQL 或 MySQL 的 JDBC 地址，如 ${examples.postgresql}`,
      `The address is the JDBC URL of PostgreSQL or MySQL, such as ${examples.postgresql}`,
    ];
  const text = `http:${rest}`;
  if (!URL.canParse(text))
    return [`连接地址格式不正确，如 ${examples[scheme]}`, `This is not an address; write it like ${examples[scheme]}`];
  const parsed = new URL(text);
  if (parsed.username !== "" || parsed.password !== "" || parsed.searchParams.has("password") || parsed.searchParams.has("user"))
    return ["请在用户名和密码栏填写账号，不要写在连接地址中", "Enter user and password in their own fields, not in the address"];
  const database = nameIn(parsed.pathname);
  if (!identifier.test(database))
    return [`连接地址缺少数据库名，如 ${examples[scheme]}`, `The address lacks the database; write it like ${examples[scheme]}`];
  const schema = scheme === "mysql" ? database : (parsed.searchParams.get("currentSchema") ?? "public");
  if (!identifier.test(schema)) return [`模式名“${schema}”不正确`, `“${schema}” is not the name of a schema`];
  const encryption = encryptionOf(parsed.searchParams);
  if (typeof encryption !== "string") return encryption;
  return {
    kind: scheme,
    host: parsed.hostname.replace(/^\[|\]$/g, ""),
    port: parsed.port === "" ? (/:80(?:\/|$)/.test(rest) ? 80 : defaultPorts[scheme]) : Number(parsed.port),
    database,
    schema,
    encryption,
  };
}

export function isAddress(parsed: DatabaseAddress | Text): parsed is DatabaseAddress {
  return "kind" in parsed;
}
