// Real-name authentication: the state of the user's request, and the form for a new one (learner.md §4, §5).
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { configSwitch } from '@shuyuan/contract/sys/site/switch.ts'
import { real, RealState } from '@shuyuan/contract/sys/realname/real.ts'
import { Alert, Button, Descriptions, Flex, Image } from 'antd'
import { useState } from 'react'
import { type PlainText, t, tLabel } from '../../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../../kernel/PageState.tsx'
import { useCall } from '../../../kernel/call/query.ts'
import { OwnFace } from '../face/OwnFace.tsx'
import { RealForm } from './RealForm.tsx'
import styles from './real.module.css'

type Own = Data<typeof real.queryUserInfo>

export function RealName() {
  const switches = useCall(configSwitch.detail, {})
  if (switches.isPending) return <PageLoading shape="form" />
  if (switches.error) return <PageError error={switches.error} onRetry={() => void switches.refetch()} />
  if (!switches.data.realPerson) return <PageEmpty text={t('实名认证未开启')} hint={t('管理员开启实名认证后，可以在这里提交认证。')} />
  return (
    <Flex vertical gap="large">
      <OwnReal byFace={switches.data.faceLogin} />
      <OwnFace />
    </Flex>
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
        alert={<Alert type="success" showIcon title={t('已通过实名认证')} description={byFace && t('可以使用人脸登录。')} />}
      >
        <Button onClick={() => setAgain(true)}>{t('重新认证')}</Button>
      </Facts>
    )
  return (
    <div className={styles.real}>
      {data.state === RealState.rejected && <Alert type="error" showIcon title={t('实名认证未通过')} description={data.auditMsg} />}
      {data.realPerson && (
        <Alert type="info" showIcon title={t('提交后需要重新审核，审核通过前原来的人脸照片仍然有效；姓名和身份证号不能修改。')} />
      )}
      <RealForm own={data} onDone={() => setAgain(false)} {...(again ? { onCancel: () => setAgain(false) } : {})} />
    </div>
  )
}

const waitingAlert = (byFace: boolean) => (
  <Alert
    type="info"
    showIcon
    title={t('实名认证审核中')}
    description={byFace ? t('管理员审核通过之前，还不能使用人脸登录。') : t('请等待管理员审核，结果会通过消息告诉您。')}
  />
)

type FactsProps = { of: Own; alert: React.ReactNode; children?: React.ReactNode }

function Facts({ of: own, alert, children }: FactsProps) {
  const line = (label: PlainText, value: string | number | null) => ({ key: label, label: t(label), children: value ?? '—' })
  return (
    <div className={styles.real}>
      {alert}
      <Flex gap="large" wrap>
        <Image src={own.face} alt={t('人脸照片')} width={118} className={styles.realPhoto} />
        <Descriptions
          size="small"
          column={1}
          className={styles.realFacts}
          items={[
            line('真实姓名', own.realName),
            line('身份证号', own.idCard),
            line('性别', own.sex && tLabel(own.sex)),
            line('年龄', own.age),
            line('出生日期', own.birthday),
            line('户籍所在地', own.domicileAddress),
            line('联系方式', own.contactWay),
            line('提交时间', own.createTime),
            ...(own.auditTime ? [line('审核时间', own.auditTime), line('审核意见', own.auditMsg)] : []),
          ]}
        />
      </Flex>
      {children && <div>{children}</div>}
    </div>
  )
}
