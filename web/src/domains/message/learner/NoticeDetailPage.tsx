// One notice, as all readers see it.
import { notice } from '@shuyuan/contract/message/notice.ts'
import { Link, useParams } from 'react-router'
import { HtmlView } from '../../../kernel/html/HtmlView.tsx'
import { t } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { useCall } from '../../../kernel/call/query.ts'
import { classes } from '../../../kernel/theme/classes.ts'
import panelStyles from '../../../kernel/plain/panel.module.css'
import textStyles from '../../../kernel/plain/text.module.css'
import styles from '../notice.module.css'

export default function NoticeDetailPage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useCall(notice.detail, { id }, { quiet: true })
  if (error && !data)
    return (
      <>
        <h1 className={textStyles.visuallyHidden}>{t('系统公告')}</h1>
        <PageError error={error} onRetry={() => void refetch()} />
      </>
    )
  if (!data) return <PageLoading />
  return (
    <article className={classes(panelStyles.panel, styles.noticeDetail)}>
      <nav aria-label={t('面包屑')}>
        <Link className={textStyles.lone} to="/web/notice">
          {t('系统公告')}
        </Link>
      </nav>
      <h1>{data.title}</h1>
      <p className={styles.noticeBy}>
        <time>{data.createTime}</time>
        {data.createBy_dictText !== '' && <span>{data.createBy_dictText}</span>}
      </p>
      <HtmlView html={data.content} className={styles.noticeText} />
    </article>
  )
}
