// The shape of a dialect, for a file that overrides values of one: what is wrong is told with its path.
import { z } from "zod";
import type { Dialect } from "#schema/dialects/types";

const call = z.enum(["list", "page", "detail", "submit", "save", "update", "remove"]);
const shape = z.enum(["page", "forest", "rows", "level", "tree", "node-level", "by-ids", "custom"]);
const presence = z.enum(["same", "absent"]);
const transform = z.enum(["md5", "sm2", "plain"]);
const grantType = z.enum(["password", "captcha", "social", "refresh_token"]);
const path = z.string().regex(/^\/[\w./-]*$/, "must be a path below /api, such as /blade-auth/token");
const names = z.array(z.string().min(1));
const texts = z.record(z.string(), z.string());
const text = z.tuple([z.string().min(1), z.string().min(1)]);

const replaced = z.strictObject({ path, shape, query: texts.optional() });
const field = z.strictObject({
  required: text.optional(),
  typed: z.literal(true).optional(),
  optional: z.literal(true).optional(),
  default: z.union([z.string(), z.number()]).optional(),
  unsearched: z.literal(true).optional(),
  unlisted: z.literal(true).optional(),
});
const resource = z.strictObject({
  without: z.array(call).optional(),
  reads: z.record(z.string(), z.union([presence, replaced])).optional(),
  actions: z.record(z.string(), presence).optional(),
  fields: z.record(z.string(), z.union([z.literal("absent"), field])).optional(),
  exact: z.boolean().optional(),
  wholeTree: z.boolean().optional(),
  removesSingly: z.boolean().optional(),
  whenEmpty: texts.optional(),
  readsAsEmpty: texts.optional(),
});

export const dialectShape: z.ZodType<Dialect> = z.strictObject({
  name: z.string().min(1),
  paths: z.strictObject({
    token: path,
    captcha: path,
    render: path,
    logout: path,
    clearCache: path,
    userInfo: path,
    home: z.union([path, z.literal("")]),
    find: z.union([path, z.literal("")]),
    routes: path,
    buttons: path,
    workspace: path,
    topMenus: path,
    dictionary: path,
    businessDictionary: path,
  }),
  moved: z.array(z.tuple([path, path])),
  signIn: z
    .strictObject({
      token: z.strictObject({ account: z.string().min(1), grantType: z.string().min(1), refreshToken: z.string().min(1) }),
      tenantHeader: z.array(grantType),
      session: z.strictObject({
        accessToken: names,
        refreshToken: names,
        tenantId: names,
        userId: names,
        account: names,
        name: names,
        roleAliases: names,
        avatar: names,
        deptId: names,
        roleId: names,
        oauthId: names,
        ext: names,
        mustChangePassword: names,
        mustSetUpFactor: names,
        expiresIn: names,
      }),
      refusal: names,
      noAvatar: names,
    })
    .optional(),
  passwords: z.strictObject({ signIn: transform, chosen: transform }),
  equalBy: z.strictObject({ text: z.enum(["", "_equal"]), other: z.enum(["", "_equal"]) }),
  several: z.boolean(),
  sortsWhole: z.boolean(),
  daysWithTime: z.boolean(),
  named: z.boolean(),
  forbiddenStatus: z.number().int().min(0).max(599),
  refusedRefresh: z.strictObject({ status: z.number().int().min(0).max(599), after: z.number().int().min(0) }),
  menu: z.strictObject({ hyphens: z.boolean(), codes: texts }),
  icons: texts,
  onlyListed: z.boolean(),
  resources: z.record(z.string(), z.union([z.literal("absent"), resource])),
});
