// Tries the provider in use, and says in words what it found.
import { ExperimentOutlined } from '@ant-design/icons'
import { assistConfig } from '@shuyuan/contract/assist/assist.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { Alert, Button, Flex, Modal } from 'antd'
import { useState } from 'react'
import { Can } from '../../../kernel/access/Can.tsx'
import { t } from '../../../kernel/i18n.ts'
import { useAsk } from './useAsk.ts'
import { Waiting } from './Waiting.tsx'

type Result = Data<typeof assistConfig.test>
const tones = { good: 'success', warn: 'warning', bad: 'error' } as const

export function TryModel() {
  const [result, setResult] = useState<Result>()
  const run = useAsk(assistConfig.test, { onDone: setResult })
  return (
    <Can permit="assist:config">
      <Button icon={<ExperimentOutlined />} loading={run.isPending} onClick={() => run.send({})}>
        {t('测试使用中的服务商')}
      </Button>
      {run.isPending && <Waiting seconds={run.seconds} onCancel={run.cancel} />}
      <Modal open={result !== undefined} title={t('测试结果')} footer={null} onCancel={() => setResult(undefined)}>
        {result && (
          <Flex vertical gap="small">
            {result.findings.map(({ tone, text }) => (
              <Alert key={text} type={tones[tone]} showIcon title={text} />
            ))}
            {result.tokens > 0 && <small>{t('这次测试用了 {{n}} tokens', { n: result.tokens })}</small>}
          </Flex>
        )}
      </Modal>
    </Can>
  )
}
