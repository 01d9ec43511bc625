// The questions of one file of a course, in a dialog.
import { DeleteOutlined, PlusOutlined, QuestionCircleOutlined } from '@ant-design/icons'
import { Button, Empty, Flex, Modal } from 'antd'
import { Suspense, useState } from 'react'
import { t } from '../../../../kernel/i18n.ts'
import { courseTools, type PickedStop } from '../course-tools.ts'
import { lengthText } from '../../file/file-labels.ts'
import { SecondsInput } from '../../file/SecondsInput.tsx'
import type { CourseRowItem } from './FilesField.tsx'
import styles from './files-field.module.css'
import { questionTitle } from '../../../../shared/question-title.ts'

type Stop = CourseRowItem['stops'][number]
const LIMIT = 50
const STEP_SEC = 60

/** The picked questions, each a minute after the last one, within the file. */
function placed(stops: readonly Stop[], picked: readonly PickedStop[], duration: number): Stop[] {
  const taken = new Set(stops.map((one) => one.atSec))
  const last = Math.max(0, ...taken)
  const added = picked.map((one, at) => {
    const wanted = last + STEP_SEC * (at + 1)
    let atSec = duration > 0 ? Math.min(wanted, duration - 1) : wanted
    while (taken.has(atSec) && atSec > 0) atSec -= 1
    taken.add(atSec)
    return { ...one, atSec }
  })
  return [...stops, ...added]
}

type StopsButtonProps = { item: CourseRowItem; number: number; onChange: (stops: Stop[]) => void }

export function StopsButton({ item: { title, duration, stops }, number, onChange }: StopsButtonProps) {
  const [open, setOpen] = useState(false)
  const [picking, setPicking] = useState(false)
  const { StopPicker, StopsSkipped } = courseTools.use()
  const change = (at: number, atSec: number) => onChange(stops.map((one, index) => (index === at ? { ...one, atSec } : one)))
  const close = () => {
    onChange(stops.toSorted((a, b) => a.atSec - b.atSec))
    setOpen(false)
  }
  return (
    <>
      <Button
        type="text"
        icon={<QuestionCircleOutlined />}
        aria-label={t('第{{n}}个课件的插题', { n: number })}
        title={t('插题')}
        onClick={() => setOpen(true)}
      >
        {stops.length > 0 ? stops.length : ''}
      </Button>
      <Modal open={open} title={t('“{{title}}”的插题', { title })} width={720} footer={null} onCancel={close} destroyOnHidden>
        <Flex vertical gap="middle">
          <p className={styles.courseHint}>
            {t('播放到这一秒时暂停，学员回答后才能继续；答完所有插题，课件才算学完')}
            {duration > 0 && ` · ${t('时长 {{length}}', { length: lengthText(duration) })}`}
          </p>
          {StopsSkipped && stops.length > 0 && (
            <Suspense fallback={null}>
              <StopsSkipped stops={stops} />
            </Suspense>
          )}
          {stops.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('还没有插题')} />}
          {stops.map((one, at) => (
            <Flex key={one.quId + String(at)} gap="small" align="center" wrap>
              <SecondsInput
                value={one.atSec}
                wrong={(duration > 0 && one.atSec >= duration) || stops.some((other) => other !== one && other.atSec === one.atSec)}
                label={t('第{{n}}道插题的时间', { n: at + 1 })}
                onChange={(atSec) => change(at, atSec)}
              />
              <span className={styles.stopTitle}>{questionTitle(one.title ?? '')}</span>
              <Button
                type="text"
                danger
                icon={<DeleteOutlined />}
                aria-label={t('移除第{{n}}道插题', { n: at + 1 })}
                onClick={() => onChange(stops.filter((other) => other !== one))}
              />
            </Flex>
          ))}
          <Button type="dashed" icon={<PlusOutlined />} disabled={stops.length >= LIMIT} onClick={() => setPicking(true)}>
            {t('选择试题')}
          </Button>
        </Flex>
      </Modal>
      {StopPicker && picking && (
        <Suspense fallback={null}>
          <StopPicker
            open
            excludes={stops.map((one) => one.quId)}
            most={LIMIT - stops.length}
            onClose={() => setPicking(false)}
            onPick={(picked) => onChange(placed(stops, picked, duration))}
          />
        </Suspense>
      )}
    </>
  )
}
