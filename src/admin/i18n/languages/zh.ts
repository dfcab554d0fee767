// What every page after sign-in says in this language, in one file. Nothing of the application: the page waits for it while that is loaded.
export { texts as application } from "../texts/application.zh.ts";
export { texts as firstPage } from "../texts/first-page.zh.ts";
export { zh as forms } from "../forms/zh.ts";
