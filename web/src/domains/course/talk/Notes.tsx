// The tab 笔记: the learner's own notes at their places, in the order of the course.
import { courseNote } from '@shuyuan/contract/course/talk/note.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { useState } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { useCall, useCommand } from '../../../kernel/call/query.ts'
import type { TalkProps } from '../learn/course-tools.ts'
import { PlaceButton, placeOf, placeText } from './PlaceButton.tsx'
import { secondsNow } from './stage-place.ts'
import { useGoTo } from './useGoTo.ts'
import { Writer } from './Writer.tsx'
import styles from './talk.module.css'

type Note = Data<typeof courseNote.list>[number]

type NoteItemProps = TalkProps & { note: Note; onGo: (fileId: string, seconds: number) => void }

function NoteItem({ course, note, onGo }: NoteItemProps) {
  const [mode, setMode] = useState<'read' | 'edit' | 'remove'>('read')
  const refresh = { refresh: [courseNote.list] }
  const save = useCommand(courseNote.save, { ...refresh, onDone: () => setMode('read') })
  const remove = useCommand(courseNote.delete, refresh)
  const { id, content, createTime } = note
  if (mode === 'edit')
    return (
      <Writer
        label={t('修改笔记')}
        button={t('保存')}
        initial={content}
        busy={save.isPending}
        onCancel={() => setMode('read')}
        onSend={(text) => save.mutateAsync({ id, courseId: course.id, content: text })}
      />
    )
  return (
    <>
      <PlaceButton course={course} place={note} onGo={onGo} />
      <p>{content}</p>
      <footer>
        <time>{createTime.slice(0, 16)}</time>
        <button type="button" onClick={() => setMode('edit')}>
          {t('编辑')}
        </button>
        {mode === 'remove' ? (
          <button type="button" className={styles.talkDanger} disabled={remove.isPending} onClick={() => remove.mutate({ ids: [id] })}>
            {t('确认删除')}
          </button>
        ) : (
          <button type="button" onClick={() => setMode('remove')}>
            {t('删除')}
          </button>
        )}
      </footer>
    </>
  )
}

export function Notes({ course, fileId }: TalkProps) {
  const { data, error, refetch } = useCall(courseNote.list, { courseId: course.id }, { quiet: true })
  const save = useCommand(courseNote.save, { refresh: [courseNote.list] })
  const [seconds, setSeconds] = useState(0)
  const goTo = useGoTo(course.id, fileId)
  const place = placeOf(course, fileId, seconds)
  return (
    <div className={styles.talk}>
      <Writer
        label={t('写一条笔记，只有您自己看得到')}
        button={t('记下来')}
        about={placeText(place)}
        busy={save.isPending}
        onBegin={() => setSeconds(secondsNow())}
        onSend={(content) => save.mutateAsync({ courseId: course.id, fileId: place.fileId, position: place.position, content })}
      />
      {!data && (error ? <PageError compact error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" rows={2} />)}
      {data?.length === 0 && <PageEmpty text={t('还没有笔记。')} hint={t('看视频时写下的笔记会记住那一秒，点一下就能回去。')} />}
      <ol>
        {data?.map((note) => (
          <li key={note.id}>
            <NoteItem course={course} fileId={fileId} note={note} onGo={goTo} />
          </li>
        ))}
      </ol>
    </div>
  )
}
