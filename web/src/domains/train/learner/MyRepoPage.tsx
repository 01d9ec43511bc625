// The learner's question banks: those open to training, the progress in each, and a link to the last training.
import { hoursText } from '@shuyuan/contract/kernel/time-ranges.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { repoBuy } from '@shuyuan/contract/train/buy.ts'
import { train } from '@shuyuan/contract/train/train.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { buttonLook } from '../../../kernel/plain/Button.tsx'
import { Search } from '../../../kernel/plain/FilterBar.tsx'
import { PlainPager } from '../../../kernel/plain/PlainPager.tsx'
import { Ring } from '../../../kernel/plain/Ring.tsx'
import { PageEmpty, PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { call } from '../../../kernel/call/api.ts'
import { useCall } from '../../../kernel/call/query.ts'
import { BuyButton, useToBuy } from '../../pay/order/BuyButton.tsx'
import { trainingPath } from '../../repo/training-path.ts'
import { PriceTag } from '../PriceTag.tsx'
import { progressText } from '../train-labels.ts'
import { classes } from '../../../kernel/theme/classes.ts'
import panelStyles from '../../../kernel/plain/panel.module.css'
import cardsStyles from '../../../kernel/plain/cards.module.css'
import styles from '../repo-learner.module.css'
import textStyles from '../../../kernel/plain/text.module.css'

const PAGE = 10
type Row = RowOf<typeof repo.paging>
type Own = { done: number; right: number; wrong: number } | undefined

/** `toBuy`: the bank has a price and is not bought. */
function BankCard({ row, own, toBuy }: { row: Row; own: Own; toBuy: boolean }) {
  const done = own?.done ?? 0
  const percent = row.quCount === 0 ? 0 : Math.min(100, Math.round((done / row.quCount) * 100))
  return (
    <article className={classes(cardsStyles.card, styles.bankCard)}>
      <header>
        <h2>
          <Link to={`/web/repo/view/${row.id}`}>{row.title}</Link>
        </h2>
        <PriceTag row={row} />
      </header>
      <p className={styles.bankDim}>{row.remark || t('共 {{n}} 题', { n: row.quCount })}</p>
      {row.trainHours !== '' && <p className={styles.bankDim}>{t('每天 {{hours}} 开放训练', { hours: hoursText(row.trainHours) })}</p>}
      <footer>
        <Ring percent={percent} label={t('练习进度')} />
        <dl>
          <div>
            <dt>{t('已练')}</dt>
            <dd>
              {done} / {row.quCount}
            </dd>
          </div>
          <div>
            <dt>{t('错题')}</dt>
            <dd>{own?.wrong ?? 0}</dd>
          </div>
        </dl>
        {toBuy && <BuyButton title={row.title} order={() => call(repoBuy.init, { repoId: row.id })} />}
      </footer>
    </article>
  )
}

function GoOn() {
  const { data } = useCall(train.check, {}, { quiet: true })
  if (!data) return null
  return (
    <section className={classes(panelStyles.goOn, styles.bankGoOn)} aria-label={t('未完成的训练')}>
      <div>
        <b>{data.repoId_dictText}</b>
        <span className={styles.bankDim}>
          {tLabel(data.mode_dictText)}
          {data.scope_dictText !== '' && ` · ${data.scope_dictText}`} · {progressText(data)}
        </span>
      </div>
      <Link className={buttonLook({ strong: true })} to={trainingPath(data.repoId, data.mode, data.scope)}>
        {t('继续训练')}
      </Link>
    </section>
  )
}

export default function MyRepoPage() {
  const [address, setAddress] = useSearchParams()
  const title = address.get('title') ?? ''
  const current = Number(address.get('page') ?? '1') || 1
  const { data, error, refetch } = useCall(
    repo.paging,
    { current, size: PAGE, params: { isTrain: true, ...(title === '' ? {} : { title }) } },
    { quiet: true, placeholderData: keepPreviousData },
  )
  const repoIds = data?.records.map((row) => row.id) ?? []
  const toBuy = useToBuy('repo', data?.records ?? [])
  const own = useCall(train.progress, { repoIds }, { quiet: true, enabled: repoIds.length > 0 })
  const go = (next: { title?: string; page?: string }) => setAddress({ ...(title === '' ? {} : { title }), ...next }, { replace: true })
  return (
    <div className={styles.bankPage}>
      <header className={styles.bankHead}>
        <h1>{t('题库训练')}</h1>
        <Link className={textStyles.lone} to="/web/book">
          {t('错题本')}
        </Link>
        <div className={styles.bankSearch}>
          <Search
            label={t('题库名称')}
            placeholder={t('搜索题库')}
            title={title}
            onSearch={(value) => setAddress(value === '' ? {} : { title: value }, { replace: true })}
          />
        </div>
      </header>
      <GoOn />
      {!data && !error && <PageLoading shape="cards" rows={6} />}
      {error && <PageError compact={data !== undefined} error={error} onRetry={() => void refetch()} />}
      {data?.total === 0 && <PageEmpty hint={title === '' ? t('老师开放训练的题库会出现在这里。') : t('换个条件再试试。')} />}
      {data && data.total > 0 && (
        <ul className={classes(cardsStyles.cards, styles.bankCards)}>
          {data.records.map((row) => (
            <li key={row.id}>
              <BankCard row={row} own={own.data?.find((one) => one.repoId === row.id)} toBuy={toBuy(row.id)} />
            </li>
          ))}
        </ul>
      )}
      {data && <PlainPager current={current} pages={data.pages} onGo={(page) => go({ page: String(page) })} />}
    </div>
  )
}
