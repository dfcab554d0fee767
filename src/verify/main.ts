// The public page that a label's QR code opens: looks the code up and shows whether the product is genuine. It stands by itself, so that
// a telephone on a slow line loads a few kilobytes and nothing of the back-office.
import { askedBy, type Asked } from "./address.ts";
import { element } from "./element.ts";
import { lookUp, tenantOf, type Outcome, type Proof } from "./lookup.ts";
import { texts, type Language } from "./texts.ts";
import { codeForm, outcomeView, type Actions } from "./view.ts";
import "./verify.css";

const container = document.getElementById("verify");
if (container === null) throw new Error("verify.html has no element with the id verify");
const page: HTMLElement = container;

let language: Language = /^zh\b/i.test(navigator.language) ? "zh" : "en";
let asked: Asked = askedBy(location);
let shown: Outcome | undefined;
/** Answers to a look-up that another one has overtaken are dropped. */
let turn = 0;

const actions: Actions = {
  look: (code) => {
    asked = { ...asked, code };
    void look({});
  },
  verify: (verifyCode) => void look({ verifyCode }),
  prove: (key, characters) => void look({ captcha: { key, characters } }),
  again: () => void look({}),
  another: () => {
    turn += 1;
    asked = { code: "", tenantId: asked.tenantId };
    shown = undefined;
    show();
    page.querySelector("input")?.focus();
  },
};

function show(isBusy = false): void {
  const said = texts[language];
  document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
  document.title = said.title;
  const other = element("button", { type: "button", class: "plain", lang: language === "zh" ? "en" : "zh-CN" }, said.otherLanguage);
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
        element("p", {}, said.looking),
      )
    : shown === undefined
      ? codeForm(said, actions, asked.unnamed)
      : outcomeView(shown, said, actions);
  page.replaceChildren(
    element(
      "header",
      {},
      element("img", { src: "/favicon.svg", alt: "", width: "28", height: "28" }),
      element("span", {}, said.title),
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
  const outcome = await lookUp(asked, { ...proof, ...(lastDigits === undefined ? {} : { verifyCode: lastDigits }) }, language);
  if (mine !== turn) return;
  shown = outcome;
  show();
  // Screen readers go on from the verdict, keyboards to what is asked for.
  page.querySelector<HTMLElement>("form input, h1")?.focus();
}

/** Asks for a code, unless none could be looked up: then the page says so before somebody types one. */
async function ask(): Promise<void> {
  // What is no product's says so, whoever it is of.
  if (asked.unnamed !== "other") {
    if (asked.tenantId === "") show(true);
    if ((await tenantOf(asked, language)) === "") shown = { kind: "noTenant" };
  }
  show();
}

if (asked.code === "") await ask();
else await look({});
