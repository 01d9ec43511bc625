// Below a question that was not answered right: why, from its own explanation and from courses of the learner, with the page of each quote.
import { assist } from '@shuyuan/contract/assist/state.ts'
import { assistExplain } from '@shuyuan/contract/assist/explain/explain.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { Link } from 'react-router'
import { useCall } from '../../../kernel/call/query.ts'
import { t } from '../../../kernel/i18n.ts'
import { Button } from '../../../kernel/plain/Button.tsx'
import type { ExplainProps } from '../../paper/question/question-tools.ts'
import { useAsk } from '../ledger/useAsk.ts'
import styles from './explain.module.css'

type Found = Data<typeof assistExplain.explain>
const KNOWN_MS = 300_000

export function Explain({ scene, of, quId, waiting = null }: ExplainProps) {
  const { data: state, isPending } = useCall(assist.state, {}, { quiet: true, staleTime: KNOWN_MS })
  const ask = useAsk(assistExplain.explain, { quiet: true })
  if (isPending) return waiting
  if (state?.explain !== true) return null
  return (
    <div className={styles.explain} aria-busy={ask.isPending}>
      {ask.data ? (
        <Explained found={ask.data} />
      ) : (
        <>
          {ask.isPending ? (
            <p className={styles.explainNote} role="status">
              {t('正在讲解，已用 {{n}} 秒', { n: ask.seconds })}{' '}
              <Button small onClick={ask.cancel}>
                {t('不再等待')}
              </Button>
            </p>
          ) : (
            <Button small onClick={() => ask.send({ scene, ref: of, quId })}>
              {t('智能讲解')}
            </Button>
          )}
          {ask.error && (
            <p className={styles.explainNote} role="alert">
              {ask.error.message}
            </p>
          )}
        </>
      )}
    </div>
  )
}

function Explained({ found: { basis, parts, cites, byRules } }: { found: Found }) {
  if (basis === 'none') return <p role="status">{t('课程和解析里没有找到相关内容，可以在课程中向老师提问。')}</p>
  return (
    <div role="status" className={styles.explainBox}>
      <b>{t('智能讲解')}</b>
      {parts.map(({ text, cite }, at) => (
        <p key={at} className={styles.explainPart}>
          {text}
          {cite !== null && <sup>[{cite + 1}]</sup>}
        </p>
      ))}
      {cites.length > 0 && (
        <ol className={styles.explainCites} aria-label={t('课程出处')}>
          {cites.map(({ courseId, courseTitle, fileId, title, page, quote }) => (
            <li key={`${fileId} ${page} ${quote}`}>
              <Link to={`/web/course/view/${courseId}/${fileId}${page > 0 ? `?at=${page}` : ''}`}>
                {page > 0
                  ? t('《{{course}}》{{title}}，第 {{page}} 页', { course: courseTitle, title, page })
                  : t('《{{course}}》{{title}}', { course: courseTitle, title })}
              </Link>
              <q>{quote}</q>
            </li>
          ))}
        </ol>
      )}
      <p className={styles.explainNote}>
        {byRules ? t('由题目解析和课程原文整理，没有使用模型。') : t('由智能助手根据解析和课程写出，请以解析和课程原文为准。')}
      </p>
    </div>
  )
}
