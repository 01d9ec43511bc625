// Filters, page and tab of the watch page in its address, so that a reload or a copied address shows the same.

export type GridFilter = { online: boolean; offline: boolean; flagged: boolean; realName: string }
export type GridQuery = { current: number; filter: GridFilter }

const names = { page: 'grid.page', online: 'grid.online', offline: 'grid.offline', flagged: 'grid.flagged', name: 'grid.name' } as const
const MOST_NAME = 50

/** The address with one value changed; an empty value is removed. */
export function withValue(before: URLSearchParams, name: string, value: string): URLSearchParams {
  const after = new URLSearchParams(before)
  if (value === '') after.delete(name)
  else after.set(name, value)
  return after
}

/** Reads page and filters of the grid; values that are missing or wrong have their default. */
export function readGrid(address: URLSearchParams): GridQuery {
  const page = address.get(names.page) ?? ''
  return {
    current: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
    filter: {
      online: address.get(names.online) !== 'false',
      offline: address.get(names.offline) !== 'false',
      flagged: address.get(names.flagged) === 'true',
      realName: (address.get(names.name) ?? '').slice(0, MOST_NAME),
    },
  }
}

/** Writes page and filters; defaults are left out. */
export function writeGrid(before: URLSearchParams, { current, filter }: GridQuery): URLSearchParams {
  const values: [string, string][] = [
    [names.page, current === 1 ? '' : String(current)],
    [names.online, filter.online ? '' : 'false'],
    [names.offline, filter.offline ? '' : 'false'],
    [names.flagged, filter.flagged ? 'true' : ''],
    [names.name, filter.realName],
  ]
  return values.reduce((address, [name, value]) => withValue(address, name, value), before)
}
