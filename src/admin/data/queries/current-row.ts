// A row as it is now, beside the one that a page goes on from: what has changed meanwhile is looked at, not put in its place.
import { useDataProvider } from "@refinedev/core";
import { useCallback } from "react";
import type { Row } from "../../api/wire-data.ts";

/** Reads a row past the cache. Throws ApiFailure. */
export function useFetchRow(): (resource: string, id: string) => Promise<Row> {
  const provider = useDataProvider()();
  return useCallback(async (resource, id) => (await provider.getOne({ resource, id })).data, [provider]);
}
