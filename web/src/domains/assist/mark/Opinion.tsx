// The second opinion on an answer: rubric lines with the words of the answer first, the number last and small. A person sets the mark.
import { assist } from '@shuyuan/contract/assist/state.ts'
import { assistMark } from '@shuyuan/contract/assist/mark/mark.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { Alert, Button, Card, Tag } from 'antd'
import { useCall } from '../../../kernel/call/query.ts'
import { t } from '../../../kernel/i18n.ts'
import type { OpinionProps } from '../../paper/review/review-tools.ts'
import styles from './mark.module.css'

type Found = Data<typeof assistMark.of>
/** Asked anew for each answer: an opinion that the mark held back is shown after it. */
const anew = { gcTime: 0, refetchOnMount: 'always', quiet: true } as const

export function Opinion({ taskId, onOpen }: OpinionProps) {
  const { data: state } = useCall(assist.state, {}, { quiet: true })
  const { data } = useCall(assistMark.of, { taskId }, { ...anew, enabled: state?.mark === true })
  if (!data || data.state === 'off' || data.state === 'none') return null
  if (onOpen) return data.state === 'ready' ? <Previous found={data} onOpen={onOpen} /> : null
  if (data.state === 'later') return <p className={styles.markNote}>{t('阅卷建议在您评分之后显示')}</p>
  if (data.state === 'stale') return <p className={styles.markNote}>{t('评分点改过，阅卷建议已失效')}</p>
  return (
    <Card size="small" title={t('阅卷建议')}>
      <Lines found={data} />
    </Card>
  )
}

/** After the mark: only where the opinion differs: an equal one needs no look. */
function Previous({ found, onOpen }: { found: Found; onOpen: () => void }) {
  const apart = found.lines.filter((one) => one.met !== one.own).length
  const isSame = found.score === found.own
  if (isSame && found.flagged === '') return null
  return (
    <Alert
      type="info"
      showIcon
      title={t('上一份：您给 {{own}} 分，阅卷建议 {{score}} 分，{{n}} 个评分点不同', {
        own: found.own ?? 0,
        score: found.score ?? 0,
        n: apart,
      })}
      description={
        <details>
          <summary>{t('看看理由')}</summary>
          <Lines found={found} />
        </details>
      }
      action={
        <Button size="small" onClick={onOpen}>
          {t('回到上一份')}
        </Button>
      }
    />
  )
}

function Lines({ found: { lines, score, flagged, times, spread, byRules } }: { found: Found }) {
  return (
    <>
      {flagged !== '' && (
        <p>
          <Tag color="error">{t('答案中有写给评分程序的话')}</Tag>
          <q>{flagged}</q>
        </p>
      )}
      <ul className={styles.markLines}>
        {lines.map(({ line, text, met, quote, reason }) => (
          <li key={line}>
            <span>
              <Tag color={met ? 'success' : 'default'}>{met ? t('写到了') : t('没有写到')}</Tag>
              {text}
            </span>
            {quote !== '' && <mark className={styles.markQuote}>{quote}</mark>}
            {reason !== '' && <small>{reason}</small>}
          </li>
        ))}
      </ul>
      {byRules && <small className={styles.markNote}>{t('没有使用模型，只按评分点的字词比较')}</small>}
      {spread > 0 && (
        <small className={styles.markNote}>{t('问了 {{times}} 次，最多相差 {{n}} 分，这里是中间的一份', { times, n: spread })}</small>
      )}
      <small className={styles.markNote}>{t('按评分点合计 {{n}} 分，仅供参考，分数由您决定', { n: score ?? 0 })}</small>
    </>
  )
}
