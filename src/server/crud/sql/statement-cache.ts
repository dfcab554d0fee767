// Texts of statements, built once per shape of filters and sorting: building them per request costs a sixth of the throughput of a list.
import { createHash } from "node:crypto";
import type { ResourceModel } from "#schema/model";
import type { Statement } from "../../store/database.ts";

/** Most cached shapes; the least recently used is removed first. */
const maxShapes = 2000;

interface CachedStatement {
  readonly sql: string;
  /** Undefined until the second use: rare filters do not become prepared statements. */
  name: string | undefined;
}

/** The name follows from the text, so that the same name never means another statement, also after the definitions changed. */
const statementName = (sql: string): string => `tm_${createHash("sha256").update(sql).digest("hex").slice(0, 20)}`;

/**
 * A statement by its shape; the same shape with other values has the same text. From its second use on it has a name, so that connections
 * keep it parsed. No shape takes a name from another: a connection with too many is replaced (store/pipeline.ts).
 */
export class StatementCache {
  readonly #statements = new Map<string, CachedStatement>();

  /** The statement of a shape with these parameters; `text` is called the first time only. */
  statement(shape: string, parameters: readonly unknown[], text: () => string): Statement {
    const cached = this.#statements.get(shape);
    if (cached === undefined) return { sql: this.#keep(shape, text()), parameters };
    cached.name ??= statementName(cached.sql);
    // A map keeps the order of insertion: the last is the one that was used last.
    this.#statements.delete(shape);
    this.#statements.set(shape, cached);
    return { sql: cached.sql, parameters, name: cached.name };
  }

  #keep(shape: string, sql: string): string {
    if (this.#statements.size >= maxShapes) {
      const oldest = this.#statements.keys().next();
      if (oldest.done !== true) this.#statements.delete(oldest.value);
    }
    this.#statements.set(shape, { sql, name: undefined });
    return sql;
  }
}

/** A cache for each resource, so that a shape need not name its own. Another model's resource of the same name is another one. */
export class ResourceStatements {
  readonly #caches = new WeakMap<ResourceModel, StatementCache>();

  of(resource: ResourceModel): StatementCache {
    let cache = this.#caches.get(resource);
    if (cache === undefined) this.#caches.set(resource, (cache = new StatementCache()));
    return cache;
  }
}
