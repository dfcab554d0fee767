// Answers any error of a request: a refusal in the caller's language, or a fault that only the log knows.
import type { FastifyReply, FastifyRequest } from "fastify";
import { answerOfError, answerOfFault, isBodyTooLarge, payloadTooLarge, refusalOf } from "./error-answer.ts";
import { languageOfRequest } from "./request-context.ts";
import { secureAnswer } from "./security-headers.ts";

/** The error handler of every instance. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  // An address that cannot be decoded comes here past all hooks.
  secureAnswer(request, reply);
  const language = languageOfRequest(request);
  const refusal = isBodyTooLarge(error) ? payloadTooLarge(request.routeOptions.bodyLimit) : refusalOf(error);
  // A call that nobody has implemented is refused as declared, and a full disk is told once: no faults, of which each is worth a line.
  if (refusal === undefined || (refusal.status >= 500 && refusal.status !== 501 && refusal.status !== 507))
    request.log.error({ err: error }, "a request failed");
  const { status, body } = refusal === undefined ? answerOfFault(request.id, language) : answerOfError(refusal, language);
  if (status === 503) reply.header("retry-after", "1");
  if (status === 429) reply.header("retry-after", "60");
  void reply.code(status).type("application/json; charset=utf-8").send(body);
}
