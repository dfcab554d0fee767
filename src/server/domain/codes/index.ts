// Codes: how they are made, exchanged, and how they are related.
import { mergeDomains } from "../../crud/services.ts";
import { dataMapDomain } from "./data-map.ts";
import { generationFileDomain } from "./generation-file.ts";
import { generationJobDomain } from "./generation-job.ts";
import { generationLinesDomain } from "./generation-lines.ts";
import { generationDomain } from "./generation.ts";
import { makeRuleDomain } from "./make-rule.ts";
import { relationLevelsDomain } from "./relation-levels.ts";
import { relationTreeDomain } from "./relation-tree.ts";
import { replacementDomain } from "./replacement.ts";
import type { RuleSecrets } from "./rule-secrets.ts";
import { setFormatDomain } from "./set-format.ts";
import { setReleaseDomain } from "./set-release.ts";

export const codesDomain = mergeDomains([
  dataMapDomain,
  generationDomain,
  generationLinesDomain,
  relationLevelsDomain,
  relationTreeDomain,
  replacementDomain,
  setFormatDomain,
  setReleaseDomain,
]);

/** What makes codes, for which it opens the secrets of rules. */
export const codeMakingDomain = (secrets: RuleSecrets) =>
  mergeDomains([generationFileDomain(secrets), generationJobDomain(secrets), makeRuleDomain(secrets)]);
