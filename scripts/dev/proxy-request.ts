// Passes a request on to the embedded server, as it came, and its answer back.
import { request as send, type IncomingMessage, type ServerResponse } from "node:http";
import { inLanguage, type Text } from "../../src/schema/text.ts";
import { languageOf } from "../../src/server/http/language.ts";

/** Why no server is running: it is about to, or the definitions have to be corrected first. */
export type Absence = "starting" | "refused";

const sentences: Readonly<Record<Absence, Text>> = {
  starting: ["服务正在启动，请稍候", "The server is starting; wait a moment"],
  refused: [
    "定义有误，服务尚未启动；问题见终端和页面提示",
    "The definitions have problems, so the server is not running; the terminal and the page tell them",
  ],
};

/** The answer while no server is running, in the envelope that the browser understands. */
function answerUnavailable(request: IncomingMessage, response: ServerResponse, absence: Absence): void {
  response.writeHead(503, { "content-type": "application/json; charset=utf-8", "retry-after": "1" });
  const msg = inLanguage(sentences[absence], languageOf(request.headers["accept-language"]));
  response.end(JSON.stringify({ code: 503, success: false, data: {}, msg }));
}

/** Where the server answers, or why it does not. */
export type Place = { readonly address: string } | { readonly absence: Absence };

/** Passes one request on to the server. */
export function proxyRequest(request: IncomingMessage, response: ServerResponse, place: Place): void {
  if ("absence" in place) {
    answerUnavailable(request, response, place.absence);
    return;
  }
  const { address } = place;
  const onward = send(new URL(request.url ?? "/", address), { method: request.method, headers: request.headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  // A definition may be saved while a request is under way; the person tries again.
  onward.on("error", () => (response.headersSent ? response.destroy() : answerUnavailable(request, response, "starting")));
  response.on("close", () => onward.destroy());
  request.pipe(onward);
}
