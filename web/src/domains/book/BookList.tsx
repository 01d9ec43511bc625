// The wrong-answer book: filters by exam, bank, chapter and type; training, printing and removal of questions.
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { book } from '@shuyuan/contract/book/book.ts'
import { quTypeText } from '@shuyuan/contract/qu/qu.ts'
import { TrainMode } from '@shuyuan/contract/train/train.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { t, tLabel } from '../../kernel/i18n.ts'
import { notify } from '../../kernel/notify.ts'
import { PageEmpty, PageError, PageLoading } from '../../kernel/piece/PageState.tsx'
import { useCall, useCommand } from '../../kernel/call/query.ts'
import { Tag } from '../../kernel/piece/Tag.tsx'
import { Button, buttonLook } from '../../kernel/plain/Button.tsx'
import { Dialog } from '../../kernel/plain/Dialog.tsx'
import { PlainPager } from '../../kernel/plain/PlainPager.tsx'
import { useAsk } from '../../kernel/plain/useAsk.tsx'
import { trainingPath, wrongScope } from '../repo/training-path.ts'
import cardsStyles from '../../kernel/plain/cards.module.css'
import { classes } from '../../kernel/theme/classes.ts'
import styles from './book.module.css'
import { questionTitle } from '../../shared/question-title.ts'

/** A question with its answers weighs more than the list, which shows none at first. */
const BookQuestion = lazy(async () => ({ default: (await import('./BookQuestion.tsx')).BookQuestion }))

const PAGE = 10
const names = ['examId', 'repoId', 'chapterId', 'quType'] as const
type Name = (typeof names)[number]

/** The filters, stored in the address. A given `examId` is fixed. */
function useFilters(examId: string | undefined) {
  const [address, setAddress] = useSearchParams()
  const of = (name: Name) => (name === 'examId' && examId !== undefined ? examId : (address.get(name) ?? undefined))
  const set = (changes: Partial<Record<Name, string | undefined>>) => {
    const next = new URLSearchParams(address)
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined) next.delete(name)
      else next.set(name, value)
    }
    setAddress(next, { replace: true })
  }
  const type = Number(of('quType')) as keyof typeof quTypeText
  const [exam, bank, chapter] = [of('examId'), of('repoId'), of('chapterId')]
  const params = {
    ...(exam ? { examId: exam } : {}),
    ...(bank ? { repoId: bank } : {}),
    ...(chapter ? { chapterId: chapter } : {}),
    ...(type ? { quType: type } : {}),
  }
  return { params, set, query: address.toString() }
}

type Bank = { id: string; title: string; count: number }

/** Starts a training on the filtered questions. A training covers one bank, so with several banks the learner chooses one. */
function TrainButton({ banks, scope }: { banks: Bank[]; scope: string }) {
  const navigate = useNavigate()
  const [isAsked, setAsked] = useState(false)
  const [first, ...others] = banks
  if (!first) return null
  const go = (bankId: string) => void navigate(trainingPath(bankId, TrainMode.wrong, scope))
  return (
    <>
      <Button small strong onClick={() => (others.length === 0 ? go(first.id) : setAsked(true))}>
        {t('错题训练')}
      </Button>
      {isAsked && (
        <Dialog title={t('错题训练')} onClose={() => setAsked(false)}>
          <div className={styles.bookBanks}>
            {banks.map(({ id, title, count }) => (
              <Button key={id} block onClick={() => go(id)}>
                {`${title}（${count}）`}
              </Button>
            ))}
          </div>
        </Dialog>
      )}
    </>
  )
}

type PickProps = {
  label: string
  all: string
  value: string | undefined
  options: { value: string; label: string }[]
  onChange: (value: string | undefined) => void
}

const Pick = ({ label, all, value, options, onChange }: PickProps) => (
  <select
    className={styles.bookPick}
    aria-label={label}
    value={value ?? ''}
    onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
  >
    <option value="">{all}</option>
    {options.map((one) => (
      <option key={one.value} value={one.value}>
        {one.label}
      </option>
    ))}
  </select>
)

type BookRowProps = {
  row: RowOf<typeof book.paging>
  isChosen: boolean
  isOpen: boolean
  onChoose: (on: boolean) => void
  onOpen: () => void
}

function BookRow({ row, isChosen, isOpen, onChoose, onOpen }: BookRowProps) {
  return (
    <li className={classes(cardsStyles.row, styles.bookRow)}>
      <label className={styles.bookTick}>
        <input
          type="checkbox"
          checked={isChosen}
          aria-label={t('选择“{{title}}”', { title: row.title })}
          onChange={(event) => onChoose(event.target.checked)}
        />
      </label>
      <div>
        <button type="button" className={styles.bookTitle} aria-expanded={isOpen} onClick={onOpen}>
          {questionTitle(row.title)}
        </button>
        <p className={styles.bookDim}>
          <Tag>{tLabel(quTypeText[row.quType])}</Tag>
          {row.deleted && <Tag>{t('题库中已删除，不能训练')}</Tag>}
          {row.examId_dictText || t('训练')} · {row.repoId_dictText}
          {row.chapterId_dictText !== '' && ` · ${row.chapterId_dictText}`} · {t('答错 {{n}} 次', { n: row.wrongCount })} ·{' '}
          {t('连续答对 {{n}}', { n: row.rightStreak })}
        </p>
        {isOpen && (
          <div className={styles.bookOpen}>
            <Suspense fallback={<PageLoading rows={4} />}>
              <BookQuestion of={{ id: row.id }} />
            </Suspense>
            <Link to={`/web/qu/view/${row.quId}`}>{t('单独查看')}</Link>
          </div>
        )}
      </div>
    </li>
  )
}

/** `head` stands above the list; `waits`: it is still to come. */
type BookListProps = { examId?: string; head?: ReactNode; waits?: boolean }

export function BookList({ examId, head, waits = false }: BookListProps) {
  const { params, set } = useFilters(examId)
  const [current, setCurrent] = useState(1)
  const [chosen, setChosen] = useState<string[]>([])
  const [open, setOpen] = useState<string>()
  const { ask, dialog } = useAsk()
  const placed = useCall(book.places, params.examId ? { examId: params.examId } : {}, {
    quiet: true,
    placeholderData: keepPreviousData,
  })
  const places = placed.data
  const { data, error, refetch } = useCall(book.paging, { current, size: PAGE, params }, { quiet: true, placeholderData: keepPreviousData })
  const remove = useCommand(book.remove, {
    done: t('已移出错题本'),
    refresh: [book.paging, book.places],
    onDone: (_done, { ids }) => {
      setChosen([])
      // the last page is empty now
      if (data && current > 1 && current === data.pages && ids.length >= data.records.length) setCurrent(current - 1)
    },
  })
  const removeThese = async (ids: string[]) => {
    if (ids.length === 0) notify.warning(t('请至少选择一条数据！'))
    else if (await ask({ content: t('确认要删除选定的信息吗？') })) remove.mutate({ ids })
  }
  const bank = places?.repos.find((one) => one.id === params.repoId)
  const change = (changes: Partial<Record<Name, string | undefined>>) => {
    set(changes)
    setCurrent(1)
    setChosen([])
  }
  // keeps the label of the chosen value when it has no wrong answers left
  const counted = (all: Bank[], value: string | undefined) => [
    ...all.map((one) => ({ value: one.id, label: `${one.title}（${one.count}）` })),
    ...(value === undefined || all.some((one) => one.id === value) ? [] : [{ value, label: t('所选范围（0）') }]),
  ]
  const printing = new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)])).toString()
  // all at once, so that nothing moves
  if (waits || placed.isPending || (!data && !error)) return <PageLoading shape="table" rows={5} columns={2} />
  return (
    <>
      {dialog}
      {head}
      <div className={styles.bookBar}>
        {examId === undefined && (
          <Pick
            label={t('考试')}
            all={t('全部考试')}
            value={params.examId}
            options={counted(places?.exams ?? [], params.examId)}
            onChange={(value) => change({ examId: value })}
          />
        )}
        <Pick
          label={t('题库')}
          all={t('全部题库')}
          value={params.repoId}
          options={counted(places?.repos ?? [], params.repoId)}
          onChange={(value) => change({ repoId: value, chapterId: undefined })}
        />
        {bank && bank.chapters.length > 0 && (
          <Pick
            label={t('章节')}
            all={t('全部章节')}
            value={params.chapterId}
            options={counted(bank.chapters, params.chapterId)}
            onChange={(value) => change({ chapterId: value })}
          />
        )}
        <Pick
          label={t('题型')}
          all={t('全部题型')}
          value={params.quType === undefined ? undefined : String(params.quType)}
          options={Object.entries(quTypeText).map(([value, label]) => ({ value, label: tLabel(label) }))}
          onChange={(value) => change({ quType: value })}
        />
        <span className={styles.bookButtons}>
          {places && <TrainButton banks={bank ? [bank] : places.repos} scope={wrongScope(params)} />}
          <a className={buttonLook({ small: true })} href={`/web/book/print?${printing}`} target="_blank" rel="noreferrer">
            {t('打印')}
          </a>
          <Button small disabled={chosen.length === 0} onClick={() => void removeThese(chosen)}>
            {t('移出')}
            {chosen.length > 0 && ` ${chosen.length}`}
          </Button>
        </span>
      </div>
      {places && (
        <p className={styles.bookDim}>
          {t('连续答对 {{n}} 次后自动移出错题本', { n: places.rights })} · {t('错题按作答时的试题显示，错题训练使用题库中现在的试题')}
        </p>
      )}
      {error && <PageError compact={data !== undefined} error={error} onRetry={() => void refetch()} />}
      {data?.total === 0 && <PageEmpty hint={t('考试和训练中答错的题会收在这里。')} />}
      <ul className={cardsStyles.rows}>
        {data?.records.map((row) => (
          <BookRow
            key={row.id}
            row={row}
            isChosen={chosen.includes(row.id)}
            isOpen={open === row.id}
            onChoose={(on) => setChosen(on ? [...chosen, row.id] : chosen.filter((one) => one !== row.id))}
            onOpen={() => setOpen(open === row.id ? undefined : row.id)}
          />
        ))}
      </ul>
      {data && data.pages > 1 && <PlainPager current={current} pages={data.pages} onGo={setCurrent} />}
    </>
  )
}
