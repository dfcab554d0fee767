// The part of the driver's own helpers that we use; the package exports them without types.
declare module "pg/lib/utils.js" {
  const utils: {
    /** What is sent for a value: text, bytes, or null; an array as PostgreSQL writes one, an object as JSON. */
    readonly prepareValue: (value: unknown) => string | Buffer | null;
  };
  export default utils;
}
