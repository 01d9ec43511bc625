// A group with draw rules: bank, type, number and points of each.
import { DeleteOutlined, PlusOutlined, WarningFilled } from '@ant-design/icons'
import { quTypeText } from '@shuyuan/contract/qu/qu.ts'
import { Button, InputNumber, Select, Tooltip } from 'antd'
import { type PlainText, t, tLabel } from '../../../../kernel/i18n.ts'
import { Place, ProblemLines } from '../../../qu/Problems.tsx'
import type { Change } from '../../../qu/useDraft.ts'
import { ChapterSelect } from '../../../repo/ChapterSelect.tsx'
import { RepoSelect } from '../../../repo/RepoSelect.tsx'
import { type DrawRow, type GroupForm, newDraw } from './tmpl-form.ts'
import { isShort } from './useStock.ts'
import { classes } from '../../../../kernel/theme/classes.ts'
import { useLevels } from '../../../qu/levels.tsx'
import styles from './tmpl.module.css'

const types = Object.entries(quTypeText).map(([code, label]) => ({ value: Number(code) as DrawRow['quType'], label }))
const ANY = 0

type DrawRowsProps = {
  group: GroupForm
  change: Change<GroupForm>
  at: string
  stockOf: (row: DrawRow) => number | undefined
}

export function DrawRows({ group, change, at, stockOf }: DrawRowsProps) {
  const { draws } = group
  const setDraws = (update: (before: DrawRow[]) => DrawRow[]) => change((before) => ({ ...before, draws: update(before.draws) }))
  return (
    <div className={styles.drawRows}>
      <div className={classes(styles.drawRow, styles.drawHead)} aria-hidden>
        {(['题库', '章节', '题型', '难度', '抽题数', '每题分数', '存量', ''] as const).map((title) => (
          <span key={title}>{title && t(title)}</span>
        ))}
      </div>
      {draws.map((row, index) => (
        <DrawLine
          key={row.key}
          row={row}
          number={index + 1}
          at={`${at}.draws.${index}`}
          stock={stockOf(row)}
          set={(part) => setDraws((before) => before.map((one) => (one.key === row.key ? { ...one, ...part } : one)))}
          remove={draws.length > 1 ? () => setDraws((before) => before.filter((one) => one.key !== row.key)) : undefined}
        />
      ))}
      <Button
        type="dashed"
        block
        icon={<PlusOutlined />}
        disabled={draws.length >= 100}
        onClick={() => setDraws((before) => [...before, newDraw(before.at(-1))])}
      >
        {t('添加一行')}
      </Button>
      <ProblemLines at={`${at}.draws`} />
    </div>
  )
}

type DrawLineProps = {
  row: DrawRow
  number: number
  at: string
  stock: number | undefined
  set: (part: Partial<DrawRow>) => void
  remove: (() => void) | undefined
}

function DrawLine({ row, number, at, stock, set, remove }: DrawLineProps) {
  const short = isShort(row, stock)
  const { options, nameOf } = useLevels()
  const levels: { value: number; label: string }[] = [
    { value: ANY, label: t('不限') },
    ...options,
    ...(row.level === null || options.some((one) => one.value === row.level) ? [] : [{ value: row.level, label: nameOf(row.level) }]),
  ]
  const named = (title: PlainText) => t('第{{n}}行的{{title}}', { n: number, title: t(title) })
  return (
    <div className={styles.drawRow}>
      <Place at={`${at}.repoId`} label={t('题库')}>
        <RepoSelect
          forExam
          allowClear={false}
          value={row.repoId}
          aria-label={named('题库')}
          onChange={(repoId) => set({ repoId, chapterId: '' })}
        />
      </Place>
      <Place at={`${at}.chapterId`} label={t('章节')}>
        <ChapterSelect
          repoId={row.repoId}
          value={row.chapterId}
          none={t('全部章节')}
          aria-label={named('章节')}
          onChange={(chapterId) => set({ chapterId })}
        />
      </Place>
      <Place at={`${at}.quType`} label={t('题型')}>
        <Select
          value={row.quType}
          aria-label={named('题型')}
          options={types.map(({ value, label }) => ({ value, label: tLabel(label) }))}
          onChange={(quType) => set({ quType })}
        />
      </Place>
      <Place at={`${at}.level`} label={t('难度')}>
        <Select<number>
          value={row.level ?? ANY}
          aria-label={named('难度')}
          options={levels}
          onChange={(level) => set({ level: level === ANY ? null : (level as DrawRow['level']) })}
        />
      </Place>
      <Place at={`${at}.count`} label={t('抽题数')}>
        <InputNumber<number>
          value={row.count ?? null}
          min={1}
          max={1_000}
          precision={0}
          status={short ? 'error' : ''}
          aria-label={named('抽题数')}
          aria-invalid={short}
          onChange={(count) => set({ count: count ?? undefined })}
        />
      </Place>
      <Place at={`${at}.perScore`} label={t('每题分数')}>
        <InputNumber<number>
          value={row.perScore ?? null}
          min={0}
          max={1_000}
          aria-label={named('每题分数')}
          onChange={(perScore) => set({ perScore: perScore ?? undefined })}
        />
      </Place>
      <div>
        <span className={styles.drawLabel}>{t('存量')}</span>
        <Stock row={row} stock={stock} />
      </div>
      <Button
        type="text"
        danger
        icon={<DeleteOutlined />}
        disabled={!remove}
        aria-label={t('删除第{{n}}行', { n: number })}
        onClick={remove}
      />
    </div>
  )
}

function Stock({ row, stock }: { row: DrawRow; stock: number | undefined }) {
  if (stock === undefined) return <span className={styles.drawStock}>{row.repoId ? '…' : '—'}</span>
  if (!isShort(row, stock)) return <span className={styles.drawStock}>{stock}</span>
  return (
    <Tooltip title={t('题库里只有{{stock}}题，还差{{n}}题', { stock, n: (row.count ?? 0) - stock })}>
      <output className={classes(styles.drawStock, styles.drawShort)}>
        <WarningFilled aria-hidden /> {stock}
        <small>{t('差{{n}}题', { n: (row.count ?? 0) - stock })}</small>
      </output>
    </Tooltip>
  )
}
