/** A day as back-ends take it that know moments only; anything else as it is. */
export const withTime = (value: unknown): unknown =>
  typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/u.test(value) ? `${value} 00:00:00` : value;

/** A day as forms know it, of a moment that stands for one; anything else as it is. */
export const withoutTime = (value: unknown): unknown =>
  typeof value === "string" && /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/u.test(value) ? value.slice(0, 10) : value;
