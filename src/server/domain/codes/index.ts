// Codes: how they are made, put into sets, exchanged, and how they are related.
import { mergeDomains } from "../../crud/services.ts";
import type { UploadedFiles } from "../resource/uploaded-files.ts";
import { codeAccessDomain } from "./code-access.ts";
import { codeEventsDomain } from "./code-events.ts";
import { dataMapDomain } from "./data-map.ts";
import { generationFileDomain } from "./generation-file.ts";
import { generationJobDomain, type MakerOf } from "./generation-job.ts";
import { generationLinesDomain } from "./generation-lines.ts";
import { generationDomain } from "./generation.ts";
import { labelsDomain } from "./labels.ts";
import { makeRuleDomain } from "./make-rule.ts";
import { makeRangesDomain } from "./make-ranges.ts";
import { relationLevelsDomain } from "./relation-levels.ts";
import { relationTreeDomain } from "./relation-tree.ts";
import { replacementDomain } from "./replacement.ts";
import type { RuleSecrets } from "./rule-secrets.ts";
import { setDownloadDomain } from "./set-download.ts";
import { setFormatDomain } from "./set-format.ts";
import { setImportDomain } from "./set-import.ts";
import { setReleaseDomain } from "./set-release.ts";
import { sourcesDomain } from "./sources.ts";
import { transferDomain } from "./transfer.ts";

export const codesDomain = mergeDomains([
  codeAccessDomain,
  codeEventsDomain,
  dataMapDomain,
  generationDomain,
  generationLinesDomain,
  labelsDomain,
  makeRangesDomain,
  relationLevelsDomain,
  relationTreeDomain,
  replacementDomain,
  setDownloadDomain,
  setFormatDomain,
  setReleaseDomain,
  sourcesDomain,
]);

/** What makes codes, for which it opens the secrets of rules. */
export const codeMakingDomain = (secrets: RuleSecrets, makerOf?: MakerOf) =>
  mergeDomains([generationFileDomain(secrets), generationJobDomain(secrets, makerOf), makeRuleDomain(secrets)]);

/** What reads codes and relations from files that people have uploaded. */
export const codeFilesDomain = (files: UploadedFiles, secrets: RuleSecrets) =>
  mergeDomains([setImportDomain(files, secrets), transferDomain(files)]);
