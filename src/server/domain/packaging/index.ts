// What the area of packaging hangs into the common pattern.
import { mergeDomains } from "../../crud/services.ts";
import { codeSetLayersDomain } from "./code-set-layers.ts";
import { packLayersDomain } from "./pack-layers.ts";
import { specLayersDomain } from "./spec-layers.ts";

export const packagingDomain = mergeDomains([codeSetLayersDomain, packLayersDomain, specLayersDomain]);
