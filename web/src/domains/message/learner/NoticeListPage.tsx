// The learner's notices: six per page, search by title; each opens in a new window.
import { notice, NoticeState } from '@shuyuan/contract/message/notice.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from 'react-router'
import { t } from '../../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { readList, useAddressFilter } from '../../../kernel/plain/address-filter.ts'
import { Search } from '../../../kernel/plain/FilterBar.tsx'
import { PlainPager } from '../../../kernel/plain/PlainPager.tsx'
import { useCall } from '../../../kernel/call/query.ts'
import { TimeAgo } from '../../../kernel/text/relative-time.tsx'
import textStyles from '../../../kernel/plain/text.module.css'
import { classes } from '../../../kernel/theme/classes.ts'
import cardsStyles from '../../../kernel/plain/cards.module.css'
import styles from '../notice.module.css'

const PAGE = 6

export default function NoticeListPage() {
  const { filter, change } = useAddressFilter(readList)
  const { title, current } = filter
  const { data, error, refetch, isFetching } = useCall(
    notice.paging,
    { current, size: PAGE, params: { state: NoticeState.shown, ...(title === '' ? {} : { title }) } },
    { quiet: true, placeholderData: keepPreviousData },
  )
  return (
    <div className={styles.notices} aria-busy={isFetching}>
      <header className={styles.noticesHead}>
        <h1>{t('系统公告')}</h1>
        <Search label={t('搜索公告')} placeholder={t('搜索公告标题')} title={title} onSearch={(word) => change({ title: word })} />
      </header>
      {!data && !error && <PageLoading shape="cards" rows={PAGE} />}
      {error && <PageError compact={data !== undefined} error={error} onRetry={() => void refetch()} />}
      {data?.total === 0 && <PageEmpty hint={title === '' ? t('本单位发布的公告会出现在这里。') : t('换个条件再试试。')} />}
      {data && data.total > 0 && (
        <ul className={classes(cardsStyles.rows, styles.noticeList)}>
          {data.records.map((row) => (
            <li key={row.id}>
              <Link to={`/web/notice/detail/${row.id}`} target="_blank" rel="noopener">
                <b>{row.title}</b>
                <span className={textStyles.visuallyHidden}>{t('在新窗口打开')}</span>
              </Link>
              <p>{row.summary}</p>
              <TimeAgo at={row.createTime} />
            </li>
          ))}
        </ul>
      )}
      {data && <PlainPager current={current} pages={data.pages} onGo={(page) => change({ current: page })} />}
    </div>
  )
}
