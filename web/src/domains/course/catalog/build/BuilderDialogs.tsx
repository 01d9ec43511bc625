// Over the list of the builder: the picker of files, the forms of lessons that are made here, and the settings of a file.
import { CourseFileState, type CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { Suspense, useState } from 'react'
import { t } from '../../../../kernel/i18n.ts'
import { CourseFilePicker, type PickedFile } from '../../file/CourseFilePicker.tsx'
import { addItems, changeItem } from './board.ts'
import type { BoardSync, BoardView } from './board-sync.ts'
import { ItemDrawer } from './ItemDrawer.tsx'
import type { LessonKind } from './kinds.ts'
import { newItem } from './useSync.ts'

export const LIMIT = 500

/** What is added, and into which section. */
export type Adding = { what: 'pick' | LessonKind; sectionKey: string | null }

type BuilderDialogsProps = {
  sync: BoardSync
  view: BoardView
  kinds: readonly LessonKind[]
  adding: Adding | undefined
  /** the file whose settings are open */
  opened: string | undefined
  /** undefined for users without the tag to upload */
  onUpload: ((files: File[], sectionKey: string | null) => void) | undefined
  onAdded: () => void
  onClose: () => void
}

export function BuilderDialogs({ sync, view: { board, facts }, kinds, adding, opened, onUpload, onAdded, onClose }: BuilderDialogsProps) {
  const [edited, setEdited] = useState<{ fileId: string; fileType: CourseFileType }>()
  const shown = board.items.find((one) => one.fileId === opened)
  const shownFacts = opened === undefined ? undefined : facts.get(opened)
  const EditDialog = edited && kinds.find((one) => one.fileType === edited.fileType)?.Dialog
  return (
    <>
      {adding?.what === 'pick' && (
        <CourseFilePicker
          open
          excludes={board.items.map((one) => one.fileId)}
          most={LIMIT - board.items.length}
          onClose={onAdded}
          {...(onUpload ? { onUpload: (files: File[]) => onUpload(files, adding.sectionKey) } : {})}
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
            onClose={onAdded}
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
          onClose={onClose}
        />
      )}
    </>
  )
}
