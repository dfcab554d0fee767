// Where statements are told of as they are sent, for tests that look at the shape of each; nobody listens in a server that people use.
import { channel } from "node:diagnostics_channel";
import type { PoolClient } from "pg";
import type { Statement } from "./pipeline.ts";

/** Statements of one round trip. */
export interface SentStatements {
  /** Their connection: what was set on it before may matter. */
  readonly client: PoolClient;
  readonly statements: readonly Statement[];
}

export const sentStatements = channel("tracemark.sent-statements");
