// Tries the settings of a bucket in the form, stored or not, and lists what works and what is wrong.
import { CheckCircleFilled, CloseCircleFilled, ExclamationCircleFilled } from '@ant-design/icons'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { probeStates, probeSteps } from '@shuyuan/contract/site/provider/prop-storage.ts'
import { Alert, Button, Modal } from 'antd'
import { useState } from 'react'
import { useCommand } from '../../../kernel/call/query.ts'
import { useFormContext } from '../../../kernel/form/form-context.ts'
import type { Values } from '../../../kernel/form/form-values.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import styles from './provider.module.css'

type Found = Data<(typeof configProp)['upload-test']>
type State = Found[number]['state']

const icons = {
  good: <CheckCircleFilled className={styles.good} />,
  warn: <ExclamationCircleFilled className={styles.warn} />,
  bad: <CloseCircleFilled className={styles.bad} />,
}
const verdictOf = (found: Found): State =>
  found.some((one) => one.state === 'bad') ? 'bad' : found.some((one) => one.state === 'warn') ? 'warn' : 'good'
const words = { good: '存储可以使用', warn: '存储可以使用，但有需要注意的地方', bad: '存储还不能使用' } as const
const kinds = { good: 'success', warn: 'warning', bad: 'error' } as const

export function UploadTest() {
  const { attempt } = useFormContext()
  const test = useCommand(configProp['upload-test'], { quiet: true })
  const [found, setFound] = useState<Found>()
  const start = () => attempt(async ({ data }) => setFound(await test.mutateAsync({ data: data as Values, origin: location.origin })))
  const verdict = found && verdictOf(found)
  return (
    <>
      <Button loading={test.isPending} onClick={() => void start()}>
        {t('测试存储')}
      </Button>
      <Modal
        open={found !== undefined}
        title={t('测试存储')}
        footer={<Button onClick={() => setFound(undefined)}>{t('关闭')}</Button>}
        onCancel={() => setFound(undefined)}
      >
        {verdict && <Alert type={kinds[verdict]} showIcon title={t(words[verdict])} />}
        <ul className={styles.probes}>
          {found?.map(({ step, state, message }) => (
            <li key={step}>
              {icons[state]}
              <span>
                <b>{tLabel(probeSteps[step])}</b> <span>{tLabel(probeStates[state])}</span>
                {message !== '' && <p>{message}</p>}
              </span>
            </li>
          ))}
        </ul>
      </Modal>
    </>
  )
}
