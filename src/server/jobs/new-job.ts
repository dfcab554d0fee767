// A job as the effect of a call asks for it.
import type { Json } from "../../fields/json/definition.ts";

export interface NewJob {
  readonly queue: string;
  readonly payload: Json;
  /** Unique per queue while unfinished. */
  readonly key?: string;
  readonly subject?: { readonly resource: string; readonly id: string };
  readonly runAt?: string;
  readonly maxAttempts?: number;
}
