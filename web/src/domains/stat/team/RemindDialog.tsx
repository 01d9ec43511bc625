// Reminds people of a team: what they are reminded of, how many it concerns, then the message.
import { team, type TeamThing, teamThing } from '@shuyuan/contract/stat/team.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../kernel/call/api.ts'
import { useCommand } from '../../../kernel/call/query.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { notify } from '../../../kernel/notify.ts'
import { Button } from '../../../kernel/plain/Button.tsx'
import { Check } from '../../../kernel/plain/Check.tsx'
import { Dialog } from '../../../kernel/plain/Dialog.tsx'
import { PageError } from '../../../kernel/piece/PageState.tsx'
import styles from './team.module.css'

type RemindDialogProps = {
  /** without it, everybody */
  userIds?: string[] | undefined
  wide?: boolean
  title: string
  onClose: () => void
}

const all = Object.keys(teamThing) as TeamThing[]

export function RemindDialog({ userIds, wide = false, title, onClose }: RemindDialogProps) {
  const [kinds, setKinds] = useState<TeamThing[]>(all)
  const body = { ...(userIds ? { userIds } : {}), ...(wide ? { wide } : {}), kinds }
  const counted = useQuery({
    queryKey: [team.remind.path, 'count', body],
    queryFn: ({ signal }) => call(team.remind, body, { quiet: true, rehearsal: true, signal }),
    enabled: kinds.length > 0,
    // it has to be what the message would be now
    gcTime: 0,
    staleTime: 0,
  })
  const remind = useCommand(team.remind, {
    onDone: ({ people }) => {
      notify.success(t('已提醒 {{n}} 人', { n: people }))
      onClose()
    },
  })
  const found = kinds.length > 0 ? counted.data : undefined
  const toggle = (kind: TeamThing, on: boolean) => setKinds(all.filter((one) => (one === kind ? on : kinds.includes(one))))
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('取消')}</Button>
          <Button strong busy={remind.isPending} disabled={!found || found.people === 0} onClick={() => remind.mutate(body)}>
            {t('发送提醒')}
          </Button>
        </>
      }
    >
      <div className={styles.remind}>
        <fieldset>
          <legend>{t('提醒内容')}</legend>
          {all.map((kind) => (
            <Check key={kind} checked={kinds.includes(kind)} onChange={(on) => toggle(kind, on)}>
              {tLabel(teamThing[kind])}
            </Check>
          ))}
        </fieldset>
        <div role="status" aria-busy={counted.isFetching}>
          {kinds.length === 0 && <p>{t('请选择提醒内容。')}</p>}
          {found && countTexts(found).map((text) => <p key={text}>{text}</p>)}
          {kinds.length > 0 && !found && !counted.error && <p>{t('正在统计…')}</p>}
        </div>
        {counted.error && <PageError compact error={counted.error} onRetry={() => void counted.refetch()} />}
        <p className={styles.dim}>{t('每人收到一条站内消息，列出各自的待办。')}</p>
      </div>
    </Dialog>
  )
}

function countTexts({ people, things, skipped }: { people: number; things: number; skipped: number }) {
  if (people === 0) return [skipped > 0 ? t('24 小时内都已提醒过。') : t('没有需要提醒的事项。')]
  const sent = t('将提醒 {{people}} 人，共 {{things}} 项。', { people, things })
  return skipped > 0 ? [sent, t('另有 {{n}} 项 24 小时内提醒过，不再发送。', { n: skipped })] : [sent]
}
