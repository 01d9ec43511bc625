// The learner's notices: six a page, found by title, each opened in a window of its own.
import { notice } from '@shuyuan/contract/sys/notice.ts'
import { keepPreviousData } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { Link, useSearchParams } from 'react-router'
import { t } from '../../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../../kernel/PageState.tsx'
import { useCall } from '../../../kernel/query.ts'
import { TimeAgo } from '../../../kernel/relative-time.tsx'
import './notice.css'

const PAGE = 6

/** Page and title, kept in the address. */
function useNoticeFilter() {
  const [address, setAddress] = useSearchParams()
  const page = address.get('page') ?? ''
  const filter = {
    title: (address.get('title') ?? '').trim().slice(0, 100),
    current: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  }
  const change = (title: string, current = 1) =>
    setAddress({ ...(title === '' ? {} : { title }), ...(current > 1 ? { page: String(current) } : {}) }, { replace: true })
  return { ...filter, change }
}

function Search({ title, onSearch }: { title: string; onSearch: (title: string) => void }) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const word = new FormData(event.currentTarget).get('title')
    onSearch(typeof word === 'string' ? word.trim() : '')
  }
  return (
    // what is in force wins over what is typed when it changes from outside
    <form className="notice-search" role="search" key={title} onSubmit={submit}>
      <input type="search" name="title" aria-label={t('搜索公告')} placeholder={t('搜索公告标题')} defaultValue={title} maxLength={100} />
      <button type="submit" className="btn">
        {t('搜索')}
      </button>
    </form>
  )
}

function Pager({ current, pages, onGo }: { current: number; pages: number; onGo: (page: number) => void }) {
  return (
    <nav className="notice-pager" aria-label={t('分页')}>
      <button type="button" className="btn btn-small" disabled={current <= 1} onClick={() => onGo(current - 1)}>
        {t('上一页')}
      </button>
      <span>
        {current} / {pages}
      </span>
      <button type="button" className="btn btn-small" disabled={current >= pages} onClick={() => onGo(current + 1)}>
        {t('下一页')}
      </button>
    </nav>
  )
}

export default function NoticeListPage() {
  const { title, current, change } = useNoticeFilter()
  const { data, error, refetch, isFetching } = useCall(
    notice.paging,
    { current, size: PAGE, params: { state: 0, ...(title === '' ? {} : { title }) } },
    { quiet: true, placeholderData: keepPreviousData },
  )
  return (
    <div className="notices" aria-busy={isFetching}>
      <header className="notices-head">
        <h1>{t('系统公告')}</h1>
        <Search title={title} onSearch={change} />
      </header>
      {!data && !error && <PageLoading shape="cards" rows={PAGE} />}
      {error && <PageError compact={data !== undefined} error={error} onRetry={() => void refetch()} />}
      {data?.total === 0 && <PageEmpty hint={title === '' ? t('学校发布的公告会出现在这里。') : t('换个条件再试试。')} />}
      {data && data.total > 0 && (
        <ul className="notice-list">
          {data.records.map((row) => (
            <li key={row.id}>
              <Link to={`/web/notice/detail/${row.id}`} target="_blank" rel="noopener">
                <b>{row.title}</b>
                <span className="visually-hidden">{t('在新窗口打开')}</span>
              </Link>
              <p>{row.summary}</p>
              <TimeAgo at={row.createTime} />
            </li>
          ))}
        </ul>
      )}
      {data && data.pages > 1 && <Pager current={current} pages={data.pages} onGo={(page) => change(title, page)} />}
    </div>
  )
}
