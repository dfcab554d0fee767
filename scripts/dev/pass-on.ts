// Passes a request on to the embedded server, as it came, and its answer back.
import { request as send, type IncomingMessage, type ServerResponse } from "node:http";

/** The answer while no server is running, in the envelope that the browser understands. */
function answerUnavailable(response: ServerResponse): void {
  response.writeHead(503, { "content-type": "application/json; charset=utf-8", "retry-after": "1" });
  response.end(
    JSON.stringify({
      code: 503,
      success: false,
      data: {},
      msg: "定义有误，服务尚未启动 / The definitions have problems, so the server is not running",
    }),
  );
}

/** Passes one request on to a server at this address; undefined: there is none. */
export function passOn(request: IncomingMessage, response: ServerResponse, address: string | undefined): void {
  if (address === undefined) {
    answerUnavailable(response);
    return;
  }
  const onward = send(new URL(request.url ?? "/", address), { method: request.method, headers: request.headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  // A definition may be saved while a request is under way; the person tries again.
  onward.on("error", () => (response.headersSent ? response.destroy() : answerUnavailable(response)));
  response.on("close", () => onward.destroy());
  request.pipe(onward);
}
