// One request to a model: what was sent and what came back, word for word.
import { assistCall } from '@shuyuan/contract/assist/assist.ts'
import { Descriptions, Drawer } from 'antd'
import { useCall } from '../../../kernel/call/query.ts'
import { t } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { yuanText } from './price.ts'
import styles from './ledger.module.css'

export function CallDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  return (
    <Drawer open={id !== undefined} onClose={onClose} title={t('智能助手记录')} size={760}>
      {id !== undefined && <Call id={id} />}
    </Drawer>
  )
}

function Call({ id }: { id: string }) {
  const { data, error, refetch } = useCall(assistCall.detail, { id }, { quiet: true })
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" />
  const { createTime, realName, about, provider, step, tokensIn, tokensOut, isEstimated, cost, ms, detail, sent, answered } = data
  const tokens = t('输入 {{a}}，输出 {{b}} tokens', { a: tokensIn, b: tokensOut })
  return (
    <>
      <Descriptions
        size="small"
        column={1}
        items={[
          { key: 'time', label: t('时间'), children: createTime },
          { key: 'who', label: t('操作人'), children: realName },
          { key: 'about', label: t('关于'), children: about },
          { key: 'tokens', label: t('用量'), children: isEstimated ? `${tokens} ${t('（估算）')}` : tokens },
          ...(cost === 0 ? [] : [{ key: 'cost', label: t('费用'), children: t('{{n}} 元', { n: yuanText(cost) }) }]),
          { key: 'ms', label: t('用时'), children: t('{{n}} 毫秒', { n: ms }) },
          ...(step === '' ? [] : [{ key: 'step', label: t('结构化输出'), children: step }]),
          ...(detail === '' ? [] : [{ key: 'detail', label: t('服务的原话'), children: detail }]),
        ]}
      />
      {provider === 'rules' && <p>{t('没有使用模型，什么也没有发送')}</p>}
      <Text title={t('发送内容')} text={sent} />
      <Text title={t('返回内容')} text={answered} />
    </>
  )
}

function Text({ title, text }: { title: string; text: string }) {
  if (text === '') return null
  return (
    <section>
      <h3 className={styles.callTitle}>{title}</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolled region must be reachable */}
      <pre className={styles.callText} tabIndex={0} aria-label={title}>
        {text}
      </pre>
    </section>
  )
}
