// The sections and files of a course as the builder holds them, and the calls that lead from one state to another.
import type { course } from '@shuyuan/contract/course/catalog/course.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'

type Detail = Data<(typeof course)['admin/detail']>
type Stored = Detail['files'][number]
export type Stop = Stored['stops'][number]

/** `key`: the builder's own name of a section, which it keeps when it is removed and comes back */
export type Section = { key: string; title: string }
/** What an editor changes of a file. `stops` undefined: not known yet, the server may have earlier ones. */
export type Item = {
  fileId: string
  /** null: before the first section */
  sectionKey: string | null
  title: string
  required: boolean
  minSec: number
  /** wire texts; null: none */
  openTime: string | null
  dueTime: string | null
  stops: readonly Stop[] | undefined
}
export type Board = { sections: readonly Section[]; items: readonly Item[] }
/** What the server knows of a file besides. */
export type Facts = Pick<Stored, 'fileType' | 'fileType_dictText' | 'duration' | 'fileSize' | 'enabled' | 'state'>

/** `keyOf`: the builder's name of a stored section. */
export const boardOf = ({ sections, files }: Pick<Detail, 'sections' | 'files'>, keyOf: (id: string) => string = (id) => id): Board => ({
  sections: sections.map(({ id, title }) => ({ key: keyOf(id), title })),
  items: grouped(
    files.map(({ fileId, sectionId, title, required, minSec, openTime, dueTime, stops }) => ({
      fileId,
      sectionKey: sectionId === null ? null : keyOf(sectionId),
      title,
      required,
      minSec,
      openTime,
      dueTime,
      stops,
    })),
    sections.map((one) => keyOf(one.id)),
  ),
})

export const factsOf = ({ fileType, fileType_dictText, duration, fileSize, enabled, state }: Stored): Facts => ({
  fileType,
  fileType_dictText,
  duration,
  fileSize,
  enabled,
  state,
})

/** Items in the order of their sections, those before the first one first. */
function grouped(items: readonly Item[], keys: readonly string[]): Item[] {
  const by = Map.groupBy(items, (one) => one.sectionKey)
  return [null, ...keys].flatMap((key) => by.get(key) ?? [])
}

export const itemsIn = ({ items }: Board, key: string | null): Item[] => items.filter((one) => one.sectionKey === key)

/** Puts a file before another one, or at the end of a section. */
export function moveItem(board: Board, fileId: string, to: { sectionKey: string | null; before?: string | undefined }): Board {
  const moved = board.items.find((one) => one.fileId === fileId)
  if (!moved) return board
  const rest = board.items.filter((one) => one !== moved)
  const at = to.before === undefined ? rest.length : rest.findIndex((one) => one.fileId === to.before)
  const items = rest.toSpliced(at < 0 ? rest.length : at, 0, { ...moved, sectionKey: to.sectionKey })
  return {
    ...board,
    items: grouped(
      items,
      board.sections.map((one) => one.key),
    ),
  }
}

/** Puts a section at a place among the sections, with its files. */
export function moveSection(board: Board, key: string, to: number): Board {
  const moved = board.sections.find((one) => one.key === key)
  if (!moved) return board
  const sections = board.sections.filter((one) => one !== moved).toSpliced(to, 0, moved)
  return {
    sections,
    items: grouped(
      board.items,
      sections.map((one) => one.key),
    ),
  }
}

/** Adds files that are not in the course yet at the end of a section. */
export function addItems(board: Board, items: readonly Item[]): Board {
  const held = new Set(board.items.map((one) => one.fileId))
  const fresh = items.filter((one) => !held.has(one.fileId))
  return {
    ...board,
    items: grouped(
      [...board.items, ...fresh],
      board.sections.map((one) => one.key),
    ),
  }
}

/** Adds the files that only the stored board has, each before the same file as there. */
export const putBack = (board: Board, stored: Board): Board =>
  stored.items.toReversed().reduce((all, item) => {
    const keys = new Set(all.sections.map((one) => one.key))
    const isKnown = all.items.some((one) => one.fileId === item.fileId)
    if (isKnown || (item.sectionKey !== null && !keys.has(item.sectionKey))) return all
    const section = itemsIn(stored, item.sectionKey).map((one) => one.fileId)
    const below = section.slice(section.indexOf(item.fileId) + 1)
    const before = itemsIn(all, item.sectionKey).find((one) => below.includes(one.fileId))?.fileId
    return moveItem(addItems(all, [item]), item.fileId, { sectionKey: item.sectionKey, before })
  }, board)

export const changeItem = (board: Board, fileId: string, more: Partial<Omit<Item, 'fileId' | 'sectionKey'>>): Board => ({
  ...board,
  items: board.items.map((one) => (one.fileId === fileId ? { ...one, ...more } : one)),
})

export const removeItem = (board: Board, fileId: string): Board => ({ ...board, items: board.items.filter((one) => one.fileId !== fileId) })

export const addSection = (board: Board, section: Section): Board => ({ ...board, sections: [...board.sections, section] })

export const renameSection = (board: Board, key: string, title: string): Board => ({
  ...board,
  sections: board.sections.map((one) => (one.key === key ? { ...one, title } : one)),
})

/** Removes a section. Its files go with it, or come to the end of the section above. */
export function removeSection(board: Board, key: string, { withFiles }: { withFiles: boolean }): Board {
  const at = board.sections.findIndex((one) => one.key === key)
  const sections = board.sections.filter((one) => one.key !== key)
  const above = board.sections[at - 1]?.key ?? null
  const items = withFiles
    ? board.items.filter((one) => one.sectionKey !== key)
    : board.items.map((one) => (one.sectionKey === key ? { ...one, sectionKey: above } : one))
  return {
    sections,
    items: grouped(
      items,
      sections.map((one) => one.key),
    ),
  }
}

/** One call that brings a stored board nearer to the wanted one, without course and version. Sections are named by their keys. */
export type Step =
  | { call: 'section-save'; key: string; title: string; isNew: boolean }
  | { call: 'section-sort'; keys: string[] }
  | { call: 'item-save'; items: (Pick<Item, 'fileId'> & Partial<Omit<Item, 'fileId' | 'stops'> & { stops: Stop[] }>)[]; isNew: boolean }
  | { call: 'item-sort'; items: Pick<Item, 'fileId' | 'sectionKey'>[] }
  | { call: 'item-delete'; fileIds: string[] }

/** Of one call; more files are sent by the next one. */
const MOST = 100

const sameStops = (one: Item['stops'], other: Item['stops']) => one === other || JSON.stringify(one) === JSON.stringify(other)

function changedOf(from: Item, to: Item): Partial<Item> | undefined {
  const more: Partial<Item> = {
    ...(from.required === to.required ? {} : { required: to.required }),
    ...(from.minSec === to.minSec ? {} : { minSec: to.minSec }),
    ...(from.openTime === to.openTime ? {} : { openTime: to.openTime }),
    ...(from.dueTime === to.dueTime ? {} : { dueTime: to.dueTime }),
    ...(from.title === to.title ? {} : { title: to.title }),
    ...(to.stops === undefined || sameStops(from.stops, to.stops) ? {} : { stops: to.stops }),
  }
  return Object.keys(more).length > 0 ? more : undefined
}

/** The next call on the way from the stored board to the wanted one; undefined: they are the same. */
export function nextStep(stored: Board, wanted: Board): Step | undefined {
  return sectionStep(stored, wanted) ?? itemStep(stored, wanted) ?? orderStep(stored, wanted)
}

function sectionStep(stored: Board, wanted: Board): Step | undefined {
  const titles = new Map(stored.sections.map((one) => [one.key, one.title]))
  const named = wanted.sections.find((one) => titles.get(one.key) !== one.title)
  return named && { call: 'section-save', ...named, isNew: !titles.has(named.key) }
}

function itemStep(stored: Board, wanted: Board): Step | undefined {
  const known = new Map(stored.items.map((one) => [one.fileId, one]))
  const fresh = wanted.items.filter((one) => !known.has(one.fileId)).slice(0, MOST)
  // a name is that of the library, which a new row only shows
  if (fresh.length > 0)
    return {
      call: 'item-save',
      isNew: true,
      items: fresh.map(({ title: _title, stops, ...one }) => ({ ...one, ...(stops ? { stops: [...stops] } : {}) })),
    }
  const changed = wanted.items.flatMap((one) => {
    const more = changedOf(known.get(one.fileId)!, one)
    return more ? [{ ...more, fileId: one.fileId } as (Step & { call: 'item-save' })['items'][number]] : []
  })
  if (changed.length > 0) return { call: 'item-save', isNew: false, items: changed.slice(0, MOST) }
  const kept = new Set(wanted.items.map((one) => one.fileId))
  const gone = stored.items.filter((one) => !kept.has(one.fileId)).map((one) => one.fileId)
  return gone.length > 0 ? { call: 'item-delete', fileIds: gone } : undefined
}

const placesOf = ({ items }: Board) => items.map(({ fileId, sectionKey }) => ({ fileId, sectionKey }))
const keysOf = ({ sections }: Board) => sections.map((one) => one.key)
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function orderStep(stored: Board, wanted: Board): Step | undefined {
  // files in the order of the stored sections: moving a section moves them
  const keys = keysOf(wanted)
  const removed = keysOf(stored).filter((one) => !keys.includes(one))
  if (!same(placesOf({ ...stored, items: grouped(stored.items, [...keys, ...removed]) }), placesOf(wanted)))
    return { call: 'item-sort', items: placesOf(wanted) }
  return same(keysOf(stored), keys) ? undefined : { call: 'section-sort', keys }
}

/** The stored board after a step. */
export function stepped(stored: Board, step: Step, wanted: Board): Board {
  const keys = keysOf(stored)
  switch (step.call) {
    case 'section-save':
      return step.isNew ? addSection(stored, { key: step.key, title: step.title }) : renameSection(stored, step.key, step.title)
    case 'section-sort': {
      const sections = step.keys.map((key) => stored.sections.find((one) => one.key === key)!)
      return { sections, items: grouped(stored.items, step.keys) }
    }
    case 'item-save': {
      const named = new Set(step.items.map((one) => one.fileId))
      const now = wanted.items.filter((one) => named.has(one.fileId))
      if (step.isNew) return addItems(stored, now)
      return {
        ...stored,
        items: stored.items.map((one) => ({ ...one, ...step.items.find((item) => item.fileId === one.fileId) })),
      }
    }
    case 'item-sort': {
      const byId = new Map(stored.items.map((one) => [one.fileId, one]))
      const items = step.items.map(({ fileId, sectionKey }) => ({ ...byId.get(fileId)!, sectionKey }))
      return { ...stored, items: grouped(items, keys) }
    }
    case 'item-delete':
      return { ...stored, items: stored.items.filter((one) => !step.fileIds.includes(one.fileId)) }
  }
}
