// One notice, as everybody reads it.
import { notice } from '@shuyuan/contract/sys/notice/notice.ts'
import { Link, useParams } from 'react-router'
import { HtmlView } from '../../../../kernel/HtmlView.tsx'
import { t } from '../../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../../kernel/PageState.tsx'
import { useCall } from '../../../../kernel/call/query.ts'
import '../notice.css'

export default function NoticeDetailPage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useCall(notice.detail, { id }, { quiet: true })
  if (error) return <PageError error={error} onRetry={() => void refetch()} />
  if (!data) return <PageLoading />
  return (
    <article className="notice-detail">
      <nav aria-label={t('面包屑')}>
        <Link to="/web/notice">{t('系统公告')}</Link>
      </nav>
      <h1>{data.title}</h1>
      <p className="notice-by">
        <time>{data.createTime}</time>
        {data.createBy_dictText !== '' && <span>{data.createBy_dictText}</span>}
      </p>
      <HtmlView html={data.content} />
    </article>
  )
}
