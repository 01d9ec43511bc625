// What a file of a course asks for: its name, the completion rule, the questions in it. Each change is stored as it is made.
import { CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { Button, Drawer, Form, Input, Switch } from 'antd'
import { useId, useState } from 'react'
import { can } from '../../../../kernel/access/permission.ts'
import { t, tLabel } from '../../../../kernel/i18n.ts'
import { typedMoment } from '../../../../kernel/form/moment-text.ts'
import { MomentPicker } from '../../../../kernel/form/MomentPicker.tsx'
import { isMedia, lengthText, sizeText, spanText } from '../../file/file-labels.ts'
import { SecondsInput } from '../../file/SecondsInput.tsx'
import type { Facts, Item, Stop } from './board.ts'
import { mayRename } from './ItemRow.tsx'
import { StopLine } from './StopLine.tsx'
import styles from './build.module.css'

const MOST_TITLE = 200
const LONGEST_SEC = 86_400
/** Of its length, as the server counts it. */
const NEEDED_PART = 0.9

type ItemDrawerProps = {
  item: Item
  facts: Facts
  /** opens the form of a lesson that is made here; undefined: it has none */
  onEdit: (() => void) | undefined
  onChange: (more: Partial<Pick<Item, 'title' | 'required' | 'minSec' | 'openTime' | 'dueTime'> & { stops: Stop[] }>) => void
  onClose: () => void
}

export function ItemDrawer({ item, facts, onEdit, onChange, onClose }: ItemDrawerProps) {
  const media = isMedia(facts.fileType)
  const { fileType_dictText: kind, fileSize, duration } = facts
  const words = [tLabel(kind), fileSize > 0 ? sizeText(fileSize) : '', lengthText(duration)].filter((one) => one !== '')
  const must = useId()
  return (
    <Drawer open size={media ? 'min(820px, 100%)' : 'min(560px, 100%)'} title={item.title} onClose={onClose} destroyOnHidden>
      <Form layout="vertical" component="div">
        <p className={styles.drawerFacts}>{words.join(' · ')}</p>
        {mayRename(facts) && <Title key={item.title} item={item} onChange={(title) => onChange({ title })} />}
        <Form.Item label={t('必学')} htmlFor={must} extra={t('学完所有必学课件，课程才算完成')}>
          <Switch id={must} checked={item.required} onChange={(required) => onChange({ required })} />
        </Form.Item>
        <Form.Item label={t('完成要求')}>
          <Need item={item} facts={facts} onChange={(minSec) => onChange({ minSec })} />
        </Form.Item>
        {!withOwnTimes.includes(facts.fileType) && <Dates item={item} onChange={onChange} />}
        {onEdit && can(['course:file:update']) && <Button onClick={onEdit}>{t('编辑{{kind}}', { kind: tLabel(kind) })}</Button>}
        {media && (
          <Form.Item label={t('插题')}>
            <StopLine
              fileId={item.fileId}
              isFilm={facts.fileType === CourseFileType.video}
              duration={duration}
              stops={item.stops ?? []}
              onChange={(stops) => onChange({ stops })}
            />
          </Form.Item>
        )}
      </Form>
    </Drawer>
  )
}

function Title({ item, onChange }: { item: Item; onChange: (title: string) => void }) {
  const id = useId()
  const [text, setText] = useState(item.title)
  const keep = () => {
    const title = text.trim()
    if (title === '') setText(item.title)
    else if (title !== item.title) onChange(title)
  }
  return (
    <Form.Item label={tLabel('课件名称')} htmlFor={id} extra={t('在课件库和其他课程里也会改名')}>
      <Input
        id={id}
        value={text}
        maxLength={MOST_TITLE}
        onChange={(event) => setText(event.target.value)}
        onBlur={keep}
        onPressEnter={keep}
      />
    </Form.Item>
  )
}

/** Assignments, lessons in a room and live lessons have a time of their own. */
const withOwnTimes: readonly number[] = [CourseFileType.work, CourseFileType.room, CourseFileType.live]

type Times = Pick<Item, 'openTime' | 'dueTime'>
const wrong = (help: string) => ({ validateStatus: 'error' as const, help })
const isNoTime = (time: string | null) => time !== null && typedMoment(time) === undefined

/** What each field shows; nothing is stored while one shows a problem. */
function problemsOf({ openTime, dueTime }: Times) {
  const early = openTime !== null && dueTime !== null && dueTime <= openTime
  return {
    openTime: isNoTime(openTime) ? wrong(t('请输入正确的时间')) : undefined,
    dueTime: isNoTime(dueTime) ? wrong(t('请输入正确的时间')) : early ? wrong(t('应学完时间须晚于开放时间')) : undefined,
  }
}

function Dates({ item: { openTime, dueTime }, onChange }: Pick<ItemDrawerProps, 'item' | 'onChange'>) {
  const opens = useId()
  const due = useId()
  const [dates, setDates] = useState({ openTime, dueTime })
  const problems = problemsOf(dates)
  const keep = (more: Partial<typeof dates>) => {
    const now = { ...dates, ...more }
    setDates(now)
    if (Object.values(problemsOf(now)).every((one) => one === undefined)) onChange(now)
  }
  return (
    <>
      <Form.Item
        label={tLabel('开放时间')}
        htmlFor={opens}
        extra={t('到时间前学员看得到名称，打不开；不填则随课程开放')}
        {...problems.openTime}
      >
        <MomentPicker id={opens} value={dates.openTime} onChange={(time) => keep({ openTime: time })} />
      </Form.Item>
      <Form.Item label={tLabel('应学完时间')} htmlFor={due} extra={t('学员在目录里看到这个时间，过后仍可学习')} {...problems.dueTime}>
        <MomentPicker id={due} value={dates.dueTime} onChange={(time) => keep({ dueTime: time })} />
      </Form.Item>
    </>
  )
}

function Need({
  item,
  facts: { fileType, duration },
  onChange,
}: Pick<ItemDrawerProps, 'item' | 'facts'> & { onChange: (minSec: number) => void }) {
  if (fileType === CourseFileType.work) return <span>{t('按作业的设置：交了就算，或者及格才算')}</span>
  if (fileType === CourseFileType.tool) return <span>{t('由外部工具报告完成')}</span>
  if (isMedia(fileType) && duration > 0)
    return <span>{t('按时长计，需学 {{span}}', { span: spanText(Math.ceil(duration * NEEDED_PART)) })}</span>
  return (
    <div className={styles.need}>
      <span>{t('至少学')}</span>
      <SecondsInput
        value={item.minSec}
        wrong={item.minSec > LONGEST_SEC}
        label={t('最少学习时长')}
        onChange={(minSec) => onChange(Math.min(minSec, LONGEST_SEC))}
      />
      <small>{t('0 表示打开即可')}</small>
    </div>
  )
}
