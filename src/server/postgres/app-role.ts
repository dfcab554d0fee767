// The name of the role that runs requests of tenants.

/** Owns nothing and cannot bypass row-level security; `prepareRoles` creates it. */
export const APP_ROLE = "tracemark_app";
