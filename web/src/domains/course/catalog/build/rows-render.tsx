// What the rows of the builder show and do.
import { type ReactNode, useCallback, useMemo } from 'react'
import { t } from '../../../../kernel/i18n.ts'
import { notify } from '../../../../kernel/notify.ts'
import { changeItem, moveSection, removeItem, removeSection, renameSection } from './board.ts'
import type { BoardSync, BoardView } from './board-sync.ts'
import { type ItemActs, ItemRow } from './ItemRow.tsx'
import type { Row } from './Rows.tsx'
import { type SectionActs, SectionHead } from './SectionHead.tsx'

const UNDO_SECONDS = 10

type Setters = {
  setFolded: (to: (all: ReadonlySet<string>) => ReadonlySet<string>) => void
  setNaming: (key: string | undefined) => void
  setOpened: (fileId: string | undefined) => void
  menuOf: SectionActs['addItems']
}

/** What rows do; the same objects for the life of the builder, so that rows render for their own changes only. */
export function useActs(sync: BoardSync, { setFolded, setNaming, setOpened, menuOf }: Setters) {
  return useMemo(() => {
    const gone = (text: string) => notify.success(text, UNDO_SECONDS, { text: t('撤销'), run: () => sync.undo() })
    const section: SectionActs = {
      onFold: (key) =>
        setFolded((all) => {
          const next = new Set(all)
          if (!next.delete(key)) next.add(key)
          return next
        }),
      onRename: (key, title) => sync.change(t('修改章节名称'), (one) => renameSection(one, key, title)),
      onNamed: () => setNaming(undefined),
      onMove: (key, by) =>
        sync.change(t('移动章节'), (one) => moveSection(one, key, one.sections.findIndex((other) => other.key === key) + by)),
      onRemove: (key, withFiles) => {
        sync.change(t('删除章节'), (one) => removeSection(one, key, { withFiles }))
        gone(t('章节已删除'))
      },
      addItems: menuOf,
    }
    const item: ItemActs = {
      onRename: (fileId, title) => sync.change(t('修改课件名称'), (one) => changeItem(one, fileId, { title })),
      onRequire: (fileId, required) => sync.change(t('修改课件设置'), (one) => changeItem(one, fileId, { required })),
      onRemove: (fileId) => {
        sync.change(t('移出课件'), (one) => removeItem(one, fileId))
        gone(t('课件已移出，可从回收站恢复，学习记录保留'))
      },
      onOpen: (fileId) => setOpened(fileId),
    }
    return { section, item }
  }, [sync, setFolded, setNaming, setOpened, menuOf])
}

type Shown = {
  view: BoardView
  folded: ReadonlySet<string>
  naming: string | undefined
  converting: ReadonlyMap<string, { percent: number; error: string }>
  acts: ReturnType<typeof useActs>
}

/** The same function while nothing changes that a row shows. */
export function useRender({ view: { board, facts }, folded, naming, converting, acts }: Shown) {
  // asked for every three seconds while something is converted
  const progress = JSON.stringify([...converting])
  return useCallback(
    (row: Row, handle: ReactNode) => {
      if (row.fileId !== undefined) {
        const item = board.items.find((one) => one.fileId === row.fileId)
        return (
          item && (
            <ItemRow item={item} facts={facts.get(row.fileId)} converting={converting.get(row.fileId)} handle={handle} acts={acts.item} />
          )
        )
      }
      const at = board.sections.findIndex((one) => one.key === row.sectionKey)
      const section = board.sections[at]
      if (!section) return null
      const inside = board.items.filter((one) => one.sectionKey === section.key)
      return (
        <SectionHead
          section={section}
          handle={handle}
          number={at + 1}
          last={at === board.sections.length - 1}
          count={inside.length}
          length={inside.reduce((sum, one) => sum + (facts.get(one.fileId)?.duration ?? 0), 0)}
          folded={folded.has(section.key)}
          naming={naming === section.key}
          acts={acts.section}
        />
      )
    },
    // `converting` is a new map each time
    // oxlint-disable-next-line react/exhaustive-deps
    [board, facts, folded, naming, progress, acts],
  )
}
