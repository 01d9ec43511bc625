// The licence data, and an upload for administrators of the licence.
import { type LicenseFacts, license } from '@shuyuan/contract/site/config/license.ts'
import { sys } from '@shuyuan/contract/site/config/upload-license.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useRef, useState } from 'react'
import { upload } from '../../../kernel/call/api.ts'
import { CallFailure } from '../../../kernel/call/failure.ts'
import { type PlainText, t } from '../../../kernel/i18n.ts'
import { notify } from '../../../kernel/notify.ts'
import { Tag } from '../../../kernel/piece/Tag.tsx'
import { classes } from '../../../kernel/theme/classes.ts'
import buttonStyles from '../../../kernel/plain/button.module.css'
import styles from './license.module.css'

const tones = { valid: 'good', missing: 'plain', expired: 'warn', wrong: 'bad' } as const
const stateTexts = { valid: '有效', missing: '未授权', expired: '已过期', wrong: '授权无效' } as const

export function LicenseFactsView({ facts }: { facts: LicenseFacts }) {
  const rows: [PlainText, string][] = [
    ['授权单位', facts.holder || '—'],
    ['有效期至', facts.validUntil || '—'],
    ...(facts.users === undefined
      ? []
      : ([
          ['用户数上限', facts.maxUsers === null || facts.maxUsers === undefined ? t('不限') : String(facts.maxUsers)],
          ['现有用户数', String(facts.users)],
        ] as [PlainText, string][])),
  ]
  return (
    <dl className={styles.licenseFacts}>
      <div>
        <dt>{t('授权状态')}</dt>
        <dd>
          <Tag tone={tones[facts.state]}>{t(stateTexts[facts.state])}</Tag>
        </dd>
      </div>
      {rows.map(([title, value]) => (
        <div key={title}>
          <dt>{t(title)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A button that uploads a licence file. */
export function LicenseUpload({ onDone }: { onDone?: () => void }) {
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const bring = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    event.target.value = ''
    if (!file) return
    setBusy(true)
    try {
      await upload(sys.uploadLicense, file, {})
      notify.success(t('授权成功！'))
      await client.invalidateQueries({ queryKey: [license.detail.path] })
      onDone?.()
    } catch (error) {
      // the failure was already shown
      if (!(error instanceof CallFailure)) throw error
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".json,.lic,application/json"
        hidden
        aria-label={t('授权文件')}
        onChange={(event) => void bring(event)}
      />
      <button
        type="button"
        className={classes(buttonStyles.btn, buttonStyles.btnPrimary)}
        disabled={busy}
        aria-busy={busy}
        onClick={() => input.current?.click()}
      >
        {t(busy ? '正在上传…' : '上传授权文件')}
      </button>
    </>
  )
}
