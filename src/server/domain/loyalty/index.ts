// What the area of members and terminals hangs into the common pattern.
import { mergeDomains } from "../../crud/services.ts";
import { activationsDomain } from "./activations.ts";
import { devicesDomain } from "./devices.ts";
import { exchangesDomain } from "./exchanges.ts";
import { gradesDomain } from "./grades.ts";
import { incomeDomain } from "./income.ts";
import { membersDomain } from "./members.ts";
import { membershipsDomain } from "./memberships.ts";
import { picturesDomain } from "./pictures.ts";
import { pointsExpiryDomain } from "./points-expiry.ts";
import { rewardsDomain } from "./rewards.ts";
import { shareSettlementDomain } from "./share-settlement.ts";
import { sharesDomain } from "./shares.ts";
import { terminalsDomain } from "./terminals.ts";

export const loyaltyDomain = mergeDomains([
  activationsDomain,
  devicesDomain,
  exchangesDomain,
  gradesDomain,
  incomeDomain,
  membersDomain,
  membershipsDomain,
  picturesDomain,
  pointsExpiryDomain,
  rewardsDomain,
  shareSettlementDomain,
  sharesDomain,
  terminalsDomain,
]);
