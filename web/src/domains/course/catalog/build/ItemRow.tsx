// A file in the builder: its name, what it asks for, how far its conversion is, and what can be done with it.
import { DeleteOutlined, SettingOutlined } from '@ant-design/icons'
import { CourseFileState, CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { memo, type ReactNode } from 'react'
import { can } from '../../../../kernel/access/permission.ts'
import { t, tLabel } from '../../../../kernel/i18n.ts'
import { Tag } from '../../../../kernel/piece/Tag.tsx'
import { minuteText } from '../course-labels.ts'
import { isMedia, lengthText, sizeText, spanText } from '../../file/file-labels.ts'
import { KindMark } from '../../file/KindMark.tsx'
import type { Facts, Item } from './board.ts'
import { NameField } from './NameField.tsx'
import styles from './build.module.css'

const MOST_TITLE = 200

export type ItemActs = {
  onRename: (fileId: string, title: string) => void
  onRequire: (fileId: string, required: boolean) => void
  onRemove: (fileId: string) => void
  onOpen: (fileId: string) => void
}

type Converting = { percent: number; error: string }

type ItemRowProps = { item: Item; facts: Facts | undefined; converting: Converting | undefined; handle: ReactNode; acts: ItemActs }

/** What finishes the file, in words; '' where its own content says so. */
function needOf({ minSec }: Pick<Item, 'minSec'>, { fileType, duration }: Facts): string {
  if (isMedia(fileType) && duration > 0) return ''
  return minSec > 0 ? t('至少学 {{span}}', { span: spanText(minSec) }) : ''
}

export const mayRename = (facts: Facts | undefined) =>
  facts !== undefined && facts.fileType !== CourseFileType.live && can(['course:file:update'])

/** Renders for its own changes only: a course may have hundreds of files. */
export const ItemRow = memo(({ item, facts, converting, handle, acts }: ItemRowProps) => {
  const { fileId, title, required, openTime, dueTime, stops = [] } = item
  const words = facts
    ? [
        tLabel(facts.fileType_dictText),
        facts.fileSize > 0 ? sizeText(facts.fileSize) : '',
        lengthText(facts.duration),
        needOf(item, facts),
        openTime ? t('{{time}} 开放', { time: minuteText(openTime) }) : '',
        dueTime ? t('{{time}} 前学完', { time: minuteText(dueTime) }) : '',
        stops.length > 0 ? t('{{n}} 道插题', { n: stops.length }) : '',
      ].filter((one) => one !== '')
    : []
  return (
    <>
      {handle}
      <KindMark fileType={facts?.fileType ?? CourseFileType.other} />
      <div className={styles.itemText}>
        {mayRename(facts) ? (
          <NameField
            value={title}
            label={t('“{{name}}”的课件名称', { name: title })}
            max={MOST_TITLE}
            onChange={(next) => acts.onRename(fileId, next)}
          />
        ) : (
          <span className={styles.still}>{title}</span>
        )}
        <small className={styles.facts}>{words.join(' · ')}</small>
      </div>
      {facts?.state === CourseFileState.converting && <Tag tone="info">{t('转码中 {{n}}%', { n: converting?.percent ?? 0 })}</Tag>}
      {facts?.state === CourseFileState.failed && (
        <span title={converting?.error}>
          <Tag tone="bad">{t('转码失败')}</Tag>
        </span>
      )}
      {facts?.enabled === false && <Tag>{t('已停用')}</Tag>}
      <label className={styles.must}>
        <input
          type="checkbox"
          checked={required}
          aria-label={t('“{{title}}”必学', { title })}
          onChange={(event) => acts.onRequire(fileId, event.target.checked)}
        />
        {t('必学')}
      </label>
      <button type="button" className={styles.icon} aria-label={t('设置“{{title}}”', { title })} onClick={() => acts.onOpen(fileId)}>
        <SettingOutlined aria-hidden />
      </button>
      <button type="button" className={styles.icon} aria-label={t('移出“{{title}}”', { title })} onClick={() => acts.onRemove(fileId)}>
        <DeleteOutlined aria-hidden />
      </button>
    </>
  )
})
