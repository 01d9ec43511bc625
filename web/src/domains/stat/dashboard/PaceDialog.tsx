// The learner's choice: how many days a week, and whether the line is shown.
import { statToday } from '@shuyuan/contract/stat/total.ts'
import { useState } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { useCommand, useFormStart } from '../../../kernel/call/query.ts'
import { PageError } from '../../../kernel/piece/PageState.tsx'
import { Button } from '../../../kernel/plain/Button.tsx'
import { Check } from '../../../kernel/plain/Check.tsx'
import { Dialog } from '../../../kernel/plain/Dialog.tsx'
import styles from './today.module.css'

const goals = [1, 2, 3, 4, 5, 6, 7]

export function PaceDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useFormStart(statToday.pace, {})
  const [changed, setChanged] = useState<{ goal?: number; shown?: boolean }>({})
  const save = useCommand(statToday['save-pace'], { refresh: [statToday.mine], onDone: onClose })
  const value = data && { ...data, ...changed }
  const footer = (
    <>
      <Button onClick={onClose}>{t('取消')}</Button>
      <Button strong busy={save.isPending} disabled={!value} onClick={() => value && save.mutate(value)}>
        {t('保存')}
      </Button>
    </>
  )
  return (
    <Dialog title={t('学习节奏设置')} onClose={onClose} footer={footer}>
      {error && <PageError compact error={error} onRetry={() => void refetch()} />}
      {value && (
        <div className={styles.paceForm}>
          <Check checked={value.shown} onChange={(shown) => setChanged({ ...changed, shown })}>
            {t('在首页显示连续学习天数、本周目标、积分和下一张证书')}
          </Check>
          <fieldset disabled={!value.shown}>
            <legend>{t('每周目标')}</legend>
            {goals.map((goal) => (
              <label key={goal}>
                <input type="radio" name="goal" checked={value.goal === goal} onChange={() => setChanged({ ...changed, goal })} />
                <span>{t('{{n}} 天', { n: goal })}</span>
              </label>
            ))}
          </fieldset>
        </div>
      )}
    </Dialog>
  )
}
