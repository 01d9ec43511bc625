// Back office: the service that writes for the assistant.
import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { type PlainText, t } from '../../../../kernel/i18n.ts'
import { ProviderPanel } from '../ProviderPanel.tsx'
import { modelTools } from '../model-tools.ts'

const notes = {
  baseUrl: '到 /v1 为止；留空使用服务商自己的地址。本机或内网地址须由运维写入 OUTGOING_ALLOW',
  apiKey: '保存后不再显示；本机服务一般不需要',
  jsonMode: '自动选择会依次尝试，并记住服务支持的方式',
  think: '会先思考的模型又慢又费额度，请选择服务支持的参数',
  contextTokens: '一次请求最多能读多少，1 个汉字约 1 token；Ollama 的 num_ctx 须不小于它',
  maxTokens: '一次请求最多写多少',
  timeout: '超过后放弃这次请求',
  atOnce: '每个服务进程同时发出的请求',
  priceIn: '见服务商的价目，用于估算和记录费用；0 表示不知道',
  embedModel: '可选：用来找意思相近的试题和课程片段；留空只按字词比较。服务须有 /embeddings',
  embedUrl: '留空与接口地址相同；不同的地址只发送下面的密钥',
} as const

const intros: Record<string, PlainText> = {
  rules: '示例：不使用模型，按原文的数字和要求出题',
}

function introOf(provider: string): ReactNode {
  const text = intros[provider] ?? '启用后，材料会发送到下面的地址。发送什么由“智能助手用途”里的开关决定，默认都不发送。'
  return <Alert type="info" title={t(text)} style={{ marginBlockEnd: 16 }} />
}

export default function PropModelPage() {
  const { TryModel } = modelTools.use()
  return (
    <ProviderPanel
      type="model"
      without="尚未启用智能助手的服务商"
      warning="切换后立即生效，之后的请求发送到新的服务商。确定要切换吗？"
      notes={notes}
      intro={introOf}
      tools={TryModel && <TryModel />}
    />
  )
}
