// The field names of a type, nested ones with dots, so that a misspelt name does not compile.

type Below = [never, 0, 1, 2, 3]

/** `title`, `props.hotelProfile`, `groups.0.title`; of a union, the names of all its branches. */
export type PathOf<T, Depth extends number = 4> = Depth extends 0
  ? never
  : T extends readonly (infer One)[]
    ? `${number}` | `${number}.${PathOf<NonNullable<One>, Below[Depth]>}`
    : T extends object
      ? { [K in keyof T & string]: K | `${K}.${PathOf<NonNullable<T[K]>, Below[Depth]>}` }[keyof T & string]
      : never
