// What the area of scans hangs into the common pattern.
import { mergeDomains } from "../../crud/services.ts";
import { codeDetailDomain } from "./code-detail.ts";
import { codeLifeDomain } from "./code-life.ts";
import { listsDomain } from "./lists.ts";
import { figuresDomain } from "./figures-job.ts";
import { crossRegionGroupsDomain } from "./cross-region-groups.ts";
import { crossRegionOverviewDomain } from "./cross-region-overview.ts";
import { summaryDomain } from "./summary.ts";

export const scanDomain = mergeDomains([
  codeDetailDomain,
  codeLifeDomain,
  figuresDomain,
  listsDomain,
  summaryDomain,
  crossRegionGroupsDomain,
  crossRegionOverviewDomain,
]);
