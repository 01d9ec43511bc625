// The second factor of the user's own account: set up, new recovery codes, turn off.
import { totp } from '@shuyuan/contract/account/code/user-totp.ts'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { Tag } from '../../../kernel/piece/Tag.tsx'
import { useCall } from '../../../kernel/call/query.ts'
import { Button } from '../../../kernel/plain/Button.tsx'
import { InAnt } from '../../../shared/page/ant-frame.tsx'
import ownStyles from '../../session/own.module.css'

const TotpSetup = lazy(async () => ({ default: (await import('./TotpSetup.tsx')).TotpSetup }))
const ProofDialogs = lazy(async () => ({ default: (await import('./TotpDialogs.tsx')).ProofDialogs }))
const CodesDialog = lazy(async () => ({ default: (await import('./TotpDialogs.tsx')).CodesDialog }))

export function TwoFactor() {
  const { data, error, refetch } = useCall(totp['totp-state'], {})
  const [open, setOpen] = useState<'setup' | 'renew' | 'disable'>()
  const [codes, setCodes] = useState<string[]>()
  const close = () => setOpen(undefined)
  const finish = () => {
    close()
    setCodes(undefined)
    void refetch()
  }
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" rows={2} />
  if (open === 'setup')
    return (
      <Suspense fallback={<PageLoading shape="form" rows={3} />}>
        <InAnt>
          <TotpSetup onDone={finish} />
        </InAnt>
      </Suspense>
    )
  const { enabledTime, recoveryLeft, required } = data
  if (enabledTime === null)
    return (
      <div className={ownStyles.ownMain}>
        <p>{t('开启后，登录时除密码外还需要手机验证器应用上的 6 位数字，密码泄露时账号仍然安全。')}</p>
        <div>
          <Button strong onClick={() => setOpen('setup')}>
            {t('开启两步验证')}
          </Button>
        </div>
      </div>
    )
  return (
    <>
      <ul className={ownStyles.ownList} aria-label={t('两步验证')}>
        <li className={ownStyles.ownRow}>
          <div className={ownStyles.ownMain}>
            <div className={ownStyles.ownName}>
              <strong>{t('验证器应用')}</strong>
              <Tag tone="good">{t('已开启')}</Tag>
              {required && <Tag>{t('角色要求')}</Tag>}
            </div>
            <span className={ownStyles.ownFacts}>
              {t('开启时间')} <time>{enabledTime}</time>
            </span>
          </div>
          {!required && (
            <Button small onClick={() => setOpen('disable')}>
              {t('关闭')}
            </Button>
          )}
        </li>
        <li className={ownStyles.ownRow}>
          <div className={ownStyles.ownMain}>
            <strong>{t('恢复码')}</strong>
            <span className={ownStyles.ownFacts} data-few={recoveryLeft < 3}>
              {t('还有 {{n}} 个未使用', { n: recoveryLeft })}
            </span>
          </div>
          <Button small onClick={() => setOpen('renew')}>
            {t('重新生成')}
          </Button>
        </li>
      </ul>
      {(open !== undefined || codes) && (
        <Suspense>
          <InAnt>
            <ProofDialogs open={open} onCodes={setCodes} onClose={close} />
            <CodesDialog codes={codes} onDone={finish} />
          </InAnt>
        </Suspense>
      )}
    </>
  )
}
