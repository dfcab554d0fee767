// Texts of one's own API tokens in English.
import type { texts as zh } from "./tokens.zh.ts";

export const texts: typeof zh = {
  tokens: {
    lead: "Programs call the platform with these tokens, as you and within your rights.",
    manage: "Create and manage",
    none: "No tokens yet",
    active: "Active",
    revoked: "Revoked",
    expired: "Expired",
    until: "Expires {{time}}",
    used: "Last used {{time}}",
    unused: "Never used",
    failed: "The tokens could not be loaded",
  },
};
