// What the stub of the storage providers reads of requests.
export const prefixIn = (resource: unknown) =>
  String((resource as string[])[0])
    .replace(/^.*?school-1250000000\//, '')
    .replace(/\*$/, '')
export const textIn = (form: FormData, name: string) => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}
