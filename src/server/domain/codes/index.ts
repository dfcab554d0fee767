// What the area of codes hangs into the common pattern.
import { mergeDomains } from "../../crud/services.ts";
import { dataMapDomain } from "./data-map.ts";
import { generationFileDomain } from "./generation-file.ts";
import { generationJobDomain } from "./generation-job.ts";
import { generationLinesDomain } from "./generation-lines.ts";
import { generationDomain } from "./generation.ts";
import { makeRuleDomain } from "./make-rule.ts";
import { relationTreeDomain } from "./relation-tree.ts";
import type { RuleSecrets } from "./rule-secrets.ts";

export const codesDomain = mergeDomains([dataMapDomain, generationDomain, generationLinesDomain, relationTreeDomain]);

/** What makes codes, for which it opens the secrets of rules. */
export const codeMakingDomain = (secrets: RuleSecrets) =>
  mergeDomains([generationFileDomain(secrets), generationJobDomain(secrets), makeRuleDomain(secrets)]);
