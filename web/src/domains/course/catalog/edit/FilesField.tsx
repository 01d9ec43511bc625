// The files of a course: select, reorder, and set chapter and required time of each.
import { arrayMove } from '@dnd-kit/sortable'
import { DeleteOutlined, EnvironmentOutlined, FormOutlined, PlusOutlined } from '@ant-design/icons'
import type { course } from '@shuyuan/contract/course/catalog/course.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { Button, Flex, Input, Switch } from 'antd'
import { CourseFileType, courseFileType } from '@shuyuan/contract/course/file/file.ts'
import { type ReactNode, Suspense, useId, useState } from 'react'
import { can } from '../../../../kernel/access/permission.ts'
import { t, tLabel } from '../../../../kernel/i18n.ts'
import { Sortable } from '../../../../kernel/piece/Sortable.tsx'
import { CourseFilePicker, type PickedFile } from '../../file/CourseFilePicker.tsx'
import { fileTools } from '../../file/file-tools.ts'
import { FileFlaws } from '../../file/file-columns.tsx'
import { KindMark } from '../../file/KindMark.tsx'
import { isMedia, lengthText, sizeText, spanText } from '../../file/file-labels.ts'
import { SecondsInput } from '../../file/SecondsInput.tsx'
import { StopsButton } from './StopsButton.tsx'
import styles from './files-field.module.css'

export type CourseRowItem = Data<(typeof course)['admin/detail']>['files'][number]
const LIMIT = 500
const MOST_CHAPTER = 100
const LONGEST_SEC = 86_400

const newItem = ({ id, ...file }: PickedFile, chapter: string): CourseRowItem => ({
  ...file,
  fileId: id,
  chapter,
  required: true,
  minSec: 0,
  stops: [],
})

/** Kinds of files that are made by a form instead of an upload. */
type MadeType = typeof CourseFileType.work | typeof CourseFileType.room
const isMade = (fileType: number): fileType is MadeType => fileType === CourseFileType.work || fileType === CourseFileType.room

const newMade = (fileType: MadeType, fileId: string, title: string, chapter: string): CourseRowItem => ({
  fileId,
  title,
  chapter,
  fileType,
  fileType_dictText: courseFileType[fileType],
  fileSize: 0,
  duration: 0,
  enabled: true,
  required: true,
  minSec: 0,
  stops: [],
})

type FilesFieldProps = { id?: string; value?: CourseRowItem[]; onChange?: (items: CourseRowItem[]) => void }

export function FilesField({ id, value = [], onChange }: FilesFieldProps) {
  const [picking, setPicking] = useState(false)
  const [made, setMade] = useState<{ fileType: MadeType; id?: string }>()
  const { WorkDialog, RoomDialog } = fileTools.use()
  const Dialog = made?.fileType === CourseFileType.room ? RoomDialog : WorkDialog
  const chapters = useId()
  const give = (items: CourseRowItem[]) => onChange?.(items)
  const change = (fileId: string, next: Partial<CourseRowItem>) =>
    give(value.map((one) => (one.fileId === fileId ? { ...one, ...next } : one)))
  const named = [...new Set(value.map((one) => one.chapter).filter((one) => one !== ''))]
  const length = value.reduce((sum, one) => sum + one.duration, 0)
  return (
    <div className={styles.courseFiles}>
      <Flex wrap gap="small" align="center">
        <Button
          type="dashed"
          icon={<PlusOutlined />}
          disabled={value.length >= LIMIT}
          // the label of the field would replace the button's text
          aria-label={t('选择课件')}
          onClick={() => setPicking(true)}
          {...(id ? { id } : {})}
        >
          {t('选择课件')}
        </Button>
        {can(['course:file:add']) && (
          <>
            <Button
              type="dashed"
              icon={<FormOutlined />}
              disabled={value.length >= LIMIT}
              aria-label={t('新建作业')}
              onClick={() => setMade({ fileType: CourseFileType.work })}
            >
              {t('新建作业')}
            </Button>
            <Button
              type="dashed"
              icon={<EnvironmentOutlined />}
              disabled={value.length >= LIMIT}
              aria-label={t('新建线下培训')}
              onClick={() => setMade({ fileType: CourseFileType.room })}
            >
              {t('新建线下培训')}
            </Button>
          </>
        )}
        {value.length > 0 && (
          <span aria-live="polite">
            {t('共{{n}}个课件', { n: value.length })}
            {length > 0 && ` · ${t('音视频总时长 {{length}}', { length: lengthText(length) })}`}
          </span>
        )}
      </Flex>
      <p className={styles.courseHint}>
        {value.length === 0
          ? t('还没有课件，从课件库中选择；拖动可以调整顺序')
          : t('音视频按时长计算，文档可设最少学习时长，0 表示打开即可')}
      </p>
      <datalist id={chapters}>
        {named.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </datalist>
      <Sortable ids={value.map((one) => one.fileId)} label={t('课件')} onMove={(from, to) => give(arrayMove(value, from, to))}>
        {(fileId, index, handle) => {
          const item = value[index]
          return (
            item && (
              <FileLine
                item={item}
                number={index + 1}
                handle={handle}
                chapters={chapters}
                change={(next) => change(fileId, next)}
                edit={() => isMade(item.fileType) && setMade({ fileType: item.fileType, id: fileId })}
                remove={() => give(value.filter((one) => one.fileId !== fileId))}
              />
            )
          )
        }}
      </Sortable>
      <CourseFilePicker
        open={picking}
        excludes={value.map((one) => one.fileId)}
        most={LIMIT - value.length}
        onClose={() => setPicking(false)}
        // added files usually belong to the chapter of the last one
        onPick={(files) => give([...value, ...files.map((one) => newItem(one, value.at(-1)?.chapter ?? ''))])}
      />
      {made && Dialog && (
        <Suspense>
          <Dialog
            id={made.id}
            onClose={() => setMade(undefined)}
            onSaved={(fileId, title) =>
              made.id === undefined
                ? give([...value, newMade(made.fileType, fileId, title, value.at(-1)?.chapter ?? '')])
                : change(fileId, { title })
            }
          />
        </Suspense>
      )}
    </div>
  )
}

type FileLineProps = {
  item: CourseRowItem
  number: number
  handle: ReactNode
  /** id of the datalist with the existing chapters */
  chapters: string
  change: (next: Partial<CourseRowItem>) => void
  edit: () => void
  remove: () => void
}

function FileLine({ item, number, handle, chapters, change, edit, remove }: FileLineProps) {
  const { title, fileType, fileType_dictText: kind, duration, fileSize, enabled, chapter, required, minSec } = item
  const isForm = isMade(fileType)
  const facts = [tLabel(kind), isForm ? '' : sizeText(fileSize), lengthText(duration)].filter((one) => one !== '')
  return (
    <div className={styles.courseFile}>
      {handle}
      <span className={styles.courseFileNumber}>{number}</span>
      <div className={styles.courseFileTitle}>
        <span>
          <KindMark fileType={fileType} /> {title} <FileFlaws enabled={enabled} />
        </span>
        <small>{facts.join(' · ')}</small>
      </div>
      <Input
        className={styles.courseFileChapter}
        variant="filled"
        list={chapters}
        value={chapter}
        maxLength={MOST_CHAPTER}
        placeholder={t('章节（可不填）')}
        aria-label={t('第{{n}}个课件的章节', { n: number })}
        onChange={(event) => change({ chapter: event.target.value })}
      />
      <label className={styles.courseFileMust}>
        <Switch
          size="small"
          checked={required}
          aria-label={t('第{{n}}个课件必学', { n: number })}
          onChange={(on) => change({ required: on })}
        />
        {required ? t('必学') : t('选学')}
      </label>
      <div className={styles.courseFileSpan}>
        {isForm ? (
          can(['course:file:update']) && (
            <Button size="small" aria-label={t('编辑第{{n}}个课件', { n: number })} onClick={edit}>
              {t('编辑')}
            </Button>
          )
        ) : isMedia(fileType) && duration > 0 ? (
          <small>{t('按时长计，需学 {{span}}', { span: spanText(Math.ceil(duration * 0.9)) })}</small>
        ) : (
          <>
            <small>{t('至少学')}</small>
            <SecondsInput
              value={minSec}
              wrong={minSec > LONGEST_SEC}
              label={t('第{{n}}个课件最少学习', { n: number })}
              onChange={(next) => change({ minSec: next })}
            />
          </>
        )}
        {isMedia(fileType) && <StopsButton item={item} number={number} onChange={(stops) => change({ stops })} />}
      </div>
      <Button type="text" danger icon={<DeleteOutlined />} aria-label={t('移除第{{n}}个课件', { n: number })} onClick={remove} />
    </div>
  )
}
