// Compares two chosen pictures with the provider in use, and shows score and thresholds. The pictures are not stored.
import { faceTest } from '@shuyuan/contract/face/face.ts'
import { Alert, Button, Descriptions, Flex, Modal, Upload } from 'antd'
import { useState } from 'react'
import { useCommand } from '../../../kernel/call/query.ts'
import { t } from '../../../kernel/i18n.ts'
import styles from './provider.module.css'

const readPicture = (file: Blob) =>
  new Promise<string>((settle) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => settle(reader.result as string))
    reader.readAsDataURL(file)
  })

type PictureProps = { label: string; value: string; onChange: (picture: string) => void }

function Picture({ label, value, onChange }: PictureProps) {
  const choose = (file: File) => {
    void readPicture(file).then(onChange)
    return false
  }
  return (
    <Flex vertical gap="small" align="center">
      <div className={styles.faceTestPicture}>{value !== '' && <img src={value} alt={label} />}</div>
      <Upload accept="image/jpeg,image/png" showUploadList={false} beforeUpload={choose}>
        <Button>{label}</Button>
      </Upload>
    </Flex>
  )
}

export function FaceTest() {
  const [open, setOpen] = useState(false)
  const [one, setOne] = useState('')
  const [other, setOther] = useState('')
  const test = useCommand(faceTest['face-test'])
  const { data } = test
  const verdict = () => {
    if (!data) return ''
    if (data.score === null) return data.problem
    if (!data.passed) return t('不是同一个人')
    return data.grey ? t('相似度偏低：通过，并在记录中标记') : t('是同一个人')
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('测试比对')}</Button>
      <Modal
        open={open}
        title={t('测试比对')}
        okText={t('开始比对')}
        confirmLoading={test.isPending}
        okButtonProps={{ disabled: one === '' || other === '' }}
        onOk={() => void test.mutateAsync({ one, other }).catch(() => undefined)}
        onCancel={() => setOpen(false)}
        destroyOnHidden
      >
        <Flex vertical gap="middle">
          <Flex gap="large" justify="center" wrap>
            <Picture label={t('第一张照片')} value={one} onChange={setOne} />
            <Picture label={t('第二张照片')} value={other} onChange={setOther} />
          </Flex>
          {data && (
            <>
              <Alert type={data.passed ? (data.grey ? 'warning' : 'success') : 'error'} showIcon title={verdict()} />
              <Descriptions
                size="small"
                column={1}
                items={[
                  { key: 'score', label: t('比对分数'), children: data.score === null ? '—' : data.score.toFixed(3) },
                  {
                    key: 'pass',
                    label: t('通过'),
                    children: data.lower ? t('不大于 {{n}}', { n: data.pass }) : t('不小于 {{n}}', { n: data.pass }),
                  },
                  {
                    key: 'grey',
                    label: t('通过并标记'),
                    children: data.lower ? t('不大于 {{n}}', { n: data.greyTo }) : t('不小于 {{n}}', { n: data.greyTo }),
                  },
                  { key: 'ms', label: t('用时'), children: t('{{n}} 毫秒', { n: data.ms }) },
                ]}
              />
            </>
          )}
        </Flex>
      </Modal>
    </>
  )
}
