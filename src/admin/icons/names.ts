// The names of the product's own icons. `npx tsx scripts/icon-sprite.ts` draws them into public/icons.svg from Ant Design's outlined set.

/** Icons that menus, areas and fields of kind icon may name. */
export const iconNames = [
  "account-book", "alert", "api", "apartment", "appstore", "appstore-add", "area-chart", "arrow-down", "arrow-left", "arrow-right", "arrow-up", "audit", "bank", "bar-chart",
  "barcode", "bars", "bell", "block", "book", "branches", "bug", "build", "bulb", "calculator", "calendar", "camera", "car", "carry-out", "check", "check-circle", "check-square",
  "clear", "clock-circle", "close", "close-circle", "cloud", "cloud-download", "cloud-server", "cloud-upload", "cluster", "code", "code-sandbox", "coffee", "column-height",
  "comment", "compass", "contacts", "container", "control", "copy", "copyright", "credit-card", "crown", "customer-service", "dashboard", "database", "delete", "deployment-unit",
  "desktop", "dollar", "down", "download", "edit", "ellipsis", "environment", "exception", "exclamation-circle", "experiment", "export", "eye", "fall", "field-time", "file",
  "file-done", "file-image", "file-protect", "file-search", "file-sync", "file-text", "filter", "fire", "flag", "folder", "folder-open", "fork", "form", "fullscreen", "fund",
  "funnel-plot", "gateway", "gift", "global", "gold", "group", "hdd", "heart", "history", "holder", "home", "hourglass", "idcard", "import", "inbox", "info-circle", "insert-row-below",
  "insurance", "interaction", "key", "laptop", "layout", "left", "like", "line-chart", "link", "lock", "login", "logout", "mail", "medicine-box", "menu", "message", "minus", "mobile",
  "money-collect", "monitor", "moon", "node-index", "notification", "number", "ordered-list", "paper-clip", "partition", "pay-circle", "percentage", "phone", "picture", "pie-chart",
  "play-circle", "plus", "plus-square", "printer", "product", "profile", "project", "property-safety", "pushpin", "qrcode", "question-circle", "radar-chart", "read", "reconciliation",
  "red-envelope", "redo", "reload", "rest", "retweet", "right", "rise", "robot", "rocket", "rollback", "safety", "safety-certificate", "save", "scan", "schedule", "search", "security-scan",
  "send", "setting", "shake", "share-alt", "shop", "shopping", "shopping-cart", "sisternode", "skin", "solution", "split-cells", "star", "stock", "stop", "sun", "swap", "switcher", "sync",
  "table", "tag", "tags", "team", "thunderbolt", "to-top", "tool", "trademark-circle", "transaction", "translation", "trophy", "truck", "undo", "ungroup", "unlock", "unordered-list", "up",
  "upload", "usb", "user", "user-add", "user-switch", "usergroup-add", "video-camera", "wallet", "warning", "wechat", "wifi",
] as const;

export type IconName = (typeof iconNames)[number];

const known: ReadonlySet<string> = new Set(iconNames);

/** Drawn for names of other systems, which are kept as they are. */
export const neutralIcon: IconName = "appstore";

/** Whether a name is one of the product's own. */
export function isIconName(name: string): name is IconName {
  return known.has(name);
}
