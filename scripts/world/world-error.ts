/** A world that cannot be built; the message states why. */
export class WorldError extends Error {
  override readonly name = "WorldError";
}
