// A secret.
export { PasswordInput as Widget } from "../../admin/forms/inputs/password-input.tsx";
