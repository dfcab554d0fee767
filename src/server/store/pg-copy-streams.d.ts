// The part of pg-copy-streams that we use; the package ships no types.
declare module "pg-copy-streams" {
  import type { Readable, Writable } from "node:stream";
  import type { Submittable } from "pg";

  /** A stream that becomes the rows of `COPY … FROM STDIN`. */
  export interface CopyFromStream extends Writable, Submittable {
    readonly rowCount: number;
  }

  export function from(sql: string): CopyFromStream;

  /** A stream of what `COPY … TO STDOUT` writes. */
  export function to(sql: string): Readable & Submittable;
}
