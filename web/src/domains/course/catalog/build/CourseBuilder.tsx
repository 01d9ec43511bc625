// Building a course: its sections and files in one list, stored as one goes.
import { PlusOutlined, UndoOutlined } from '@ant-design/icons'
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { CourseFileState, type CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { type KeyboardEvent, memo, type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { can } from '../../../../kernel/access/permission.ts'
import { useFormStart } from '../../../../kernel/call/query.ts'
import { LeaveGuard } from '../../../../kernel/form/LeaveGuard.tsx'
import { t } from '../../../../kernel/i18n.ts'
import { notify } from '../../../../kernel/notify.ts'
import { PageError, PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { useView } from '../../../../kernel/state/store.ts'
import { ChooseFiles } from '../../file/ChooseFiles.tsx'
import { CourseFilePicker, type PickedFile } from '../../file/CourseFilePicker.tsx'
import { lengthText } from '../../file/file-labels.ts'
import {
  addItems,
  addSection,
  changeItem,
  type Item,
  itemsIn,
  moveItem,
  moveSection,
  removeItem,
  removeSection,
  renameSection,
} from './board.ts'
import { BoardSync, type BoardView } from './board-sync.ts'
import { ItemDrawer } from './ItemDrawer.tsx'
import { type ItemActs, ItemRow } from './ItemRow.tsx'
import { type LessonKind, useLessonKinds } from './kinds.ts'
import { type Moved, type Row, Rows, rowsOf } from './Rows.tsx'
import { type SectionActs, SectionHead } from './SectionHead.tsx'
import { Uploads } from './uploads.ts'
import { UploadRows } from './UploadRows.tsx'
import { useConverting } from './useConverting.ts'
import { useFileDrop } from './useFileDrop.ts'
import styles from './build.module.css'

type Detail = Data<(typeof course)['admin/detail']>
const LIMIT = 500
const MOST_SECTIONS = 200
const UNDO_SECONDS = 10

const newItem = (fileId: string, title: string, sectionKey: string | null): Item => ({
  fileId,
  title,
  sectionKey,
  required: true,
  minSec: 0,
  stops: undefined,
})

/** The course is read when the builder opens; later answers would replace what is being changed. */
export const CourseBuilder = memo(({ courseId }: { courseId: string }) => {
  const { data, error, refetch } = useFormStart(course['admin/detail'], { id: courseId })
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading rows={8} />
  return <Builder key={courseId} detail={data} />
})

function useSync(detail: Detail) {
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
    // the head of the page publishes what was stored last
    if (state === 'saved' && sync.hasChanged) void client.invalidateQueries({ queryKey: [course['admin/detail'].path] })
  }, [sync, client, state])
  return { sync, uploads }
}

type Adding = { what: 'pick' | LessonKind; sectionKey: string | null }

function Builder({ detail }: { detail: Detail }) {
  const { sync, uploads } = useSync(detail)
  const view = useView(sync)
  const sending = useView(uploads)
  const { board, facts } = view
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const [naming, setNaming] = useState<string>()
  const [opened, setOpened] = useState<string>()
  const [edited, setEdited] = useState<{ fileId: string; fileType: CourseFileType }>()
  const [adding, setAdding] = useState<Adding>()
  const kinds = useLessonKinds()
  const converting = useConverting(facts, (known) => sync.know(known))
  const mayUpload = can(['course:file:add'])
  const lastKey = board.sections.at(-1)?.key ?? null
  const upload = (files: File[], sectionKey: string | null) => {
    setFolded((all) => new Set([...all].filter((one) => one !== sectionKey)))
    uploads.add(files, sectionKey)
  }
  const drop = useFileDrop(!mayUpload, (files, section) => upload(files, section === undefined ? lastKey : section))
  const rows = useMemo(() => rowsOf(board, folded), [board, folded])
  const move = (moved: Moved) =>
    'key' in moved
      ? sync.change(t('移动章节'), (one) => moveSection(one, moved.key, moved.to))
      : sync.change(t('移动课件'), (one) => moveItem(one, moved.fileId, moved))
  const addNew = () => {
    const key = sync.newKey()
    sync.change(t('新建章节'), (one) => addSection(one, { key, title: t('第{{n}}章', { n: one.sections.length + 1 }) }))
    setNaming(key)
  }
  const menuOf = useCallback(
    (sectionKey: string) => [
      { key: 'pick', label: t('选择课件'), onClick: () => setAdding({ what: 'pick', sectionKey }) },
      ...kinds.map((kind) => ({
        key: String(kind.fileType),
        label: t('新建{{kind}}', { kind: kind.name }),
        onClick: () => setAdding({ what: kind, sectionKey }),
      })),
    ],
    // the kinds of a page stay the same
    // oxlint-disable-next-line react/exhaustive-deps
    [kinds.length],
  )
  const acts = useActs(sync, { setFolded, setNaming, setOpened, menuOf })
  const render = useRender({ view, folded, naming, converting, acts })
  const shown = board.items.find((one) => one.fileId === opened)
  const shownFacts = opened === undefined ? undefined : facts.get(opened)
  const isDirty = useCallback(() => sync.view.state !== 'saved' || uploads.view.some((one) => one.problem === ''), [sync, uploads])
  const press = (event: KeyboardEvent) => {
    const isTyping = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox'
    if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || isTyping) return
    event.preventDefault()
    sync.undo()
  }
  const EditDialog = edited && kinds.find((one) => one.fileType === edited.fileType)?.Dialog
  const isFull = board.items.length >= LIMIT
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- files are dropped here, buttons do the same
    <div className={styles.builder} data-over={drop.over ? '' : undefined} onKeyDown={press} {...drop.handlers}>
      <LeaveGuard isDirty={isDirty} />
      <div className={styles.bar}>
        <Button icon={<PlusOutlined />} disabled={isFull} onClick={() => setAdding({ what: 'pick', sectionKey: lastKey })}>
          {t('选择课件')}
        </Button>
        {mayUpload && <ChooseFiles disabled={isFull} onChoose={(files) => upload(files, lastKey)} />}
        {kinds.map((kind) => (
          <Button key={kind.fileType} disabled={isFull} onClick={() => setAdding({ what: kind, sectionKey: lastKey })}>
            {t('新建{{kind}}', { kind: kind.name })}
          </Button>
        ))}
        <Button disabled={board.sections.length >= MOST_SECTIONS} onClick={addNew}>
          {t('新建章节')}
        </Button>
        <Button
          icon={<UndoOutlined />}
          disabled={view.undo === undefined}
          title={view.undo === undefined ? '' : t('撤销：{{what}}', { what: view.undo })}
          onClick={() => sync.undo()}
        >
          {t('撤销')}
        </Button>
        <Status view={view} onRetry={() => void sync.flush()} />
      </div>
      <Sum view={view} />
      <UploadRows uploads={sending} of={uploads} refused={view.refused} onDismiss={(fileId) => sync.dismiss(fileId)} />
      {rows.length === 0 ? (
        <p className={styles.empty}>
          {mayUpload
            ? t('把视频、音频、PDF、课件包或文档拖到这里，或者从课件库选择；可以先建几个章节')
            : t('从课件库选择课件；可以先建几个章节')}
        </p>
      ) : (
        <Rows
          rows={rows}
          target={drop.over ? (drop.target === undefined ? lastKey : drop.target) : undefined}
          disabled={false}
          onMove={move}
        >
          {render}
        </Rows>
      )}
      {adding?.what === 'pick' && (
        <CourseFilePicker
          open
          excludes={board.items.map((one) => one.fileId)}
          most={LIMIT - board.items.length}
          onClose={() => setAdding(undefined)}
          {...(mayUpload ? { onUpload: (files: File[]) => upload(files, adding.sectionKey) } : {})}
          onPick={(files) => {
            sync.know(files.map(({ id, title: _title, ...one }: PickedFile) => [id, { ...one, state: CourseFileState.ready }]))
            sync.change(t('添加课件'), (one) =>
              addItems(
                one,
                files.map((file) => newItem(file.id, file.title, adding.sectionKey)),
              ),
            )
          }}
        />
      )}
      {adding && adding.what !== 'pick' && (
        <Suspense>
          <adding.what.Dialog
            onClose={() => setAdding(undefined)}
            onSaved={(fileId, title) => sync.change(t('添加课件'), (one) => addItems(one, [newItem(fileId, title, adding.sectionKey)]))}
          />
        </Suspense>
      )}
      {edited && EditDialog && (
        <Suspense>
          <EditDialog id={edited.fileId} onClose={() => setEdited(undefined)} onSaved={(fileId, title) => sync.rename(fileId, title)} />
        </Suspense>
      )}
      {shown && shownFacts && !edited && (
        <ItemDrawer
          item={shown}
          facts={shownFacts}
          onEdit={
            kinds.some((one) => one.fileType === shownFacts.fileType)
              ? () => setEdited({ fileId: shown.fileId, fileType: shownFacts.fileType })
              : undefined
          }
          onChange={(more) => sync.change(t('修改课件设置'), (one) => changeItem(one, shown.fileId, more))}
          onClose={() => setOpened(undefined)}
        />
      )}
    </div>
  )
}

type Setters = {
  setFolded: (to: (all: ReadonlySet<string>) => ReadonlySet<string>) => void
  setNaming: (key: string | undefined) => void
  setOpened: (fileId: string | undefined) => void
  menuOf: SectionActs['addItems']
}

/** What rows do; the same objects for the life of the builder, so that rows render for their own changes only. */
function useActs(sync: BoardSync, { setFolded, setNaming, setOpened, menuOf }: Setters) {
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
        gone(t('课件已移出，学习记录保留'))
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

function useRender({ view: { board, facts }, folded, naming, converting, acts }: Shown) {
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

function Status({ view: { state }, onRetry }: { view: BoardView; onRetry: () => void }) {
  return (
    <span className={styles.status} role="status">
      {state === 'saved' && t('已保存')}
      {state === 'saving' && t('保存中…')}
      {state === 'failed' && (
        <>
          <span className={styles.problem}>{t('没有保存')}</span>
          <Button size="small" onClick={onRetry}>
            {t('重试')}
          </Button>
        </>
      )}
    </span>
  )
}

function Sum({ view: { board, facts } }: { view: BoardView }) {
  const length = board.items.reduce((sum, one) => sum + (facts.get(one.fileId)?.duration ?? 0), 0)
  if (board.items.length === 0) return null
  return (
    <p className={styles.sum} aria-live="polite">
      {t('共{{n}}个课件', { n: board.items.length })}
      {length > 0 && ` · ${t('音视频总时长 {{length}}', { length: lengthText(length) })}`}
    </p>
  )
}
