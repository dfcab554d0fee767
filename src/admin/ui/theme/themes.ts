// The eleven themes (docs/specification.md §9): each defines the page, its bars and its primary colour.

export type Appearance = "light" | "dark";

/** Names as the specification has them, in its order; "bule" is its spelling. */
export const themeNames = ["default", "white", "dark", "star", "bule", "iview", "vip", "cool", "d2", "hey", "lte"] as const;
export type ThemeName = (typeof themeNames)[number];

/** Colours of the page that do not follow from the primary one. */
export interface Ground {
  readonly page: string;
  readonly surface: string;
  /** Dialogs and pop-overs. */
  readonly raised: string;
  /** Under the pointer, heads of tables. */
  readonly sunken: string;
  readonly line: string;
  readonly lineStrong: string;
  readonly text: string;
  readonly textSoft: string;
  readonly textFaint: string;
  readonly danger: string;
  readonly dangerSoft: string;
  readonly success: string;
  readonly warning: string;
}

/** A bar is like the page, in the primary colour, or in its own colour. */
export type BarColours = "page" | "primary" | { readonly surface: string; readonly ink: string };

export interface Theme {
  readonly appearance: Appearance;
  readonly primary: string;
  readonly ground: Ground;
  readonly top: BarColours;
  readonly side: BarColours;
}

const light: Ground = {
  page: "#f4f6f9",
  surface: "#ffffff",
  raised: "#ffffff",
  sunken: "#f0f3f7",
  line: "#e3e8ef",
  lineStrong: "#c9d1dc",
  text: "#17202e",
  textSoft: "#4d5b70",
  textFaint: "#606c81",
  danger: "#c62a2f",
  dangerSoft: "#fdecec",
  success: "#17743f",
  warning: "#985600",
};

const dark: Ground = {
  page: "#10141b",
  surface: "#181d26",
  raised: "#202733",
  sunken: "#131820",
  line: "#2a3240",
  lineStrong: "#3d4859",
  text: "#e6eaf0",
  textSoft: "#b0bac8",
  textFaint: "#929eb0",
  danger: "#ff8a87",
  dangerSoft: "#3a1f22",
  success: "#62d492",
  warning: "#efb354",
};

const white = "#ffffff";

export const themes: Readonly<Record<ThemeName, Theme>> = {
  default: { appearance: "light", primary: "#1b5bd6", ground: light, top: "page", side: "page" },
  white: {
    appearance: "light",
    primary: "#33415c",
    ground: { ...light, page: white, sunken: "#f5f6f8", line: "#e6e8ec" },
    top: "page",
    side: "page",
  },
  dark: { appearance: "dark", primary: "#7aa7f8", ground: dark, top: "page", side: "page" },
  star: {
    appearance: "dark",
    primary: "#b3a1ff",
    ground: {
      ...dark,
      page: "#0e0b1f",
      surface: "#17132c",
      raised: "#211b3d",
      sunken: "#120f25",
      line: "#2d2650",
      lineStrong: "#463c73",
      textSoft: "#bdb7d6",
      textFaint: "#a099be",
    },
    top: { surface: "#1d1740", ink: "#efeaff" },
    side: { surface: "#120e28", ink: "#d9d2f5" },
  },
  bule: {
    appearance: "light",
    primary: "#1358c9",
    ground: { ...light, page: "#eff4fc", sunken: "#ecf2fb", textFaint: "#5d697e" },
    top: "primary",
    side: "page",
  },
  iview: { appearance: "light", primary: "#1a6fc4", ground: light, top: "page", side: { surface: "#1c2438", ink: white } },
  vip: {
    appearance: "light",
    primary: "#85601a",
    ground: {
      ...light,
      page: "#f8f6f1",
      sunken: "#f5f2ea",
      line: "#e9e3d6",
      lineStrong: "#d5cbb6",
      text: "#221d14",
      textSoft: "#5d5443",
      textFaint: "#6e6450",
    },
    top: { surface: "#25211b", ink: "#f3dfb5" },
    side: { surface: "#1a1713", ink: "#f3dfb5" },
  },
  cool: {
    appearance: "light",
    primary: "#0b6f83",
    ground: {
      ...light,
      page: "#eef7f8",
      sunken: "#eaf4f6",
      line: "#d7e8eb",
      lineStrong: "#b9d3d8",
      text: "#10272c",
      textSoft: "#405d64",
      textFaint: "#546b71",
    },
    top: "primary",
    side: { surface: "#f4fbfc", ink: "#10272c" },
  },
  d2: {
    appearance: "light",
    primary: "#2458d8",
    ground: { ...light, page: "#e9eef7", sunken: "#eef2f9", line: "#dce3f0", textFaint: "#5a667b" },
    top: { surface: "#e9eef7", ink: "#17202e" },
    side: { surface: "#e9eef7", ink: "#17202e" },
  },
  hey: {
    appearance: "light",
    primary: "#c0304c",
    ground: {
      ...light,
      page: "#faf5f5",
      sunken: "#f8f1f2",
      line: "#efe3e5",
      lineStrong: "#dcc9cc",
      text: "#2a1b1e",
      textSoft: "#65535a",
      textFaint: "#736068",
    },
    top: "page",
    side: "page",
  },
  lte: {
    appearance: "light",
    primary: "#256a94",
    ground: { ...light, page: "#ecf0f5", textFaint: "#5a667b" },
    top: "primary",
    side: { surface: "#222d32", ink: "#e8eef1" },
  },
};

export function isThemeName(name: unknown): name is ThemeName {
  return typeof name === "string" && Object.hasOwn(themes, name);
}
