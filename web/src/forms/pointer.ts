/** JSON pointers (RFC 6901) into the values of a form. */

export const join = (base: string, key: string | number): string =>
  `${base}/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;

export const split = (pointer: string): string[] =>
  pointer === ""
    ? []
    : pointer
        .slice(1)
        .split("/")
        .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));

/** The place of the object that holds a value: the row, the group or the whole. */
export const parentOf = (pointer: string): string => split(pointer).slice(0, -1).reduce<string>(join, "");

/** The same place in test ids and element ids: "/components/0/count" is "components-0-count". */
export const dashed = (pointer: string): string => split(pointer).join("-");

export function valueAt(root: unknown, pointer: string): unknown {
  let value = root;
  for (const key of split(pointer)) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/** A copy of `root` with another value at `pointer`; what lies on the way is copied, the rest shared. */
export function withValue<T>(root: T, pointer: string, value: unknown): T {
  const [key, ...rest] = split(pointer);
  if (key === undefined) return value as T;
  const inner = rest.reduce<string>(join, "");
  if (Array.isArray(root)) {
    const list: unknown[] = [...root];
    list[Number(key)] = withValue(list[Number(key)], inner, value);
    return list as T;
  }
  const object = typeof root === "object" && root !== null ? root : {};
  const old = Object.hasOwn(object, key) ? (object as Record<string, unknown>)[key] : undefined;
  const copy = Object.assign(Object.create(null) as Record<string, unknown>, object);
  copy[key] = withValue(old, inner, value);
  return { ...copy } as T;
}

/** True when `pointer` is `base` or lies inside it. */
export const within = (pointer: string, base: string): boolean => pointer === base || pointer.startsWith(`${base}/`);
