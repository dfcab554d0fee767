// The dialect of the specification, which the embedded server speaks too. It is part of the page's first script, so that everything that is
// usual is short.
import type { Dialect } from "./types.ts";

export const bladex: Dialect = {
  name: "bladex",
  paths: {
    token: "/blade-auth/oauth/token",
    captcha: "/blade-auth/oauth/captcha",
    render: "/blade-auth/oauth/render",
    logout: "/blade-auth/oauth/logout",
    clearCache: "/blade-auth/oauth/clear-cache",
    userInfo: "/blade-auth/oauth/user-info",
    home: "/blade-desk/home",
    find: "/blade-desk/find",
    routes: "/blade-system/menu/routes",
    buttons: "/blade-system/menu/buttons",
    workspace: "/blade-system/menu/workspace",
    topMenus: "/blade-system/menu/top-menu",
    dictionary: "/blade-system/dict/dictionary",
    businessDictionary: "/blade-system/dict-biz/dictionary",
  },
  moved: [],
  passwords: { signIn: "md5", chosen: "md5" },
  equalBy: { text: "_equal", other: "" },
  several: true,
  sortsWhole: true,
  named: true,
  daysWithTime: false,
  forbiddenStatus: 0,
  refusedRefresh: { status: 0, after: 0 },
  menu: { hyphens: false, codes: {} },
  icons: {},
  onlyListed: false,
  resources: {},
};
