// What the handlers of people, roles and menus need besides the request.
import type { Callers } from "../../auth/callers.ts";
import type { Failures } from "../../auth/failures.ts";
import type { PasswordTransform } from "../../auth/password-hash.ts";
import type { IdentitySignIns } from "../../auth/identity/identity-sign-in.ts";
import type { Guests } from "../../auth/social/guests.ts";
import type { Identifiers } from "../../store/identifiers.ts";
import type { UploadedFiles } from "../resource/uploaded-files.ts";

export interface AuthorityServices {
  readonly callers: Callers;
  readonly identifiers: Identifiers;
  /** Counts refused registrations and wrong old passwords. */
  readonly failures: Failures;
  /** People of other platforms without an account. */
  readonly guests: Guests;
  /** Offers and tests the identity providers of tenants. */
  readonly identities: Pick<IdentitySignIns, "offered" | "test">;
  /** What browsers do to passwords; the server does the same to the initial password, which is kept as typed. */
  readonly passwordTransform: PasswordTransform;
  /** Uploads; what a person takes as their picture is looked at there. */
  readonly files: UploadedFiles;
}
