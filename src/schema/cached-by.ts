// Values that follow from an object alone, such as a definition: made once for each, and forgotten with it.

/** A function whose result is made once per object. */
export function cachedBy<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const cache = new WeakMap<K, { readonly value: V }>();
  return (key) => {
    let one = cache.get(key);
    if (one === undefined) cache.set(key, (one = { value: make(key) }));
    return one.value;
  };
}
