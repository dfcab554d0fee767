// The file .env of a checkout: settings for the commands that read settings. A variable that the process has already wins, and the file is
// reported together with what it sets. An installed package reads none: its settings are those of its service.
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { providerVariables } from "../src/server/auth/social/providers.ts";
import { variables } from "../src/server/config.ts";
import { operatorText } from "../src/server/operator-language.ts";
import { reasonOf } from "../src/server/postgres/errors.ts";

const environmentFile = ".env";

/** The file cannot be used; the message names the file, and the line where one is wrong. */
export class EnvironmentFileError extends Error {
  override readonly name = "EnvironmentFileError";
}

const assignment = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*)$/;
const ofLocale = /^(?:LANG|LC_[A-Z]+)$/;
const ofProvider = new RegExp(`^OAUTH_\\w+_(?:${Object.keys(providerVariables).join("|")})$`);

const isSetting = (name: string): boolean => Object.hasOwn(variables, name) || ofProvider.test(name) || ofLocale.test(name);

/** Throws at the first line that Node would pass over, or that sets nothing. */
function verifyLines(file: string, text: string): void {
  const lines = text.split(/\r?\n/);
  const lineOfName = new Map<string, number>();
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? "";
    if (/^\s*(?:#|$)/.test(line)) continue;
    const place = `${file}:${index + 1}`;
    const [, name, value = ""] = assignment.exec(line) ?? [];
    if (name === undefined) throw new EnvironmentFileError(operatorText(`${place}：应为 名称=值`, `${place}: must be NAME=value`));
    if (!isSetting(name))
      throw new EnvironmentFileError(
        operatorText(
          `${place}：没有名为 ${name} 的设置：npm start -- --help 列出全部设置`,
          `${place}: ${name} is not a setting: npm start -- --help lists all of them`,
        ),
      );
    const earlier = lineOfName.get(name);
    if (earlier !== undefined)
      throw new EnvironmentFileError(
        operatorText(`${place}：${name} 已在第 ${earlier} 行设置`, `${place}: ${name} is already set in line ${earlier}`),
      );
    lineOfName.set(name, index + 1);
    const quote = /^["'`]/.exec(value)?.[0];
    if (quote === undefined || value.indexOf(quote, 1) > 0) continue;
    // A value in quotes may have several lines.
    const end = lines.findIndex((later, at) => at > index && later.includes(quote));
    if (end === -1)
      throw new EnvironmentFileError(
        operatorText(`${place}：${name} 的引号没有结束`, `${place}: the quotation mark of ${name} is not closed`),
      );
    index = end;
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    throw new EnvironmentFileError(
      operatorText(`无法读取 ${environmentFile}：${reasonOf(error)}`, `${environmentFile} cannot be read: ${reasonOf(error)}`),
    );
  }
}

/** Sets the variables that are not set yet; returns a sentence that names the file and what it sets, never a value. */
export function applyEnvironmentFile(folder: string, environment: NodeJS.ProcessEnv = process.env): string {
  const file = path.join(folder, environmentFile);
  const text = textOf(file);
  verifyLines(environmentFile, text);
  const values = parseEnv(text);
  const overridden = Object.keys(values).filter((name) => environment[name] !== undefined);
  const applied = Object.entries(values).filter(([name]) => environment[name] === undefined);
  for (const [name, value] of applied) environment[name] = value;
  const names = applied.map(([name]) => name).join(", ");
  const [zh, en] =
    overridden.length === 0
      ? ["", ""]
      : [`；${overridden.join(", ")} 以环境变量为准`, `; the environment has ${overridden.join(", ")} already`];
  return operatorText(
    `已读取设置文件 ${file}：${names === "" ? "没有新的设置" : names}${zh}`,
    `settings are read from ${file}: ${names === "" ? "none" : names}${en}`,
  );
}
