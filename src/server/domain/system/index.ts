// What the area of the system hangs into the common pattern.
import { mergeDomains } from "../../crud/services.ts";
import { dictionariesDomain } from "./dictionaries.ts";
import { regionsDomain } from "./regions.ts";

export const systemDomain = mergeDomains([dictionariesDomain, regionsDomain]);
