// The public page that a label's QR code opens: looks the code up and shows whether the product is genuine. It stands by itself, so that
// a telephone on a slow line loads a few kilobytes and nothing of the back-office.
import { lookupIn, type Lookup } from "./address.ts";
import { element } from "./element.ts";
import { lookUp, tenantOf, type Outcome, type Proof } from "./lookup.ts";
import { texts, type Language } from "./texts.ts";
import { codeForm, outcomeView, type Actions } from "./view.ts";
import "./verify.css";

const container = document.getElementById("verify");
if (container === null) throw new Error("verify.html has no element with the id verify");
const page: HTMLElement = container;

let language: Language = /^zh\b/i.test(navigator.language) ? "zh" : "en";
let lookup: Lookup = lookupIn(location);
let shown: Outcome | undefined;
/** Answers to a look-up that another one has overtaken are dropped. */
let turn = 0;

const actions: Actions = {
  look: (code) => {
    lookup = { ...lookup, code };
    void look({});
  },
  verify: (verifyCode) => void look({ verifyCode }),
  prove: (key, characters) => void look({ captcha: { key, characters } }),
  again: () => void look({}),
  another: () => {
    turn += 1;
    lookup = { code: "", tenantId: lookup.tenantId };
    shown = undefined;
    show();
    page.querySelector("input")?.focus();
  },
};

function show(isBusy = false): void {
  const words = texts[language];
  document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
  document.title = words.title;
  const other = element("button", { type: "button", class: "plain", lang: language === "zh" ? "en" : "zh-CN" }, words.otherLanguage);
  other.addEventListener("click", () => {
    language = language === "zh" ? "en" : "zh";
    // What the server says is said in the other language as well; the same look-up within a minute is not counted again.
    if (shown?.kind === "found" || shown?.kind === "refused") void look({});
    else show();
  });
  const content = isBusy
    ? element(
        "section",
        { class: "verdict neutral", role: "status" },
        element("span", { class: "sign turning" }),
        element("p", {}, words.looking),
      )
    : shown === undefined
      ? codeForm(words, actions, lookup.unnamed)
      : outcomeView(shown, words, actions);
  page.replaceChildren(
    element(
      "header",
      {},
      element("img", { src: "/favicon.svg", alt: "", width: "28", height: "28" }),
      element("span", {}, words.title),
      other,
    ),
    element("main", { "aria-busy": isBusy ? "true" : undefined }, content),
  );
}

let lastDigits: string | undefined;

async function look(proof: Proof): Promise<void> {
  turn += 1;
  const mine = turn;
  if (proof.verifyCode !== undefined) lastDigits = proof.verifyCode;
  show(true);
  const outcome = await lookUp(lookup, { ...proof, ...(lastDigits === undefined ? {} : { verifyCode: lastDigits }) }, language);
  if (mine !== turn) return;
  shown = outcome;
  show();
  // Screen readers go on from the verdict, keyboards to what is asked for.
  page.querySelector<HTMLElement>("form input, h1")?.focus();
}

/** Asks for a code, unless none could be looked up: then the page says so before somebody types one. */
async function ask(): Promise<void> {
  // What is no product's says so, whoever it is of.
  if (lookup.unnamed !== "other") {
    if (lookup.tenantId === "") show(true);
    if ((await tenantOf(lookup, language)) === "") shown = { kind: "noTenant" };
  }
  show();
}

// No top-level await: a single one anywhere makes the build keep every chunk that only passes on the exports of another.
void (lookup.code === "" ? ask() : look({}));
