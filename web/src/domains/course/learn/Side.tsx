// Beside the player: the files, the introduction, attachments, notices, notes, questions and ratings, each in a tab.
import { type KeyboardEvent, lazy, Suspense, useId, useState } from 'react'
import { type PlainText, t } from '../../../kernel/i18n.ts'
import { PageEmpty, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { sizeText } from '../file/file-labels.ts'
import { type CourseDetail, savedName } from '../catalog/course-labels.ts'
import { courseTools } from './course-tools.ts'
import { useIsPreview } from './course-place.ts'
import { FileIcon } from './FileIcon.tsx'
import { FileList } from './FileList.tsx'
import { classes } from '../../../kernel/theme/classes.ts'
import courseStyles from '../catalog/course.module.css'
import panelStyles from '../../../kernel/plain/panel.module.css'
import styles from './course-view.module.css'

// the sanitizer weighs more than the list of files, which is shown first
const HtmlView = lazy(async () => ({ default: (await import('../../../kernel/html/HtmlView.tsx')).HtmlView }))

const panels = {
  list: '课程目录',
  intro: '介绍',
  attachments: '附件',
  notices: '公告',
  notes: '笔记',
  questions: '问答',
  rates: '评价',
} as const satisfies Record<string, PlainText>
type Panel = keyof typeof panels
const names = Object.keys(panels) as Panel[]
/** What learners write. */
const own: Panel[] = ['notes', 'questions', 'rates']
const countOf = (name: Panel, { attachments, notices, rateCount }: CourseDetail) =>
  name === 'attachments' ? attachments.length : name === 'notices' ? notices.length : name === 'rates' ? rateCount : 0

function Intro({ course }: { course: CourseDetail }) {
  if (course.content === '') return <PageEmpty text={t('这门课程还没有介绍。')} />
  return <HtmlView html={course.content} className={styles.courseIntro} />
}

function Attachments({ course }: { course: CourseDetail }) {
  if (course.attachments.length === 0) return <PageEmpty text={t('这门课程没有附件。')} />
  return (
    <div className={styles.fileList}>
      {!course.canLearn && <p className={styles.courseHint}>{t('可以学习课程后才能下载附件。')}</p>}
      <ol>
        {course.attachments.map(({ title, fileUrl, fileSize }, at) => {
          const inside = (
            <>
              <FileIcon way="fetch" />
              <span className={styles.fileText}>
                <b>{title}</b>
                <span className={courseStyles.courseDim}>{sizeText(fileSize)}</span>
              </span>
            </>
          )
          return (
            // two attachments may have one name
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at}>
              {fileUrl === '' ? (
                <span className={styles.fileShut}>{inside}</span>
              ) : (
                <a href={fileUrl} download={savedName(title, fileUrl)} aria-label={t('下载附件：{{title}}', { title })}>
                  {inside}
                </a>
              )}
            </li>
          )
        })}
      </ol>
    </div>
  )
}

function Notices({ course }: { course: CourseDetail }) {
  if (course.notices.length === 0) return <PageEmpty text={t('这门课程还没有公告。')} />
  return (
    <div className={styles.courseNotices}>
      {course.notices.map(({ id, title, content, createTime }) => (
        <article key={id}>
          <h2>{title}</h2>
          <time className={courseStyles.courseDim}>{createTime}</time>
          {content !== '' && <HtmlView html={content} />}
        </article>
      ))}
    </div>
  )
}

export function Side({ course, fileId }: { course: CourseDetail; fileId: string }) {
  const [open, setOpen] = useState<Panel>('list')
  const tools = courseTools.use()
  const isPreview = useIsPreview()
  const id = useId()
  const tabOf = (name: Panel) => `${id}-${name}`
  const move = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    const step = event.key === 'ArrowRight' ? 1 : -1
    const next = names[(names.indexOf(open) + step + names.length) % names.length] ?? open
    setOpen(next)
    document.getElementById(tabOf(next))?.focus()
  }
  return (
    <aside className={classes(panelStyles.panel, styles.courseSide)}>
      <div className={styles.courseTabs} role="tablist" aria-label={t('课程')} tabIndex={-1} onKeyDown={move}>
        {names.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={tabOf(name)}
            aria-selected={open === name}
            aria-controls={`${id}-panel`}
            tabIndex={open === name ? 0 : -1}
            onClick={() => setOpen(name)}
          >
            {t(panels[name])}
            {countOf(name, course) > 0 && <span className={styles.courseTabCount}>{countOf(name, course)}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={tabOf(open)}>
        <Suspense
          fallback={
            <div className={styles.courseIntro}>
              <PageLoading shape="form" rows={2} />
            </div>
          }
        >
          {open === 'list' && <FileList course={course} fileId={fileId} />}
          {open === 'intro' && <Intro course={course} />}
          {open === 'attachments' && <Attachments course={course} />}
          {open === 'notices' && <Notices course={course} />}
          {isPreview && own.includes(open) && <PageEmpty text={t('预览中没有学员写的内容。')} />}
          {!isPreview && open === 'notes' && tools.Notes && <tools.Notes course={course} fileId={fileId} />}
          {!isPreview && open === 'rates' && tools.Rates && <tools.Rates course={course} fileId={fileId} />}
          {!isPreview && open === 'questions' && tools.Questions && <tools.Questions course={course} fileId={fileId} />}
        </Suspense>
      </div>
    </aside>
  )
}
