// What the area of scans hangs into the common pattern.
import { mergeDomains } from "../../crud/services.ts";
import { codeDetailDomain } from "./code-detail.ts";
import { codeLifeDomain } from "./code-life.ts";
import { listsDomain } from "./lists.ts";
import { figuresDomain } from "./figures-job.ts";
import { reportsDomain } from "./reports.ts";

export const scanDomain = mergeDomains([codeDetailDomain, codeLifeDomain, figuresDomain, listsDomain, reportsDomain]);
