// Errors as they are told to the person who runs the server: those with a remedy by their message, faults with their stack.
import { PublishedCredentialsError } from "./auth/default-credentials.ts";
import { BackupError } from "./backup/errors.ts";
import { ConfigurationError } from "./config.ts";
import { PostgresError } from "./postgres/errors.ts";
import { DistributionRefusedError } from "./store/distribution.ts";
import { MigrationFailedError, MigrationRefusedError } from "./store/migrate.ts";

const forPeople = [
  BackupError,
  ConfigurationError,
  DistributionRefusedError,
  PostgresError,
  PublishedCredentialsError,
  MigrationRefusedError,
  MigrationFailedError,
];

/** What to print for an error. */
export function formatError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return forPeople.some((kind) => error instanceof kind) ? error.message : (error.stack ?? error.message);
}
