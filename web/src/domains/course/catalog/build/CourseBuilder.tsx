// Building a course: its sections and files in one list, stored as one goes.
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { type KeyboardEvent, memo, useCallback, useMemo, useState } from 'react'
import { can } from '../../../../kernel/access/permission.ts'
import { useFormStart } from '../../../../kernel/call/query.ts'
import { LeaveGuard } from '../../../../kernel/form/LeaveGuard.tsx'
import { t } from '../../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { useView } from '../../../../kernel/state/store.ts'
import { addSection, moveItem, moveSection } from './board.ts'
import { BuilderBar } from './BuilderBar.tsx'
import { type Adding, BuilderDialogs, LIMIT } from './BuilderDialogs.tsx'
import { useLessonKinds } from './kinds.ts'
import { RemovedDrawer } from './RemovedDrawer.tsx'
import { type Moved, Rows, rowsOf } from './Rows.tsx'
import { useActs, useRender } from './rows-render.tsx'
import { UploadRows } from './UploadRows.tsx'
import { useConverting } from './useConverting.ts'
import { useFileDrop } from './useFileDrop.ts'
import { type Detail, useSync } from './useSync.ts'
import styles from './build.module.css'

/** The course is read when the builder opens; later answers would replace what is being changed. */
export const CourseBuilder = memo(({ courseId }: { courseId: string }) => {
  const { data, error, refetch } = useFormStart(course['admin/detail'], { id: courseId })
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading rows={8} />
  return <Builder key={courseId} courseId={courseId} detail={data} />
})

function Builder({ courseId, detail }: { courseId: string; detail: Detail }) {
  const { sync, uploads } = useSync(detail)
  const view = useView(sync)
  const sending = useView(uploads)
  const { board, facts } = view
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const [naming, setNaming] = useState<string>()
  const [opened, setOpened] = useState<string>()
  const [adding, setAdding] = useState<Adding>()
  const [showing, setShowing] = useState(false)
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
  const isDirty = useCallback(() => sync.view.state !== 'saved' || uploads.view.some((one) => one.problem === ''), [sync, uploads])
  const press = (event: KeyboardEvent) => {
    const isTyping = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox'
    if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || isTyping) return
    event.preventDefault()
    sync.undo()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- files are dropped here, buttons do the same
    <div className={styles.builder} data-over={drop.over ? '' : undefined} onKeyDown={press} {...drop.handlers}>
      <LeaveGuard isDirty={isDirty} />
      <BuilderBar
        sync={sync}
        view={view}
        kinds={kinds}
        isFull={board.items.length >= LIMIT}
        onUpload={mayUpload ? (files) => upload(files, lastKey) : undefined}
        onAdd={(what) => setAdding({ what, sectionKey: lastKey })}
        onSection={addNew}
        // what was taken out last is in it
        onRemoved={() => void sync.flush().then(() => setShowing(true))}
      />
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
      {showing && <RemovedDrawer courseId={courseId} onRestore={(ids) => sync.restore(ids)} onClose={() => setShowing(false)} />}
      <BuilderDialogs
        sync={sync}
        view={view}
        kinds={kinds}
        adding={adding}
        opened={opened}
        onUpload={mayUpload ? upload : undefined}
        onAdded={() => setAdding(undefined)}
        onClose={() => setOpened(undefined)}
      />
    </div>
  )
}
