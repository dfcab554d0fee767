// The one cache of what the server has answered: react-query's, under Refine's keys. It belongs to one person's stay and goes with it.
import { QueryClient } from "@tanstack/react-query";
import { ApiFailure } from "../api/failure.ts";

/** Nothing is asked twice because of an answer: the server meant it. A call that did not get through is tried once more. */
const queries = {
  retry: (count: number, error: unknown) => count < 1 && error instanceof ApiFailure && error.code === 0 && !error.silent,
  refetchOnWindowFocus: false,
} as const;

export function createQueryClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries } });
}
