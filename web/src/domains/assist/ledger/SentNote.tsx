// Before a request: where its text goes and what it costs about.
import type { assist } from '@shuyuan/contract/assist/state.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { Alert } from 'antd'
import { t } from '../../../kernel/i18n.ts'
import { yuanText } from './price.ts'

export type AssistState = Data<typeof assist.state>

type SentNoteProps = { state: AssistState; tokens?: number; cost?: number | null }

/** @param tokens what the request takes about, where that is known; `cost` in yuan, where the provider has a price */
export function SentNote({ state, tokens, cost = null }: SentNoteProps) {
  if (state.provider === 'rules') return <Alert type="info" showIcon title={t('示例：不使用模型，按规则生成，内容不会发送出去')} />
  const { host } = state
  const where =
    tokens === undefined
      ? t('将发送到 {{host}}', { host })
      : cost === null
        ? t('将发送到 {{host}}，约 {{n}} tokens', { host, n: rounded(tokens) })
        : t('将发送到 {{host}}，约 {{n}} tokens，{{cost}} 元', { host, n: rounded(tokens), cost: yuanText(cost) })
  if (state.left === null) return <Alert type="info" showIcon title={where} />
  const left = t('今天还可以用 {{n}} tokens', { n: state.left })
  return <Alert type={state.left < (tokens ?? 0) ? 'warning' : 'info'} showIcon title={where} description={left} />
}

/** To hundreds, as it is an estimate. */
const rounded = (tokens: number) => Math.max(100, Math.round(tokens / 100) * 100)
