// The public check of a certificate: a number, and what it is worth.
import { certStatus, certVerify } from '@shuyuan/contract/cert/grant.ts'
import { type FormEvent, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { CallFailure } from '../../../kernel/call/failure.ts'
import { useCall } from '../../../kernel/call/query.ts'
import { Tag } from '../../../kernel/piece/Tag.tsx'
import { classes } from '../../../kernel/theme/classes.ts'
import buttonStyles from '../../../kernel/plain/button.module.css'
import { certTone } from '../cert-tone.ts'
import styles from './verify.module.css'

export function Verify() {
  const { no = '' } = useParams()
  const navigate = useNavigate()
  const [typed, setTyped] = useState(no)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() !== '') void navigate(`/cert/${encodeURIComponent(typed.trim())}`)
  }
  return (
    <section className={styles.card}>
      <h1>{tLabel('验证证书')}</h1>
      <form onSubmit={send} className={styles.form}>
        <label htmlFor="cert-no">{tLabel('证书编号')}</label>
        <input
          id="cert-no"
          autoComplete="off"
          maxLength={60}
          placeholder="SY…"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <button type="submit" className={classes(buttonStyles.btn, buttonStyles.btnPrimary)}>
          {t('验证')}
        </button>
      </form>
      {no !== '' && <Result no={no} />}
    </section>
  )
}

/** To ask again helps only where the server gave no answer. */
const retryOf = (error: Error, refetch: () => Promise<unknown>) =>
  error instanceof CallFailure && error.http === undefined ? {} : { onRetry: () => void refetch() }

function Result({ no }: { no: string }) {
  const { data, error, refetch } = useCall(certVerify.verify, { certGrantNo: no }, { quiet: true, noRetry: true })
  if (!data)
    return (
      <div className={styles.pending}>
        {error ? <PageError compact error={error} {...retryOf(error, refetch)} /> : <PageLoading shape="form" rows={2} />}
      </div>
    )
  return (
    <div className={styles.result} data-state={data.state} role="status">
      <p className={styles.state}>
        <Tag tone={certTone[data.state]}>{tLabel(certStatus[data.state])}</Tag>
      </p>
      <dl>
        <dt>{tLabel('证书名称')}</dt>
        <dd>{data.title}</dd>
        <dt>{tLabel('持证人')}</dt>
        <dd>{data.realName}</dd>
        <dt>{tLabel('证书编号')}</dt>
        <dd>{data.certGrantNo}</dd>
        <dt>{tLabel('颁发机构')}</dt>
        <dd>{data.authority}</dd>
        <dt>{tLabel('颁发时间')}</dt>
        <dd>{data.createTime.slice(0, 10)}</dd>
        <dt>{tLabel('有效期至')}</dt>
        <dd>{data.expireTime?.slice(0, 10) ?? t('长期有效')}</dd>
      </dl>
    </div>
  )
}
