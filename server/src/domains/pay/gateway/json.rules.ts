// Reads answers of payment services.
export type Json = Record<string, unknown>

/** The text or number at this path of an object; '' without one. */
export const textAt = (data: unknown, ...names: (string | number)[]): string => {
  const found = names.reduce<unknown>((value, name) => (value as Json | null | undefined)?.[name], data)
  return typeof found === 'string' ? found : typeof found === 'number' ? String(found) : ''
}
