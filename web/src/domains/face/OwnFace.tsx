// The own face in the library: what it is used for, the consent, and its withdrawal.
import { sysFace } from '@shuyuan/contract/face/face.ts'
import { FaceState } from '@shuyuan/contract/face/face.ts'
import { Alert, Button, Flex, Image, Typography } from 'antd'
import { useConfirm } from '../../kernel/piece/confirm.tsx'
import { useCall, useCommand } from '../../kernel/call/query.ts'
import { t } from '../../kernel/i18n.ts'

/** Shows nothing where the site compares no faces. */
export function OwnFace() {
  const { data } = useCall(sysFace.mine, {}, { quiet: true })
  const consent = useCommand(sysFace.consent, { refresh: [sysFace.mine] })
  const confirm = useConfirm()
  if (!data?.compares) return null
  const withdraw = async () => {
    if (
      await confirm({
        content: t(
          '撤回后立即删除人脸库中的照片和特征，需要人脸核验的考试将无法核验；实名认证申请中的照片作为认证记录保留。确定要撤回吗？',
        ),
      })
    )
      consent.mutate({ give: false })
  }
  const { consentTime, consentText, enrolled, state, problem, image } = data
  return (
    <Flex vertical gap="middle" component="section" aria-label={t('人脸比对')}>
      <Typography.Title level={5}>{t('人脸比对')}</Typography.Title>
      {enrolled && <Alert type="success" showIcon title={t('已录入人脸，可以用于考试和学习的人脸核验')} />}
      {!enrolled && state === FaceState.refused && (
        <Alert type="error" showIcon title={problem} description={t('请重新认证并上传合格的照片。')} />
      )}
      {!enrolled && state === FaceState.waiting && <Alert type="info" showIcon title={t('人脸照片等待采集')} />}
      {!enrolled && state === null && <Alert type="info" showIcon title={t('还没有录入人脸：同意人脸比对，并通过实名认证后自动录入')} />}
      {image !== '' && <Image src={image} alt={t('人脸照片')} width={118} />}
      {consentTime === null ? (
        <>
          <Typography.Paragraph style={{ whiteSpace: 'pre-line' }}>{consentText}</Typography.Paragraph>
          <div>
            <Button type="primary" loading={consent.isPending} onClick={() => consent.mutate({ give: true })}>
              {t('同意')}
            </Button>
          </div>
        </>
      ) : (
        <Flex gap="small" align="center" wrap>
          <Typography.Text type="secondary">{t('已于 {{time}} 同意', { time: consentTime })}</Typography.Text>
          <Button size="small" danger loading={consent.isPending} onClick={() => void withdraw()}>
            {t('撤回同意')}
          </Button>
        </Flex>
      )}
    </Flex>
  )
}
