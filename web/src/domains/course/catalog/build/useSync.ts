// The board of a builder with its uploads, for the life of the page.
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { t } from '../../../../kernel/i18n.ts'
import { useView } from '../../../../kernel/state/store.ts'
import { addItems, type Item, itemsIn, moveItem } from './board.ts'
import { BoardSync } from './board-sync.ts'
import { Uploads } from './uploads.ts'

export type Detail = Data<(typeof course)['admin/detail']>

/** A file that comes into the course; its earlier questions are not known yet. */
export const newItem = (fileId: string, title: string, sectionKey: string | null): Item => ({
  fileId,
  title,
  sectionKey,
  required: true,
  minSec: 0,
  openTime: null,
  dueTime: null,
  stops: undefined,
})

/** `sync` keeps and stores the board, `uploads` brings files of this computer into it. */
export function useSync(detail: Detail) {
  const [sync] = useState(() => new BoardSync(detail))
  const [uploads] = useState(() => {
    const numbers = new Map<string, number>()
    return new Uploads(({ fileId, title, sectionKey: wanted, number }) => {
      numbers.set(fileId, number)
      sync.change(t('添加课件'), (board) => {
        // its section may have been removed meanwhile
        const sectionKey = board.sections.some((one) => one.key === wanted) ? wanted : (board.sections.at(-1)?.key ?? null)
        // small files arrive before large ones: they keep the order in which they were given
        const later = itemsIn(board, sectionKey).find((one) => (numbers.get(one.fileId) ?? -1) > number)
        const added = addItems(board, [newItem(fileId, title, sectionKey)])
        return later ? moveItem(added, fileId, { sectionKey, before: later.fileId }) : added
      })
    })
  })
  const client = useQueryClient()
  useEffect(() => {
    const again = () => void sync.flush()
    window.addEventListener('online', again)
    return () => {
      window.removeEventListener('online', again)
      // other pages show what was changed here
      for (const one of [course['admin/detail'], course.paging]) void client.invalidateQueries({ queryKey: [one.path] })
    }
  }, [sync, client])
  const { state } = useView(sync)
  useEffect(() => {
    // the head of the page publishes the newest version
    if (state === 'saved' && sync.hasChanged) void client.invalidateQueries({ queryKey: [course['admin/detail'].path] })
  }, [sync, client, state])
  return { sync, uploads }
}
