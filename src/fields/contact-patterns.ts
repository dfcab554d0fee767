// What e-mail addresses and mobile numbers look like, for code that checks those of a list or of a call.
export { emailPattern } from "./email/definition.ts";
export { mobilePattern } from "./phone/definition.ts";
