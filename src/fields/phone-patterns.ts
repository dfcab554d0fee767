// What telephone numbers of mainland China look like.

/** Mobile numbers have 11 digits; the rule of the specification appears inverted in its source. */
export const mobilePattern = "^1[3-9][0-9]{9}$";
/** Mobile, or area code and number, or a service number such as 400-123-4567. */
export const phonePattern = "^(?:1[3-9][0-9]{9}|0[0-9]{2,3}-?[0-9]{7,8}(?:-[0-9]{1,6})?|[48]00-?[0-9]{3}-?[0-9]{4})$";
