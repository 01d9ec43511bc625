// A group of fixed questions, each with its points.
import { DeleteOutlined, EyeOutlined, PlusOutlined } from '@ant-design/icons'
import { quTypeText } from '@shuyuan/contract/qu/qu.ts'
import { Button, Flex, InputNumber, Space, Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import { t, tLabel } from '../../../../kernel/i18n.ts'
import { moved } from '../../../qu/admin/editor/question-draft.ts'
import { Place, ProblemLines } from '../../../qu/Problems.tsx'
import { QuPicker } from '../../../qu/QuPicker.tsx'
import { QuPreview } from '../../../qu/QuPreview.tsx'
import type { Change } from '../../../qu/useDraft.ts'
import { Sortable } from '../../../../kernel/piece/Sortable.tsx'
import type { FixedRow, GroupForm } from './tmpl-form.ts'
import styles from './tmpl.module.css'
import { questionTitle } from '../../../../shared/question-title.ts'

const most = 500
const plainScore = 2

type FixedRowsProps = {
  group: GroupForm
  change: Change<GroupForm>
  at: string
  /** questions that are already in the template */
  used: string[]
}

export function FixedRows({ group, change, at, used }: FixedRowsProps) {
  const { quList } = group
  const [picking, setPicking] = useState(false)
  const [preview, setPreview] = useState<string>()
  const [score, setScore] = useState<number | null>(plainScore)
  const setList = (update: (before: FixedRow[]) => FixedRow[]) => change((before) => ({ ...before, quList: update(before.quList) }))
  return (
    <div className={styles.fixedRows}>
      <Flex wrap gap="small" justify="space-between">
        <Button type="dashed" icon={<PlusOutlined />} disabled={quList.length >= most} onClick={() => setPicking(true)}>
          {t('选择试题')}
        </Button>
        {quList.length > 0 && (
          <Space.Compact>
            <InputNumber<number>
              value={score}
              min={0}
              max={1_000}
              aria-label={t('统一分数')}
              suffix={t('分')}
              onChange={setScore}
              style={{ width: 110 }}
            />
            <Button
              disabled={score === null}
              onClick={() => setList((before) => before.map((one) => ({ ...one, score: score ?? undefined })))}
            >
              {t('应用到全部')}
            </Button>
          </Space.Compact>
        )}
      </Flex>
      {quList.length === 0 && <p className={styles.tmplHint}>{t('还没有试题，从题库中选择')}</p>}
      <Sortable ids={quList.map((one) => one.quId)} label={t('试题')} onMove={(from, to) => setList((before) => moved(before, from, to))}>
        {(quId, index, handle) => {
          const row = quList[index]
          return (
            row && (
              <FixedLine
                row={row}
                number={index + 1}
                at={`${at}.quList.${index}`}
                handle={handle}
                setScore={(next) => setList((before) => before.map((one) => (one.quId === quId ? { ...one, score: next } : one)))}
                show={() => setPreview(quId)}
                remove={() => setList((before) => before.filter((one) => one.quId !== quId))}
              />
            )
          )
        }}
      </Sortable>
      <ProblemLines at={`${at}.quList`} />
      <QuPicker
        open={picking}
        excludes={used}
        most={most - quList.length}
        onClose={() => setPicking(false)}
        onPick={(rows) =>
          setList((before) => [
            ...before,
            ...rows.map(({ id, quType, title, level }) => ({ quId: id, quType, title, level, score: score ?? plainScore })),
          ])
        }
      />
      {preview && <QuPreview id={preview} onClose={() => setPreview(undefined)} />}
    </div>
  )
}

type FixedLineProps = {
  row: FixedRow
  number: number
  at: string
  handle: ReactNode
  setScore: (score: number | undefined) => void
  show: () => void
  remove: () => void
}

function FixedLine({ row, number, at, handle, setScore, show, remove }: FixedLineProps) {
  return (
    <div className={styles.fixedRow}>
      {handle}
      <span className={styles.fixedNumber}>{number}</span>
      <Tag>{tLabel(quTypeText[row.quType as keyof typeof quTypeText])}</Tag>
      <span className={styles.fixedTitle} title={row.title}>
        {questionTitle(row.title)}
      </span>
      <Place at={`${at}.score`}>
        <InputNumber<number>
          size="small"
          value={row.score ?? null}
          min={0}
          max={1_000}
          suffix={t('分')}
          aria-label={t('第{{n}}题的分数', { n: number })}
          onChange={(score) => setScore(score ?? undefined)}
          style={{ width: 96 }}
        />
      </Place>
      <Button type="text" size="small" icon={<EyeOutlined />} aria-label={t('预览第{{n}}题', { n: number })} onClick={show} />
      <Button type="text" size="small" danger icon={<DeleteOutlined />} aria-label={t('移除第{{n}}题', { n: number })} onClick={remove} />
    </div>
  )
}
