// Who asked for work that a job does later, as the payload of the job has it.
import { z } from "zod";

/** What a job is given of its call besides what it works on. */
export const requestedBy = {
  language: z.enum(["zh", "en"]),
  /** The tenant whose rows it is about, which the platform's administrator may have named. */
  scopeTenant: z.string(),
  address: z.string(),
  person: z.object({
    userId: z.string(),
    tenantId: z.string(),
    clientId: z.string(),
    sessionId: z.string(),
    roleIds: z.array(z.string()),
    deptIds: z.array(z.string()),
  }),
} as const;
