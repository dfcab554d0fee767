// Settings of sign-in that the platform's administrator keeps as system parameters.
import { z } from "zod";
import type { Database } from "../store/database.ts";
import { defaultFailureLimits, type FailureLimits } from "./failures.ts";

/** Keys of the resource `param` that the server reads. */
export const parameterKeys = {
  initialPassword: "account.initPassword",
  failCount: "account.failCount",
  failMinutes: "account.failMinutes",
} as const;

const rowsSchema = z.array(z.object({ param_key: z.string(), param_value: z.string().nullable() }));

async function readParameters(database: Database, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  // As the owner: parameters belong to the platform.
  const [answer] = await database.authentication.read("all tenants", [
    { sql: "select param_key, param_value from param where param_key = any($1) and is_deleted = 0", parameters: [keys] },
  ]);
  return new Map(rowsSchema.parse(answer?.rows ?? []).map((row) => [row.param_key, row.param_value ?? ""]));
}

function wholeNumber(text: string | undefined, defaultValue: number, max: number): number {
  const number = Number(text);
  return text !== undefined && Number.isInteger(number) && number >= 1 && number <= max ? number : defaultValue;
}

/** How many failed sign-ins lock an account or an address, and for how long. */
export async function failureLimits(database: Database): Promise<FailureLimits> {
  const values = await readParameters(database, [parameterKeys.failCount, parameterKeys.failMinutes]);
  return {
    count: wholeNumber(values.get(parameterKeys.failCount), defaultFailureLimits.count, 1_000),
    minutes: wholeNumber(values.get(parameterKeys.failMinutes), defaultFailureLimits.minutes, 100_000),
  };
}

/** The password that new and reset accounts get, as a person would type it; undefined when the parameter is missing. */
export async function initialPassword(database: Database): Promise<string | undefined> {
  const value = (await readParameters(database, [parameterKeys.initialPassword])).get(parameterKeys.initialPassword);
  return value === "" ? undefined : value;
}
