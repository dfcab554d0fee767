// What every page after sign-in says in this language, in one file. Nothing of the application: the page waits for it while that is loaded.
export { texts as application } from "../texts/application.en.ts";
export { texts as firstPage } from "../texts/first-page.en.ts";
export { en as forms } from "../forms/en.ts";
