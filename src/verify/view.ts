// What the page shows of each outcome. The verdict comes first and alone fills the screen of a telephone; what is known of the product
// follows.
import type { Lookup } from "./address.ts";
import { element, icon, type Child } from "./element.ts";
import type { LookupResult, Group, NamedValue, Outcome } from "./lookup.ts";
import type { Texts } from "./texts.ts";

export interface Actions {
  /** Looks up what was typed. */
  look(code: string): void;
  /** Looks up again, with the digits below the scratch layer. */
  verify(digits: string): void;
  /** Looks up again, with the characters of a picture. */
  prove(key: string, characters: string): void;
  again(): void;
  another(): void;
}

const check = "M5 12.5l4.5 4.5L19 7.5";
const warning = "M12 4v10M12 18.5v.5";
const cross = "M6 6l12 12M18 6L6 18";
const lock = "M7 11V8a5 5 0 0 1 10 0v3M5.5 11h13v9h-13z";

/** How much a result is to worry: the colour of the verdict and its sign. */
function toneOf({ result, isSuspicious, isExpired }: LookupResult): { readonly tone: string; readonly sign: string } {
  if (result === 1) return isExpired ? { tone: "careful", sign: warning } : { tone: "good", sign: check };
  if (result === 2) return isSuspicious ? { tone: "bad", sign: warning } : { tone: "careful", sign: warning };
  if (result === 4) return { tone: "careful", sign: lock };
  return { tone: "bad", sign: cross };
}

function verdict(tone: string, sign: string, headline: string, ...more: readonly Child[]): HTMLElement {
  return element(
    "section",
    { class: `verdict ${tone}`, role: "status" },
    element("span", { class: "sign" }, icon(sign)),
    element("h1", { tabindex: "-1" }, headline),
    more,
  );
}

/** Names and values; nothing where all values are empty. */
function facts(rows: readonly NamedValue[]): Child {
  const filled = rows.filter(({ value }) => value !== "");
  if (filled.length === 0) return undefined;
  return element(
    "dl",
    {},
    filled.map(({ name, value }) => element("div", {}, element("dt", {}, name), element("dd", {}, value))),
  );
}

function card(title: string, ...content: readonly Child[]): Child {
  return content.every((one) => one === undefined || one === false || (Array.isArray(one) && one.length === 0))
    ? undefined
    : element("section", { class: "card" }, element("h2", {}, title), content);
}

function groupsOf(title: string, groups: readonly Group[]): Child {
  if (groups.length === 0) return undefined;
  return [
    element("h3", {}, title),
    ...groups.map((group) => element("div", { class: "group" }, element("h4", {}, group.name), facts(group.attributes))),
  ];
}

function pictures(product: LookupResult["product"], texts: Texts): Child {
  if (product.pictures.length === 0) return undefined;
  return element(
    "div",
    { class: "pictures", role: "group", "aria-label": texts.pictures, tabindex: product.pictures.length > 1 ? "0" : undefined },
    product.pictures.map((address, index) => {
      const picture = element("img", { src: address, alt: index === 0 ? product.name : "", loading: index === 0 ? "eager" : "lazy" });
      picture.addEventListener("error", () => picture.remove());
      return picture;
    }),
  );
}

/** The text of the brand, which the server has cleaned; scripts are refused by the policy of the page besides. */
function introduction(html: string, title: string): Child {
  if (html.trim() === "") return undefined;
  const text = element("div", { class: "introduction" });
  text.innerHTML = html;
  return card(title, text);
}

function foundView(found: LookupResult, texts: Texts, actions: Actions): readonly Child[] {
  const { tone, sign } = toneOf(found);
  const { product } = found;
  const isGenuine = found.result === 1 || found.result === 2;
  return [
    verdict(
      tone,
      sign,
      texts.headlines[found.result],
      element("p", {}, found.text),
      found.isSuspicious && element("p", { class: "strong" }, texts.suspicious),
      found.isExpired && element("p", { class: "strong" }, texts.expired),
      found.code !== "" && element("p", { class: "code" }, found.code),
    ),
    found.result === 6 && verifyForm(texts, actions),
    isGenuine &&
      card(
        texts.code,
        facts([
          { name: texts.times, value: String(found.scanCount) },
          { name: texts.firstTime, value: found.firstScanTime },
          { name: texts.firstPlace, value: found.firstScanRegion },
          { name: texts.layer, value: found.layerName },
        ]),
      ),
    product.name !== "" &&
      card(
        texts.product,
        pictures(product, texts),
        element("p", { class: "name" }, product.name),
        facts([
          { name: texts.brand, value: product.brandName },
          { name: texts.spec, value: product.specName },
          { name: texts.barcode, value: product.barcode },
          { name: texts.approvalNo, value: product.approvalNo },
          { name: texts.batch, value: found.batchCode },
          { name: texts.produceDate, value: found.produceDate },
          { name: texts.expireDate, value: found.expireDate },
        ]),
      ),
    card(
      texts.trace,
      facts([{ name: texts.factory, value: found.factory }, ...found.attributes, { name: texts.qcReport, value: found.qcReport }]),
      groupsOf(texts.materials, found.materials),
      groupsOf(texts.processes, found.processes),
    ),
    introduction(product.introduction, texts.introduction),
    anotherButton(texts, actions),
  ];
}

function anotherButton(texts: Texts, actions: Actions): Child {
  const button = element("button", { type: "button", class: "plain" }, texts.another);
  button.addEventListener("click", () => actions.another());
  return button;
}

interface Asking {
  readonly label: string;
  readonly help?: string;
  readonly button: string;
  readonly input: Readonly<Record<string, string>>;
  readonly above?: Child;
  readonly send: (value: string) => void;
}

function form({ label, help, button, input, above, send }: Asking): HTMLFormElement {
  const field = element("input", {
    name: "answer",
    required: true,
    autocomplete: "off",
    ...input,
    ...(help === undefined ? {} : { "aria-describedby": "help" }),
  });
  const made = element(
    "form",
    { class: "card" },
    above,
    element("label", {}, element("span", {}, label), field),
    help !== undefined && element("p", { class: "help", id: "help" }, help),
    element("button", { type: "submit" }, button),
  );
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    send(field.value.trim());
  });
  return made;
}

const verifyForm = (texts: Texts, actions: Actions): HTMLFormElement =>
  form({
    label: texts.verifyPart,
    help: texts.verifyHelp,
    button: texts.look,
    input: { inputmode: "numeric", pattern: "[0-9]{4,8}", maxlength: "8" },
    send: (digits) => actions.verify(digits),
  });

/** The form that asks for a code, where the address names none, and why it does where a scanned one named something else. */
export const codeForm = (texts: Texts, actions: Actions, unnamed?: Lookup["unnamed"]): HTMLFormElement =>
  form({
    above: [element("h1", {}, texts.ask), unnamed !== undefined && element("p", { role: "status" }, texts.unnamed[unnamed])],
    label: texts.code,
    help: texts.enterCode,
    button: texts.look,
    input: { maxlength: "128", autocapitalize: "characters", spellcheck: "false" },
    send: (code) => actions.look(code),
  });

function captchaView(outcome: Outcome & { readonly kind: "captcha" }, texts: Texts, actions: Actions): Child {
  const picture = element(
    "button",
    { type: "button", class: "picture", title: texts.captchaPicture },
    element("img", { src: outcome.image, alt: texts.captchaPicture }),
  );
  picture.addEventListener("click", () => actions.again());
  return form({
    label: texts.captcha,
    button: texts.look,
    input: { maxlength: "8", autocapitalize: "off", spellcheck: "false" },
    above: [element("p", { role: "alert" }, outcome.text), picture],
    send: (characters) => actions.prove(outcome.key, characters),
  });
}

function failure(text: string, texts: Texts, actions: Actions, canRepeat: boolean): readonly Child[] {
  const button = element("button", { type: "button" }, texts.again);
  button.addEventListener("click", () => actions.again());
  return [verdict("neutral", warning, text), canRepeat && button, anotherButton(texts, actions)];
}

/** The page below its heading. */
export function outcomeView(outcome: Outcome, texts: Texts, actions: Actions): readonly Child[] {
  switch (outcome.kind) {
    case "found":
      return foundView(outcome, texts, actions);
    case "needVerify":
      return [verdict("neutral", lock, texts.needVerify, element("p", { class: "code" }, outcome.code)), verifyForm(texts, actions)];
    case "captcha":
      return [captchaView(outcome, texts, actions)];
    case "refused":
      return failure(outcome.text, texts, actions, false);
    case "noTenant":
      return [verdict("neutral", warning, texts.noTenant)];
    case "failed":
    case "unreachable":
      return failure(texts[outcome.kind], texts, actions, true);
  }
}
