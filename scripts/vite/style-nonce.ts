// antd gives its styles the page's nonce, but not the variables of a theme and the scroll lock of dialogs, which the Content-Security-Policy
// then refuses. All of them go through one function of rc-util: here every style element gets the nonce.
import path from "node:path";
import type { Plugin } from "vite";

const file = /[\\/](?:rc-util|@rc-component[\\/]util)[\\/]es[\\/]Dom[\\/]dynamicCSS\.js$/;
const statement = "styleNode.innerHTML = css;";
const nonce = `styleNode.nonce ||= document.querySelector('meta[property="csp-nonce"]')?.nonce ?? "";`;

/** The plugin. Where the application itself is built, with this root, the function must be there. */
export function styleNonce(application: string): Plugin {
  let isApplication = false;
  let isFound = false;
  return {
    name: "style-nonce",
    configResolved({ command, root }) {
      isApplication = command === "build" && path.resolve(root) === path.resolve(application);
    },
    transform(code, id) {
      if (!file.test(id)) return undefined;
      if (!code.includes(statement)) throw new Error(`${id} no longer says "${statement}": styles would lose the page's nonce`);
      isFound = true;
      return { code: code.replace(statement, `${nonce} ${statement}`), map: null };
    },
    buildEnd(error) {
      if (error === undefined && isApplication && !isFound)
        throw new Error("no file of rc-util writes styles any more: styles would lose the page's nonce (scripts/vite/style-nonce.ts)");
    },
  };
}
