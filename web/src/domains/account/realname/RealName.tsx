// Real-name authentication: the state of the user's request, and the form for a new one (learner.md §4, §5).
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { configSwitch } from '@shuyuan/contract/site/config/switch.ts'
import { real, RealState } from '@shuyuan/contract/account/realname/real.ts'
import { lazy, Suspense, useState } from 'react'
import { type PlainText, t, tLabel } from '../../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { useCall } from '../../../kernel/call/query.ts'
import { Alert } from '../../../kernel/plain/Alert.tsx'
import { Button } from '../../../kernel/plain/Button.tsx'
import factsStyles from '../../../kernel/plain/facts.module.css'
import { InAnt } from '../../../shared/page/ant-frame.tsx'
import { classes } from '../../../kernel/theme/classes.ts'
import styles from './real.module.css'

const OwnFace = lazy(async () => ({ default: (await import('../../face/OwnFace.tsx')).OwnFace }))
const RealForm = lazy(async () => ({ default: (await import('./RealForm.tsx')).RealForm }))

type Own = Data<typeof real.queryUserInfo>

export function RealName() {
  const switches = useCall(configSwitch.detail, {})
  if (switches.isPending) return <PageLoading shape="form" />
  if (switches.isLoadingError) return <PageError error={switches.error} onRetry={() => void switches.refetch()} />
  if (!switches.data.realPerson) return <PageEmpty text={t('实名认证未开启')} hint={t('管理员开启实名认证后，可以在这里提交认证。')} />
  return (
    <div className={styles.real}>
      <OwnReal byFace={switches.data.faceLogin} />
      <Suspense>
        <InAnt>
          <OwnFace />
        </InAnt>
      </Suspense>
    </div>
  )
}

/** `byFace`: the site allows sign-in by face. */
function OwnReal({ byFace }: { byFace: boolean }) {
  const { data, error, refetch } = useCall(real.queryUserInfo, {}, { refetchOnMount: 'always' })
  const [again, setAgain] = useState(false)
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" />
  if (data.state === RealState.waiting) return <Facts of={data} alert={waitingAlert(byFace)} />
  if (data.state === RealState.passed && !again)
    return (
      <Facts
        of={data}
        alert={<Alert kind="success" title={t('已通过实名认证')} {...(byFace ? { description: t('可以使用人脸登录。') } : {})} />}
      >
        <Button onClick={() => setAgain(true)}>{t('重新认证')}</Button>
      </Facts>
    )
  return (
    <div className={styles.real}>
      {data.state === RealState.rejected && <Alert kind="error" title={t('实名认证未通过')} description={data.auditMsg} />}
      {data.realPerson && <Alert kind="info" title={t('提交后需要重新审核，审核通过前原来的人脸照片仍然有效；姓名和身份证号不能修改。')} />}
      <Suspense fallback={<PageLoading shape="form" />}>
        <InAnt>
          <RealForm own={data} onDone={() => setAgain(false)} {...(again ? { onCancel: () => setAgain(false) } : {})} />
        </InAnt>
      </Suspense>
    </div>
  )
}

const waitingAlert = (byFace: boolean) => (
  <Alert
    kind="info"
    title={t('实名认证审核中')}
    description={byFace ? t('管理员审核通过之前，还不能使用人脸登录。') : t('请等待管理员审核，结果会通过消息告诉您。')}
  />
)

type FactsProps = { of: Own; alert: React.ReactNode; children?: React.ReactNode }

function Facts({ of: own, alert, children }: FactsProps) {
  const lines: [label: PlainText, value: string | number | null][] = [
    ['真实姓名', own.realName],
    ['身份证号', own.idCard],
    ['性别', own.sex && tLabel(own.sex)],
    ['年龄', own.age],
    ['出生日期', own.birthday],
    ['户籍所在地', own.domicileAddress],
    ['联系方式', own.contactWay],
    ['提交时间', own.createTime],
    ...(own.auditTime
      ? ([
          ['审核时间', own.auditTime],
          ['审核意见', own.auditMsg],
        ] as [PlainText, string][])
      : []),
  ]
  return (
    <div className={styles.real}>
      {alert}
      <div className={styles.realRow}>
        <img src={own.face} alt={t('人脸照片')} width={118} className={styles.realPhoto} />
        <dl className={classes(factsStyles.facts, styles.realFacts)}>
          {lines.map(([label, value]) => (
            <div key={label}>
              <dt>{t(label)}</dt>
              <dd>{value ?? '—'}</dd>
            </div>
          ))}
        </dl>
      </div>
      {children && <div>{children}</div>}
    </div>
  )
}
