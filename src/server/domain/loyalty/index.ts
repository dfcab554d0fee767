// What the area of members and terminals hangs into the common pattern.
import { mergeDomains } from "../../crud/services.ts";
import { activationsDomain } from "./activations.ts";
import { devicesDomain } from "./devices.ts";
import { exchangesDomain } from "./exchanges.ts";
import { incomeDomain } from "./income.ts";
import { membersDomain } from "./members.ts";
import { sharesDomain } from "./shares.ts";

export const loyaltyDomain = mergeDomains([activationsDomain, devicesDomain, exchangesDomain, incomeDomain, membersDomain, sharesDomain]);
