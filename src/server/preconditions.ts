// What the settings promise and the machine must hold: judged before anything is built, started or written, so that a mistake costs nothing
// and is told as one sentence that names the variable.
import { constants } from "node:fs";
import { access, mkdtemp, rmdir, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { userInfo } from "node:os";
import path from "node:path";
import { isCommonPassword } from "#schema/common-passwords";
import { problemsOfEmpty, PublishedCredentialsError } from "./auth/default-credentials.ts";
import { ConfigurationError, type Configuration } from "./config.ts";
import { hasCluster } from "./postgres/cluster.ts";
import { connectionFromUrl } from "./postgres/connection.ts";
import { reasonOf, systemCode } from "./postgres/errors.ts";
import { operatorText } from "./operator-language.ts";
import { reachDatabase } from "./postgres/reach.ts";

/** The name of who runs the server; a process may run under an id without a name. */
function ownUser(): string {
  try {
    return operatorText(`用户 ${userInfo().username} `, `the user ${userInfo().username}`);
  } catch {
    return operatorText("运行服务器的用户", "the user that runs the server");
  }
}

/** Why files cannot be written there; undefined: they can. */
async function obstacle(directory: string): Promise<string | undefined> {
  try {
    if (!(await stat(directory)).isDirectory())
      return operatorText(`${directory} 是一个文件：请指定目录`, `${directory} is a file: name a directory`);
  } catch (error) {
    const code = systemCode(error);
    const parent = path.dirname(directory);
    // Missing directories are made; the nearest one that exists decides.
    if ((code === "ENOENT" || code === "ENOTDIR") && parent !== directory) return obstacle(parent);
    if (code === "EACCES")
      return operatorText(
        `${ownUser()}无法进入 ${directory}：请允许该用户通过其上级目录，或另行指定`,
        `${directory} may not be reached by ${ownUser()}: let that user pass through the directories above it, or name another`,
      );
    return operatorText(`无法访问 ${directory}：${reasonOf(error)}`, `${directory} cannot be reached: ${reasonOf(error)}`);
  }
  try {
    await access(directory, constants.W_OK | constants.X_OK);
    // What the rights allow, the file system may not: it may be one that holds no files of ours.
    await rmdir(await mkdtemp(path.join(directory, ".tracemark-")));
    return undefined;
  } catch (error) {
    if (systemCode(error) === "EROFS")
      return operatorText(
        `${directory} 位于只读文件系统：请另行指定目录`,
        `${directory} is on a read-only file system: name another directory`,
      );
    if (systemCode(error) !== "EACCES" && systemCode(error) !== "EPERM")
      return operatorText(
        `无法在 ${directory} 中写入（${reasonOf(error)}）：请另行指定目录`,
        `nothing can be written in ${directory} (${reasonOf(error)}): name another directory`,
      );
    return operatorText(
      `${ownUser()}无权写入 ${directory}：请将其交给该用户（chown），或另行指定目录`,
      `${directory} may not be written by ${ownUser()}: give it to that user (chown), or name another directory`,
    );
  }
}

/** The directories that are written, with the variable that names each. */
function writtenDirectories({ bladeUrl, databaseUrl, secret, dataDirectory, uploadDirectory, logFile }: Configuration) {
  const isBelowData = (directory: string) => !path.relative(dataDirectory, directory).startsWith("..");
  const needed: (readonly [variable: string, directory: string])[] = [];
  if (bladeUrl === undefined && (databaseUrl === undefined || secret === undefined)) needed.push(["DATA_DIR", dataDirectory]);
  if (bladeUrl === undefined) needed.push([isBelowData(uploadDirectory) ? "DATA_DIR" : "UPLOAD_DIR", uploadDirectory]);
  if (logFile !== undefined) needed.push([isBelowData(logFile) ? "DATA_DIR" : "LOG_FILE", path.dirname(logFile)]);
  return needed;
}

async function judgeDirectories(configuration: Configuration): Promise<void> {
  const problems = new Map<string, string>();
  for (const [variable, directory] of writtenDirectories(configuration)) {
    const problem = problems.has(variable) ? undefined : await obstacle(directory);
    if (problem !== undefined) problems.set(variable, operatorText(`${variable}：${problem}。`, `${variable}: ${problem}.`));
  }
  if (problems.size > 0) throw new ConfigurationError([...problems.values()]);
}

/** Judges what work on the data needs: the directories, the database, and that no published credentials would be installed. */
export async function judgeData(configuration: Configuration): Promise<void> {
  const { adminPassword, bladeUrl, databaseUrl, dataDirectory, isExposed } = configuration;
  if (adminPassword !== undefined && (await isCommonPassword(adminPassword)))
    throw new ConfigurationError([
      operatorText("ADMIN_PASSWORD：不能是最常见的密码。", "ADMIN_PASSWORD: must be none of the most common passwords."),
    ]);
  await judgeDirectories(configuration);
  if (bladeUrl !== undefined) return;
  const isEmpty =
    databaseUrl === undefined
      ? !(await hasCluster(path.join(dataDirectory, "postgres")))
      : (await reachDatabase(connectionFromUrl(databaseUrl))).isEmpty;
  const problems = isExposed ? problemsOfEmpty(configuration, isEmpty) : [];
  if (problems.length > 0) throw new PublishedCredentialsError(problems);
}

/** The settings that say where a server listens. */
interface AddressSettings {
  readonly host: string;
  readonly port: string;
}

const ofPages: AddressSettings = { host: "HOST", port: "PORT" };
export const ofOperators: AddressSettings = { host: "OPERATIONS_ADDRESS", port: "OPERATIONS_ADDRESS" };

/** Why the server cannot listen there, as a sentence that names the setting; undefined for an error of another kind. */
export function listenProblem(
  { host, port }: Pick<Configuration, "host" | "port">,
  error: unknown,
  settings: AddressSettings = ofPages,
): string | undefined {
  switch (systemCode(error)) {
    case "EADDRINUSE":
      return operatorText(
        `${settings.port}：${host} 的端口 ${port} 已被其他程序占用：请结束该程序，或将 ${settings.port} 设为空闲端口。`,
        `${settings.port}: another program listens on ${port} of ${host}: end it, or set ${settings.port} to a free port.`,
      );
    case "EACCES":
      return operatorText(
        `${settings.port}：${ownUser()}无权监听端口 ${port}：请将 ${settings.port} 设为 1024 或以上，并置于反向代理之后。`,
        `${settings.port}: ${ownUser()} may not listen on ${port}: set ${settings.port} to 1024 or more, behind a reverse proxy.`,
      );
    case "EADDRNOTAVAIL":
      return operatorText(
        `${settings.host}：${host} 不是本机地址：请将 ${settings.host} 设为本机地址，或设为 0.0.0.0 以监听全部地址。`,
        `${settings.host}: ${host} is no address of this machine: set ${settings.host} to one of its own, or to 0.0.0.0 for all of them.`,
      );
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return operatorText(
        `${settings.host}：找不到 "${host}"：请将 ${settings.host} 设为本机地址，或设为 0.0.0.0 以监听全部地址。`,
        `${settings.host}: "${host}" is not known: set ${settings.host} to an address of this machine, or to 0.0.0.0 for all of them.`,
      );
    default:
      return undefined;
  }
}

/** Listens for a moment; the error where that is impossible. */
async function listeningError({ host, port }: Pick<Configuration, "host" | "port">): Promise<unknown> {
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once("error", reject);
      probe.listen({ host, port }, resolve);
    });
    return undefined;
  } catch (error) {
    return error;
  } finally {
    await new Promise((closed) => void probe.close(closed));
  }
}

/** Judges that the server could listen, for people and for operators. A port that is taken is no problem where the next free one may be used. */
export async function judgeAddress({ host, port, isExposed, isPortGiven, operations }: Configuration): Promise<void> {
  const error = await listeningError({ host, port });
  const problem = error === undefined ? undefined : listenProblem({ host, port }, error);
  if (problem !== undefined && (isExposed || isPortGiven || systemCode(error) !== "EADDRINUSE")) throw new ConfigurationError([problem]);
  const operationsError = operations === undefined ? undefined : await listeningError(operations);
  const operationsProblem =
    operations === undefined || operationsError === undefined ? undefined : listenProblem(operations, operationsError, ofOperators);
  if (operationsProblem !== undefined) throw new ConfigurationError([operationsProblem]);
}
