// Which provider collects for the channels of a kind (`payTypes`). A kind without one cannot be paid with.
import { balance } from "./balance/index.ts";
import { httpGateway } from "./http/index.ts";
import { offline } from "./offline/index.ts";
import type { Provider } from "./provider.ts";

const payTypesOfProviders = { balance: 3, offline: 4, http: 6 } as const;

const providers: ReadonlyMap<number, Provider> = new Map<number, Provider>([
  [payTypesOfProviders.balance, balance],
  [payTypesOfProviders.offline, offline],
  [payTypesOfProviders.http, httpGateway],
]);

/** The provider of a channel's kind; undefined where none is built in. */
export const providerOf = (type: number | null): Provider | undefined => (type === null ? undefined : providers.get(type));
