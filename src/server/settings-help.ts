// The settings for people who run the server: each variable with its sentence, from the place that reads them (config.ts).
import { providerVariables } from "./auth/social/providers.ts";
import { variables } from "./config.ts";

const widest = 110;
const indent = "      ";

/** The text in lines, below the name of its variable. */
function wrapped(text: string): string {
  const lines = [indent];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line.length + word.length + 1 > widest && line !== indent) lines.push(`${indent}${word}`);
    else lines.splice(-1, 1, line === indent ? `${indent}${word}` : `${line} ${word}`);
  }
  return lines.join("\n");
}

/** Every variable with its sentence. */
export function settingsHelp(): string {
  const own = Object.entries(variables);
  const ofProviders = Object.entries(providerVariables).map(([name, schema]) => [`OAUTH_<KEY>_${name}`, schema] as const);
  const described = [...own, ...ofProviders].map(([name, { description = "" }]) => `  ${name}\n${wrapped(description)}`);
  return `Settings are environment variables; empty values count as unset.\n\n${described.join("\n")}`;
}

/** Every variable as a line of a file of settings (.env), commented out, below its sentence. */
export function settingsExample(): string {
  const described = Object.entries(variables).map(
    ([name, { description = "" }]) => `${wrapped(description).replaceAll(new RegExp(`^${indent}`, "gm"), "# ")}\n#${name}=`,
  );
  return `# Settings for npm start and the other commands of a checkout. Copy this file to .env, and remove the # before what you set; a variable
# of the process wins over the file. Variables of other sign-in platforms (OAUTH_<KEY>_…): docs/configuration.md.

${described.join("\n\n")}
`;
}
