// The staged questions of a tab: each with its problems and a checkbox that includes it in the commit.
import type { Data, RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { quImport, type StagedOrigin } from '@shuyuan/contract/qu/import/import.ts'
import { QuestionBody } from '@shuyuan/contract/qu/content.ts'
import { quTypeText } from '@shuyuan/contract/qu/qu.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { Button, Checkbox, Flex, Pagination, Tag } from 'antd'
import { type PlainText, t, tLabel } from '../../../../kernel/i18n.ts'
import { useConfirm } from '../../../../kernel/piece/confirm.tsx'
import { PageEmpty, PageError, PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { useCall } from '../../../../kernel/call/query.ts'
import { QuestionLines } from '../../QuestionLines.tsx'
import { distinct, problemText } from './problem-labels.ts'
import { useChoosing } from './useChoosing.ts'
import problemsStyles from '../../problems.module.css'
import { LevelTag } from '../../levels.tsx'
import styles from './import.module.css'

export type StagedKind = 'all' | 'wrong' | 'duplicated' | 'chosen'
type Staging = Data<typeof quImport.detail>
export type StagedRow = RowOf<typeof quImport.paging>
export type View = { kind: StagedKind; page: number; size: number }

const nothing: Record<StagedKind, PlainText> = {
  all: '文件里没有试题',
  wrong: '没有有误的试题',
  duplicated: '没有重复的试题',
  chosen: '还没有选择要导入的试题',
}

/** Rows of a sheet are named by sheet row; questions of other files by position. */
export const rowName = (format: Staging['format'], row: number) =>
  format === 'xlsx' ? t('第{{n}}行', { n: row }) : t('第{{n}}题', { n: row })

type StagedRowsProps = {
  staging: Staging
  view: View
  onView: (view: View) => void
  onEdit: (row: number) => void
  onPreview: (id: string) => void
}

export function StagedRows({ staging, view, onView, onEdit, onPreview }: StagedRowsProps) {
  const { kind, page, size } = view
  const { data, error, refetch, isFetching } = useCall(
    quImport.paging,
    { current: page, size, params: { importId: staging.id, kind } },
    { quiet: true, placeholderData: keepPreviousData as never },
  )
  const { isChosen, choose } = useChoosing(staging.id)
  const confirm = useConfirm()
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="cards" rows={4} />
  const { records, total } = data
  const right = records.filter((one) => !one.hasError)
  const marked = right.filter(isChosen).length
  if (records.length === 0)
    return (
      <PageEmpty
        text={t(nothing[kind])}
        {...(page > 1 ? { action: <Button onClick={() => onView({ ...view, page: 1 })}>{t('回到第一页')}</Button> } : {})}
      />
    )
  const chooseAll = async (all: boolean) => {
    // each question that the assistant wrote is to be looked at
    if (all && staging.format === 'model' && !(await confirm({ content: t('确定不逐题查看吗？') }))) return
    await choose(right, all)
  }
  return (
    <section aria-busy={isFetching} className={styles.stagedList}>
      <Flex gap="small" align="center" wrap justify="space-between">
        <Checkbox
          checked={right.length > 0 && marked === right.length}
          indeterminate={marked > 0 && marked < right.length}
          disabled={right.length === 0}
          onChange={(event) => void chooseAll(event.target.checked)}
        >
          {t('导入本页全部')}
        </Checkbox>
        <small className={styles.stagedHint}>{t('本页 {{n}} 题将导入', { n: marked })}</small>
      </Flex>
      {error && <PageError compact error={error} onRetry={() => void refetch()} />}
      <ol className={styles.stagedRows}>
        {records.map((row) => (
          <Row
            key={row.row}
            row={row}
            format={staging.format}
            chosen={isChosen(row)}
            onChoose={(chosen) => void choose([row], chosen)}
            onEdit={() => onEdit(row.row)}
            onPreview={onPreview}
          />
        ))}
      </ol>
      <Pagination
        align="end"
        current={page}
        pageSize={size}
        total={total}
        pageSizeOptions={[20, 50, 100, 200]}
        showSizeChanger
        showLessItems
        showTotal={(n) => t('共 {{n}} 条', { n })}
        onChange={(next, nextSize) => onView({ kind, page: nextSize === size ? next : 1, size: nextSize })}
      />
    </section>
  )
}

/** The type that the row has then is only that of the editor. */
const isTypeUnknown = (row: StagedRow) => row.problems.some((one) => one.field === '题型' && one.level === 'error')

type RowProps = {
  row: StagedRow
  format: Staging['format']
  chosen: boolean
  onChoose: (chosen: boolean) => void
  onEdit: () => void
  onPreview: (id: string) => void
}

function Row({ row, format, chosen, onChoose, onEdit, onPreview }: RowProps) {
  const name = rowName(format, row.row)
  return (
    <li className={styles.stagedRow} data-wrong={row.hasError || undefined}>
      <Checkbox
        className={styles.stagedCheck}
        checked={chosen}
        disabled={row.hasError}
        aria-label={t('导入{{name}}', { name })}
        onChange={(event) => onChoose(event.target.checked)}
      />
      <div className={styles.stagedBody}>
        <Flex wrap gap={4} align="center">
          <b className={styles.stagedNumber}>{name}</b>
          {isTypeUnknown(row) ? <Tag color="error">{t('题型不明')}</Tag> : <Tag color="processing">{tLabel(quTypeText[row.quType])}</Tag>}
          <LevelTag level={row.level} />
          {row.chapter !== '' && <Tag>{row.chapter}</Tag>}
          {row.tags.map((tag) => (
            <Tag key={tag}>#{tag}</Tag>
          ))}
          {row.hasError && <Tag color="error">{t('有误')}</Tag>}
        </Flex>
        <QuestionLines type={row.quType} body={QuestionBody.parse(row.body)} />
        {row.origin && <Origin origin={row.origin} />}
        {row.problems.length > 0 && (
          <ul className={styles.stagedProblems}>
            {distinct(row.problems).map((one) => (
              <li
                key={`${one.field} ${one.msg}`}
                className={one.level === 'error' ? problemsStyles.problemError : problemsStyles.problemWarn}
              >
                {problemText(one)}
              </li>
            ))}
          </ul>
        )}
        {row.duplicateOf !== '' && (
          <Flex wrap gap={4} align="center" className={problemsStyles.problemWarn}>
            {t('题库中已有相同的试题')}
            <Button type="link" size="small" onClick={() => onPreview(row.duplicateOf)}>
              {t('查看')}
            </Button>
          </Flex>
        )}
        {row.duplicateRow !== null && (
          <div className={problemsStyles.problemWarn}>{t('与{{name}}的试题相同', { name: rowName(format, row.duplicateRow) })}</div>
        )}
      </div>
      <Button className={styles.stagedEdit} onClick={onEdit} aria-label={t('修改{{name}}', { name })}>
        {t('修改')}
      </Button>
    </li>
  )
}

/** Where a question comes from, with the words of the material. */
function Origin({ origin: { title, page, quote } }: { origin: StagedOrigin }) {
  const place = page > 0 ? t('出处：《{{title}}》第 {{page}} 页', { title, page }) : t('出处：《{{title}}》', { title })
  return (
    <p className={styles.stagedOrigin}>
      {place} <q>{quote}</q>
    </p>
  )
}
