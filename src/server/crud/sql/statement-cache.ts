// Texts of statements, built once per shape of filters and sorting (server.md "Lists": building them per request costs a sixth of the throughput).
import { createHash } from "node:crypto";
import type { Statement } from "../../store/database.ts";

/** Shapes whose text is kept; the oldest goes first. */
const mostShapes = 2000;
/** Statements a connection keeps parsed; further shapes are parsed each time, so that callers cannot fill the server's memory with them. */
const mostNames = 300;

interface Kept {
  readonly sql: string;
  readonly name: string | undefined;
}

/** A statement by its shape; the same shape with other values has the same text. */
export class StatementCache {
  readonly #kept = new Map<string, Kept>();
  #names = 0;

  /** The statement of a shape with these parameters; `text` is called the first time only. */
  statement(shape: string, parameters: readonly unknown[], text: () => string): Statement {
    let kept = this.#kept.get(shape);
    if (kept === undefined) {
      const sql = text();
      // The name follows from the text, so that the same name never means another statement, also after the definitions changed.
      const name = this.#names < mostNames ? `tm_${createHash("sha256").update(sql).digest("hex").slice(0, 20)}` : undefined;
      if (name !== undefined) this.#names += 1;
      kept = { sql, name };
      if (this.#kept.size >= mostShapes) {
        const oldest = this.#kept.keys().next();
        if (oldest.done !== true) this.#kept.delete(oldest.value);
      }
      this.#kept.set(shape, kept);
    }
    return { sql: kept.sql, parameters, name: kept.name };
  }
}
