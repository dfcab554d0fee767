// Which store a file lies in, and which one a new file of a tenant goes into: the enabled configuration, or the folder of the server.
import { z } from "zod";
import type { Database } from "../store/database.ts";
import { ApiError } from "../http/errors.ts";
import type { FileStore } from "./file-store.ts";
import { localStore } from "./local-store.ts";
import type { Bucket, S3Options } from "./s3-store.ts";

/** Opens a stored secret; undefined where it was stored under another key of the installation. */
export type DecryptSecret = (stored: string) => string | undefined;

/** A store with the configuration that it is of; null: the folder of the server. */
interface ChosenStore {
  readonly id: string | null;
  readonly store: FileStore;
}

export interface Stores {
  readonly local: FileStore;
  /** Where new files of a tenant go. */
  enabled(tenantId: string): Promise<ChosenStore>;
  /** The store of a file's record. Refused where its configuration is gone. */
  of(tenantId: string, storeId: string | null): Promise<FileStore>;
}

const bucketSchema = z.object({
  id: z.string(),
  version: z.coerce.string(),
  category: z.coerce.string().nullable(),
  endpoint: z.string().nullable(),
  bucketName: z.string().nullable(),
  accessKey: z.string().nullable(),
  secretKey: z.string().nullable(),
  region: z.string().nullable(),
});
type BucketRow = z.infer<typeof bucketSchema>;

const columns = `id::text as id, version, category, endpoint, bucket_name as "bucketName", access_key as "accessKey", secret_key as "secretKey", region`;

/** A row of the configuration as a store is opened with it. */
export function bucketOf(row: Omit<BucketRow, "id" | "version">, decryptSecret: DecryptSecret): Bucket {
  return {
    category: row.category ?? "",
    endpoint: row.endpoint ?? "",
    bucketName: row.bucketName ?? "",
    accessKey: decryptSecret(row.accessKey ?? "") ?? "",
    secretKey: decryptSecret(row.secretKey ?? "") ?? "",
    region: row.region ?? "",
  };
}

const gone = () =>
  new ApiError(503, "storeGone", ["文件所在的对象存储配置已不存在", "The configuration of the storage that holds the file is gone"]);

interface StoresOptions extends S3Options {
  readonly directory: string;
  readonly database: Database;
  readonly decryptSecret: DecryptSecret;
}

/** Opens the stores of an installation. Clients are kept as long as their configuration stays as it is. */
export function openStores({ directory, database, decryptSecret, ...options }: StoresOptions): Stores {
  const local = localStore(directory);
  const opened = new Map<string, { readonly version: string; readonly store: FileStore }>();
  const read = async (tenantId: string, where: string, parameters: readonly unknown[]): Promise<BucketRow | undefined> => {
    const sql = `select ${columns} from oss where tenant_id = $1 and ${where} limit 1`;
    const [answer] = await database.read({ tenantId }, [{ sql, parameters: [tenantId, ...parameters] }]);
    return z.array(bucketSchema).parse(answer?.rows ?? [])[0];
  };
  const open = async (row: BucketRow): Promise<FileStore> => {
    const openStore = opened.get(row.id);
    if (openStore?.version === row.version) return openStore.store;
    // Only where somebody has configured one: the client takes as much memory as the rest of a small server's work.
    const { s3Store } = await import("./s3-store.ts");
    const store = s3Store(bucketOf(row, decryptSecret), options);
    // Calls under way of the former client end by themselves.
    opened.set(row.id, { version: row.version, store });
    return store;
  };
  return {
    local,
    enabled: async (tenantId) => {
      const row = await read(tenantId, "status = 2 and is_deleted = 0", []);
      return row === undefined ? { id: null, store: local } : { id: row.id, store: await open(row) };
    },
    of: async (tenantId, storeId) => {
      if (storeId === null) return local;
      // Also a removed one: files that lie there are read until they are moved.
      const row = await read(tenantId, "id = $2", [storeId]);
      if (row === undefined) throw gone();
      return open(row);
    },
  };
}
